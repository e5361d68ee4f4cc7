import { Effect, Stream } from "effect"
import type { DocumentChoice } from "../../concepts/kyc/DocumentChoice.ts"
import { KycChecks } from "../../concepts/kyc/KycChecks.ts"
import type { KycDecision, KycSessionRequest } from "../../concepts/kyc/KycRequest.ts"
import { KycReviews } from "../../concepts/kyc/KycReviews.ts"
import { kycReviewView } from "../../concepts/kyc/KycReviewView.ts"
import type { OpenedKycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { KycSessions } from "../../concepts/kyc/KycSessions.ts"
import {
  type KycSessionView,
  kycSessionCreatedView,
  kycSessionView
} from "../../concepts/kyc/KycSessionView.ts"
import { nextStep } from "../../concepts/kyc/KycStanding.ts"
import type { KycStep } from "../../concepts/kyc/KycStep.ts"
import { KycUploads } from "../../concepts/kyc/KycUploads.ts"
import type { KycVerdict } from "../../concepts/kyc/KycVerdict.ts"
import { Users } from "../../concepts/person/Users.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { Actor } from "../../kernel/actor/Actor.ts"
import { makeHistories } from "../../store/histories.ts"
import { answered } from "./shown.ts"

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
  const users = yield* Users
  const histories = yield* makeHistories("partner")
  const session = (state: OpenedKycSession): KycSessionView => kycSessionView(state, publicUrl)
  const link = (state: OpenedKycSession): KycLinkView => ({
    ...session(state),
    nextStep: nextStep(state) ?? null
  })

  /** Who looks, by name and id: names are not unique, and a font may lack the letters of one. */
  const viewer = Effect.gen(function* () {
    const actor = yield* Actor
    const id = actor.slice(actor.indexOf(":") + 1)
    const found = yield* Effect.catchTag(users.get(id), "NotFound", () => Effect.succeed(undefined))
    return found === undefined ? id : `${found.name}\n${id}`
  })

  return {
    kyc: {
      create: (partnerId: string, input: KycSessionRequest, idempotencyKey?: string) =>
        Effect.map(sessions.create(partnerId, input, idempotencyKey), (created) =>
          answered(kycSessionCreatedView(created, publicUrl), created.replayed)
        ),
      get: (partnerId: string, id: string) => Effect.map(sessions.get(partnerId, id), session),
      history: (partnerId: string, id: string) =>
        Effect.flatMap(sessions.get(partnerId, id), histories.kycSession),
      redact: (partnerId: string, id: string) => Effect.map(sessions.redact(partnerId, id), session),
      byToken: (token: string) => Effect.map(sessions.getByToken(token), link),
      submit: (token: string, step: KycStep, file: Uint8Array, choice?: DocumentChoice) =>
        Effect.map(uploads.submit(token, step, file, choice), link),
      takeBack: (token: string) => Effect.map(uploads.takeBack(token), link),
      confirm: (checkId: string, verdict: KycVerdict) =>
        Effect.map(checks.confirm(checkId, verdict), session),
      refresh: (checkId: string) => Effect.map(checks.refresh(checkId), session),
      review: {
        list: () => Effect.map(reviews.list, (all) => all.map(kycReviewView)),
        waiting: (partnerId: string) =>
          Effect.map(reviews.waiting(partnerId), (all) => all.map(kycReviewView)),
        get: (id: string) => Effect.map(reviews.get(id), kycReviewView),
        pictures: (id: string, step: KycStep) =>
          Effect.flatMap(reviews.pictures(id, step), (all) =>
            Effect.forEach(all, ({ content, type }) =>
              Effect.map(Stream.mkUint8Array(content), (bytes) => ({ type, bytes }))
            )
          ),
        original: (id: string, step: KycStep) =>
          Effect.flatMap(reviews.original(id, step), Stream.mkUint8Array),
        watermarked: (id: string) => Effect.flatMap(viewer, (name) => reviews.watermarked(id, name)),
        decide: (id: string, input: KycDecision) => Effect.map(reviews.decide(id, input), kycReviewView)
      }
    }
  }
})
