import { Effect, Stream } from "effect"
import { KycChecks } from "../kyc/KycChecks.ts"
import { KycReviews } from "../kyc/KycReviews.ts"
import { type KycReviewView, kycReviewView } from "../kyc/KycReviewView.ts"
import { nextStep, type OpenedKycSession } from "../kyc/KycSession.ts"
import type { KycVerdict } from "../kyc/KycVerdict.ts"
import { KycSessions } from "../kyc/KycSessions.ts"
import {
  type KycSessionCreatedView,
  kycSessionCreatedView,
  type KycSessionView,
  kycSessionView
} from "../kyc/KycSessionView.ts"
import type { KycStep } from "../kyc/KycStep.ts"
import { KycUploads } from "../kyc/KycUploads.ts"

/** A session for whoever serves its page: `nextStep` is the step that its person takes next, if the session waits for one. */
export type KycLinkView = KycSessionView & { readonly nextStep: KycStep | null }

type Services = KycChecks | KycReviews | KycSessions | KycUploads
type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

/** KYC sessions in Promises: a part of what `createQuittance` gives. */
export const kycGroup = (run: Run, publicUrl: string) => {
  const show = (session: OpenedKycSession): KycSessionView => kycSessionView(session, publicUrl)
  const showLink = (session: OpenedKycSession): KycLinkView => ({
    ...show(session),
    nextStep: nextStep(session) ?? null
  })

  return {
    /** Identity verifications. */
    kyc: {
      /** Needs a checker, a blob store and a reader of pictures. A session with a URL of its own answers its secret, once. */
      create: (partnerId: string, input: unknown): Promise<KycSessionCreatedView> =>
        run(
          Effect.map(
            Effect.flatMap(KycSessions, (sessions) => sessions.create(partnerId, input)),
            (created) => kycSessionCreatedView(created, publicUrl)
          )
        ),
      get: (partnerId: string, id: string): Promise<KycSessionView> =>
        run(
          Effect.map(
            Effect.flatMap(KycSessions, (sessions) => sessions.get(partnerId, id)),
            show
          )
        ),
      /** Deletes the documents and everything personal; what is not finished expires first. */
      redact: (partnerId: string, id: string): Promise<KycSessionView> =>
        run(
          Effect.map(
            Effect.flatMap(KycSessions, (sessions) => sessions.redact(partnerId, id)),
            show
          )
        ),
      /** For a page of the host's own: the session of a link, by the unguessable end of its `verificationUrl`. */
      byToken: (token: string): Promise<KycLinkView> =>
        run(
          Effect.map(
            Effect.flatMap(KycSessions, (sessions) => sessions.getByToken(token)),
            showLink
          )
        ),
      /** Takes a file as what is shown in the session's next step. */
      submit: (token: string, step: KycStep, file: Uint8Array): Promise<KycLinkView> =>
        run(
          Effect.map(
            Effect.flatMap(KycUploads, (uploads) => uploads.submit(token, step, file)),
            showLink
          )
        ),
      /** For a checker that calls back and whose word was proven: the verdict of a check. The first one stands. */
      confirm: (checkId: string, verdict: KycVerdict): Promise<KycSessionView> =>
        run(
          Effect.map(
            Effect.flatMap(KycChecks, (checks) => checks.confirm(checkId, verdict)),
            show
          )
        ),
      /** For a checker that calls back: asks it now how the check stands. What the callback says is not believed. */
      refresh: (checkId: string): Promise<KycSessionView> =>
        run(
          Effect.map(
            Effect.flatMap(KycChecks, (checks) => checks.refresh(checkId)),
            show
          )
        ),
      /** For operators: across partners, and in clear. */
      review: {
        /** Sessions whose check awaits its answer, the longest waiting first; the first thousand of them. */
        list: (): Promise<ReadonlyArray<KycReviewView>> =>
          run(
            Effect.map(
              Effect.flatMap(KycReviews, (reviews) => reviews.list),
              (all) => all.map(kycReviewView)
            )
          ),
        get: (id: string): Promise<KycReviewView> =>
          run(
            Effect.map(
              Effect.flatMap(KycReviews, (reviews) => reviews.get(id)),
              kycReviewView
            )
          ),
        /** The whole file that was shown in a step, at most 10 MB. */
        document: (id: string, step: KycStep): Promise<Uint8Array> =>
          run(
            Effect.flatMap(
              Effect.flatMap(KycReviews, (reviews) => reviews.document(id, step)),
              Stream.mkUint8Array
            )
          ),
        /** Answers the running check: `outcome` (`completed`, `failed`, `retry`), `reasons`, `decidedBy`, which is recorded. */
        decide: (id: string, input: unknown): Promise<KycReviewView> =>
          run(
            Effect.map(
              Effect.flatMap(KycReviews, (reviews) => reviews.decide(id, input)),
              kycReviewView
            )
          )
      }
    }
  }
}
