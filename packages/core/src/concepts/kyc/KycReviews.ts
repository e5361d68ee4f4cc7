import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { lookedUp } from "../../kernel/input/existing.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import { InvalidState, NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { type BlobMissing, BlobStore, type BlobStoreUnavailable } from "../../kernel/ports/BlobStore.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import {
  type DocumentPicture,
  type DocumentPicturesFailure,
  makeDocumentPictures
} from "./DocumentPictures.ts"
import { KycChecks } from "./KycChecks.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { folderOf } from "./KycEraser.ts"
import { decodeKycDecision, type KycOutcome } from "./KycRequest.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import { isInCheck, stepsOfSession } from "./KycStanding.ts"
import type { KycStep } from "./KycStep.ts"
import type { KycVerdict } from "./KycVerdict.ts"
import { Pictures } from "./Pictures.ts"

/** The maximum length of the list. */
const listMax = 1000

export const verdictOf = (outcome: KycOutcome, reasons: ReadonlyArray<string>): KycVerdict =>
  outcome === "completed"
    ? { _tag: "Passed" }
    : { _tag: "Refused", reasons, course: outcome === "retry" ? "retry" : "final" }

type Missing = NotFound | StoreUnavailable

/** A picture of a document with the name of its viewer and the instant all over it, as `pageType`. */
export interface WatermarkedPicture {
  readonly step: KycStep
  /** Counted from 1. */
  readonly page: number
  readonly bytes: Uint8Array
}

/**
 * For people who review identities: waiting sessions, their documents, and decisions. For operators, across
 * partners. Whoever gets documents is in the session's history first.
 */
export class KycReviews extends Context.Service<
  KycReviews,
  {
    /** Sessions whose check waits for its answer, the longest waiting first; at most a thousand. */
    readonly list: Effect.Effect<ReadonlyArray<OpenedKycSession>, StoreUnavailable>
    /** The same of a partner. */
    readonly waiting: (
      partnerId: PartnerId
    ) => Effect.Effect<ReadonlyArray<OpenedKycSession>, StoreUnavailable>
    readonly get: (id: KycSessionId) => Effect.Effect<OpenedKycSession, Missing>
    /** The pictures of a step's document, decrypted: the picture that was uploaded, or the pages of a PDF. */
    readonly pictures: (
      id: KycSessionId,
      step: KycStep
    ) => Effect.Effect<ReadonlyArray<DocumentPicture>, DocumentPicturesFailure | Missing>
    /**
     * The document of a step as it is kept, decrypted: a PDF as it was uploaded by a stranger, with
     * everything that is in it. Open it only where it can do no harm.
     */
    readonly original: (
      id: KycSessionId,
      step: KycStep
    ) => Effect.Effect<
      Stream.Stream<Uint8Array, BlobMissing | BlobStoreUnavailable>,
      Missing | ProviderMissing
    >
    /** What all documents of the session show, in the order of its steps, for a viewer of this name. */
    readonly watermarked: (
      id: KycSessionId,
      viewer: string
    ) => Effect.Effect<ReadonlyArray<WatermarkedPicture>, DocumentPicturesFailure | Missing>
    /**
     * Decides the running check. `input`: `outcome`, `reasons` (of `reviewReasons`), `comment`, `decidedBy`;
     * untrusted.
     */
    readonly decide: (
      id: KycSessionId,
      input: unknown
    ) => Effect.Effect<OpenedKycSession, InvalidInput | InvalidState | Missing>
  }
