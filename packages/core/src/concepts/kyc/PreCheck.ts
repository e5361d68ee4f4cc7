import { Effect, Layer, Option } from "effect"
import { type CheckedDocument, KycChecker, KycCheckerUnavailable } from "./KycChecker.ts"
import { KycReader } from "./KycReader.ts"
import { faultReason, type KycReason } from "./KycReason.ts"
import type { Picture } from "./Picture.ts"
import { repetitionOf } from "./repetition.ts"

/**
 * A checker that first checks again what can be known here: whether a picture was sent twice, and whether this
 * partner's earlier sessions used it for another person. Uploads find that too, but not of pictures that are shown at
 * the same time, or were shown to an earlier version of the program. It refuses with codes of `pictureFaults`, and the
 * person may try again. PDFs are left to the checker behind it.
 *
 * Built once per use, because a sandbox has it in front of two checkers: its own and the host's.
 */
export const layer: Layer.Layer<KycChecker, never, KycChecker | KycReader> = Layer.fresh(
  Layer.effect(
    KycChecker,
    Effect.gen(function* () {
      const checker = yield* KycChecker
      const reader = yield* KycReader

      const open: KycChecker["Service"]["open"] = Effect.fnUntraced(function* (request) {
        const reasons: Array<KycReason> = []
        const others: Array<string> = []
        const shown = request.documents.flatMap(
          (document): ReadonlyArray<readonly [CheckedDocument, Picture]> =>
            Option.match(document.picture, { onNone: () => [], onSome: (picture) => [[document, picture]] })
        )
        for (const [{ step, submittedAt }, { fingerprint }] of shown) {
          const { partnerId, person } = request
          const fault = yield* Effect.mapError(
            repetitionOf(reader, { partnerId, person, fingerprint, submittedAt, others }),
            ({ reason }) => new KycCheckerUnavailable({ reason })
          )
          if (fault !== undefined) reasons.push(faultReason(step, fault))
          others.push(fingerprint)
        }
        if (reasons.length === 0) return yield* checker.open(request)
        const { checkId } = request
        return { _tag: "Decided", checkId, verdict: { _tag: "Refused", reasons, course: "retry" } }
      })

      return KycChecker.of({ open, lookup: checker.lookup })
    })
  )
)
