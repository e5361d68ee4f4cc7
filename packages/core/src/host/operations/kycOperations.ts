import { Effect, Stream } from "effect"
import { KycChecks } from "../../concepts/kyc/KycChecks.ts"
import type { KycDecision, KycSessionRequest } from "../../concepts/kyc/KycRequest.ts"
import { KycReviews } from "../../concepts/kyc/KycReviews.ts"
import { kycReviewView } from "../../concepts/kyc/KycReviewView.ts"
import { nextStep } from "../../concepts/kyc/KycSession.ts"
import type { OpenedKycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { KycSessions } from "../../concepts/kyc/KycSessions.ts"
import {
  type KycSessionView,
  kycSessionCreatedView,
  kycSessionView
} from "../../concepts/kyc/KycSessionView.ts"
import type { KycStep } from "../../concepts/kyc/KycStep.ts"
import { KycUploads } from "../../concepts/kyc/KycUploads.ts"
import type { KycVerdict } from "../../concepts/kyc/KycVerdict.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { makeHistories } from "../../store/histories.ts"

/** A session for the server of its page: `nextStep` is the person's next step, if the session waits for one. */
export interface KycLinkView extends KycSessionView {
  readonly nextStep: KycStep | null
}

/** KYC sessions, for partners, pages and reviewers. */
export const makeKycOperations = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const sessions = yield* KycSessions
  const uploads = yield* KycUploads
  const checks = yield* KycChecks
  const reviews = yield* KycReviews
  const histories = yield* makeHistories("partner")
  const session = (state: OpenedKycSession): KycSessionView => kycSessionView(state, publicUrl)
  const link = (state: OpenedKycSession): KycLinkView => ({
    ...session(state),
    nextStep: nextStep(state) ?? null
  })

  return {
    /** Identity verifications. */
    kyc: {
      /**
       * Needs a checker, a blob store and a reader of pictures. A session with its own URL returns its
       * secret, once.
       */
      create: (partnerId: string, input: KycSessionRequest, idempotencyKey?: string) =>
        Effect.map(sessions.create(partnerId, input, idempotencyKey), (created) => ({
          ...kycSessionCreatedView(created, publicUrl),
          replayed: created.replayed
        })),
      get: (partnerId: string, id: string) => Effect.map(sessions.get(partnerId, id), session),
      /** What became of it and who caused it, the oldest first, in codes; an operator is only `operator`. */
      history: (partnerId: string, id: string) =>
        Effect.flatMap(sessions.get(partnerId, id), histories.kycSession),
      /** Deletes the documents and all personal data; an unfinished session expires first. */
      redact: (partnerId: string, id: string) => Effect.map(sessions.redact(partnerId, id), session),
      /** For the host's own page: the session of a link, by the unguessable end of its `verificationUrl`. */
      byToken: (token: string) => Effect.map(sessions.getByToken(token), link),
      /** Accepts a file for the session's next step. */
      submit: (token: string, step: KycStep, file: Uint8Array) =>
        Effect.map(uploads.submit(token, step, file), link),
      /** For an authenticated callback of a checker: the verdict of a check. The first one counts. */
      confirm: (checkId: string, verdict: KycVerdict) =>
        Effect.map(checks.confirm(checkId, verdict), session),
      /** For a checker that calls back: polls the check now. The callback's content is not trusted. */
      refresh: (checkId: string) => Effect.map(checks.refresh(checkId), session),
      /** For operators: across partners, and unencrypted. */
      review: {
        /** Sessions whose check waits for its answer, the longest waiting first; at most a thousand. */
        list: () => Effect.map(reviews.list, (all) => all.map(kycReviewView)),
        get: (id: string) => Effect.map(reviews.get(id), kycReviewView),
        /** What a step's document shows: the picture that was uploaded, or a picture of each page of a PDF. */
        pictures: (id: string, step: KycStep) =>
          Effect.flatMap(reviews.pictures(id, step), (all) =>
            Effect.forEach(all, ({ content, type }) =>
              Effect.map(Stream.mkUint8Array(content), (bytes) => ({ type, bytes }))
            )
          ),
        /**
         * The complete file of a step as it is kept, at most 10 MB: a PDF as a stranger uploaded it. Open it
         * only where it can do no harm; `pictures` has what it shows.
         */
        original: (id: string, step: KycStep) =>
          Effect.flatMap(reviews.original(id, step), Stream.mkUint8Array),
        /**
         * Decides the running check: `outcome` (`completed`, `failed`, `retry`), `reasons` of
         * `reviewReasons`, `comment`, `decidedBy`.
         */
        decide: (id: string, input: KycDecision) => Effect.map(reviews.decide(id, input), kycReviewView)
      }
    }
  }
})