>()("@quittance/core/concepts/kyc/KycReviews") {
  static readonly layer = Layer.effect(
    KycReviews,
    Effect.gen(function* () {
      const states = yield* StateReader
      const sessions = yield* KycSessions
      const checks = yield* KycChecks
      const blobs = yield* Effect.serviceOption(BlobStore)
      const pictures = yield* Effect.serviceOption(Pictures)
      const picturesOf = yield* makeDocumentPictures
      const apply = yield* makeApplyKyc

      const get = (id: KycSessionId) =>
        Effect.flatMap(lookedUp(states, kycSession, id), ({ state }) =>
          sessions.get(state.order.partnerId, id)
        )

      /** Commits that somebody looks; a session whose documents are gone by now has none. */
      const lookAt = Effect.fnUntraced(function* (
        { order }: OpenedKycSession,
        steps: ReadonlyArray<KycStep>
      ): Effect.fn.Return<void, Missing> {
        const { id, partnerId } = order
        const at = yield* Clock.currentTimeMillis
        yield* apply(partnerId, id, { _tag: "Look", steps, at }).pipe(
          Effect.catchTags({
            KycCommandRefused: () => Effect.fail(noDocument(id, steps)),
            KycStepRefused: Effect.die
          })
        )
      })

      const documentOf = Effect.fnUntraced(function* (id: KycSessionId, step: KycStep) {
        const session = yield* get(id)
        const { documents, order } = session
        const shown = documents.find((each) => each.step === step)
        if (shown === undefined) return yield* noDocument(id, [step])
        yield* lookAt(session, [step])
        return { order, shown }
      })

      const picturesOfStep = Effect.fn("KycReviews.pictures")(function* (id: KycSessionId, step: KycStep) {
        const { order, shown } = yield* documentOf(id, step)
        return yield* picturesOf(order, shown)
      })

      const original = Effect.fn("KycReviews.original")(function* (id: KycSessionId, step: KycStep) {
        const { order, shown } = yield* documentOf(id, step)
        if (Option.isNone(blobs)) return yield* new ProviderMissing({ provider: "BlobStore" })
        return blobs.value.get(folderOf(order), shown.id)
      })

      const watermarked = Effect.fn("KycReviews.watermarked")(function* (id: KycSessionId, viewer: string) {
        const session = yield* get(id)
        const { documents, order } = session
        if (documents.length === 0) return yield* noDocument(id, stepsOfSession(session))
        if (Option.isNone(pictures)) return yield* new ProviderMissing({ provider: "Pictures" })
        const { value: reader } = pictures
        const seenAt = new Date(yield* Clock.currentTimeMillis).toISOString()
        const text = `${viewer}\n${seenAt.slice(0, 10)} ${seenAt.slice(11, 16)} UTC`
        yield* lookAt(
          session,
          documents.map(({ step }) => step)
        )
        const marked = yield* Effect.forEach(documents, (shown) =>
          Effect.flatMap(picturesOf(order, shown), (all) =>
            Effect.forEach(all, ({ content, page, type }) =>
              Effect.map(
                Effect.flatMap(Stream.mkUint8Array(content), (bytes) =>
                  reader.watermarked(bytes, type, text)
                ),
                (bytes): WatermarkedPicture => ({ step: shown.step, page, bytes })
              )
            )
          )
        )
        return marked.flat()
      })

      const refused = ({ _tag }: OpenedKycSession) =>
        new InvalidState({ what: "KYC session", status: _tag, command: "a decision" })

      const decide = Effect.fn("KycReviews.decide")(function* (id: KycSessionId, input: unknown) {
        const { comment, decidedBy, outcome, reasons } = yield* Effect.fromResult(decodeKycDecision(input))
        const session = yield* get(id)
        if (!isInCheck(session)) return yield* refused(session)
        const verdict = verdictOf(outcome, reasons ?? [])
        const answer = {
          check: session.check,
          verdict,
          decidedBy: Option.some(decidedBy),
          ...(comment == null ? {} : { comment })
        }
        const answered = yield* checks.answer(session.order.partnerId, id, answer)
        // Another answer was faster and stays.
        const isOvertaken = !Option.contains(answered.decidedBy, decidedBy)
        return isOvertaken ? yield* refused(answered) : answered
      })

      return KycReviews.of({
        list: Effect.map(states.indexed(kycSession, "in_check", { equal: [], limit: listMax }), statesOf),
        waiting: (partnerId) =>
          Effect.map(
            states.indexed(kycSession, "awaiting_review", { equal: [partnerId], limit: listMax }),
            statesOf
          ),
        get,
        pictures: picturesOfStep,
        original,
        watermarked,
        decide
      })
    })
  )
}

const noDocument = (id: KycSessionId, steps: ReadonlyArray<KycStep>): NotFound =>
  new NotFound({ what: `${steps.join(", ")} of KYC session`, id })
