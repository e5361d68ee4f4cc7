import { assert } from "@effect/vitest"
import { KycReviews, KycSessions, KycUploads, Webhooks } from "@quittance/core"
import {
  AuditReader,
  isInCheck,
  type KycStep,
  kycSession,
  type OpenedKycSession
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { fileFor } from "../outside/personFiles.ts"
import { StoryKyc } from "./StoryKyc.ts"
import { byProcess, only, outside, partnerId } from "./storySteps.ts"

/** What happens in the stories of KYC sessions: whoever does not know what became of a step can do it again. */

export const receiver = "https://shop.example/kyc"

const allSessions = Effect.scoped(
  Effect.gen(function* () {
    const snapshot = yield* (yield* AuditReader).snapshot
    return yield* Stream.runCollect(snapshot.states(kycSession))
  })
)

export const session = only(allSessions)

export const listen = outside(
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    yield* webhooks.create(yield* partnerId, { url: receiver, events: ["kyc.completed", "kyc.failed"] })
  })
)

export const create = (fields: object) =>
  byProcess(
    Effect.gen(function* () {
      // Whoever does not know what became of it looks first.
      if ((yield* allSessions).length > 0) return
      const sessions = yield* KycSessions
      yield* sessions.create(yield* partnerId, { level: "basic", metadata: { user: "ann" }, ...fields })
    })
  )
export const alone = create({ webhookUrl: receiver })

/** A person shows a file in a step; whoever does not know what became of it looks at the page first. */
export const show = (step: KycStep, name: string = step) =>
  byProcess(
    Effect.gen(function* () {
      const { documents, order } = yield* session
      const isShown = documents.some((shown) => shown.step === step)
      const uploads = yield* KycUploads
      if (!isShown) yield* uploads.submit(order.token, step, fileFor(step, name))
    })
  )
export const showBoth = [show("document"), show("selfie")]

export const redact = byProcess(
  Effect.gen(function* () {
    const sessions = yield* KycSessions
    const { order } = yield* session
    yield* sessions.redact(order.partnerId, order.id)
  })
)

export const decideByHand = byProcess(
  Effect.gen(function* () {
    const found = yield* session
    const reviews = yield* KycReviews
    if (isInCheck(found))
      yield* reviews.decide(found.order.id, { outcome: "completed", decidedBy: "an operator" })
  })
)

export const decide = outside(Effect.flatMap(StoryKyc, (kyc) => kyc.decide))
export const isStill = (tag: OpenedKycSession["_tag"]) =>
  outside(Effect.map(session, ({ _tag }) => assert.strictEqual(_tag, tag)))
