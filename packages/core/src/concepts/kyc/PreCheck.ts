import { Effect, Layer, Option } from "effect"
import { type CheckedDocument, KycChecker, KycCheckerUnavailable } from "./KycChecker.ts"
import { KycReader } from "./KycReader.ts"
import { type KycReason, pictureReason } from "./KycReason.ts"
import { isSamePicture, type Picture } from "./Picture.ts"

/**
 * A checker that first checks what can be known here: whether a picture was sent twice, and whether this
 * partner's earlier sessions used it for another person. It refuses with codes of `pictureFaults`, and the
 * person may try again. Faults of a single picture are already reported at upload (`pictureFault`). PDFs are
 * left to the checker behind it.
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
        const seen: Array<string> = []
        const shown = request.documents.flatMap(
          (document): ReadonlyArray<readonly [CheckedDocument, Picture]> =>
            Option.match(document.picture, { onNone: () => [], onSome: (picture) => [[document, picture]] })
        )
        for (const [{ step, submittedAt }, picture] of shown) {
          const { fingerprint } = picture
          if (seen.some((other) => isSamePicture(other, fingerprint)))
            reasons.push(pictureReason(step, "repeated"))
          else {
            const likes = yield* Effect.mapError(
              reader.picturesLike(request.partnerId, fingerprint),
              ({ reason }) => new KycCheckerUnavailable({ reason })
            )
            const isUsed = likes.some(
              (other) =>
                other.person !== request.person &&
                other.submittedAt <= submittedAt &&
                isSamePicture(other.fingerprint, fingerprint)
            )
            if (isUsed) reasons.push(pictureReason(step, "used_before"))
          }
          seen.push(fingerprint)
        }
        if (reasons.length === 0) return yield* checker.open(request)
        const { checkId } = request
        return { _tag: "Decided", checkId, verdict: { _tag: "Refused", reasons, course: "retry" } }
      })

      return KycChecker.of({ open, lookup: checker.lookup })
    })
  )
)
