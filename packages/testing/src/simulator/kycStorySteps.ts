import { assert } from "@effect/vitest"
import {
  AuditReader,
  isInCheck,
  type KycStep,
  KycReviews,
  KycSessions,
  KycUploads,
  type OpenedKycSession,
  Partners,
  Webhooks,
  Worker
} from "@quittance/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { Step } from "./killPointStory.ts"
import { fileFor } from "./personFiles.ts"
import { StoryKyc } from "./StoryKyc.ts"

/** What happens in the stories of KYC sessions: whoever does not know what became of a step can do it again. */

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000

export const partnerId = Effect.flatMap(Partners, (partners) =>
  Effect.map(partners.ensure("shop"), ({ id }) => id)
)

const outside = (run: Step["run"]): Step => ({ by: "outside", run })
const byProcess = (run: Step["run"]): Step => ({ by: "process", run })
export const drain = byProcess(Effect.flatMap(Worker, (worker) => worker.drain))
export const after = (time: Parameters<typeof TestClock.adjust>[0]): ReadonlyArray<Step> => [
  outside(TestClock.adjust(time)),
  drain
]

export const begin = outside(Effect.andThen(TestClock.setTime(start), partnerId))

const receiver = "https://shop.example/kyc"

const allSessions = Effect.scoped(
  Effect.gen(function* () {
    const snapshot = yield* (yield* AuditReader).snapshot
    return yield* Stream.runCollect(snapshot.kycSessions)
  })
)

export const only = Effect.gen(function* () {
  const [found, ...others] = yield* allSessions
  assert(found !== undefined && others.length === 0, "there is one session")
  return found
})

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
      const { documents, order } = yield* only
      const isShown = documents.some((shown) => shown.step === step)
      const uploads = yield* KycUploads
      if (!isShown) yield* uploads.submit(order.token, step, fileFor(step, name))
    })
  )
export const showBoth = [show("document"), show("selfie")]

export const redact = byProcess(
  Effect.gen(function* () {
    const sessions = yield* KycSessions
    const { order } = yield* only
    yield* sessions.redact(order.partnerId, order.id)
  })
)

export const decideByHand = byProcess(
  Effect.gen(function* () {
    const session = yield* only
    const reviews = yield* KycReviews
    if (isInCheck(session))
      yield* reviews.decide(session.order.id, { outcome: "completed", decidedBy: "an operator" })
  })
)

export const decide = outside(Effect.flatMap(StoryKyc, (kyc) => kyc.decide))
export const isStill = (tag: OpenedKycSession["_tag"]) =>
  outside(Effect.map(only, ({ _tag }) => assert.strictEqual(_tag, tag)))
