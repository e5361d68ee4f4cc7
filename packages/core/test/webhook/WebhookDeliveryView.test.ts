import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryCommand,
  type WebhookDeliveryState
} from "../../src/webhook/WebhookDelivery.ts"
import { type WebhookDeliveryView, webhookDeliveryView } from "../../src/webhook/WebhookView.ts"
import { attemptOf, deliveryCommandsAt, start, target } from "./webhookSamples.ts"

describe("a delivery as the log shows it", () => {
  const { Fail, GiveUp, Redeliver, Schedule, Succeed } = deliveryCommandsAt(start + 1000)
  const view = (...commands: ReadonlyArray<WebhookDeliveryCommand>) => {
    const state = commands.reduce<WebhookDeliveryState>((before, command) => {
      const decision = WebhookDelivery.decide(before, command)
      assert.isTrue(Result.isSuccess(decision), `${command._tag} in ${before._tag}`)
      return Result.getOrElse(decision, () => []).reduce(WebhookDelivery.evolve, before)
    }, WebhookDelivery.initial)
    return webhookDeliveryView(recordedDelivery(state), 10)
  }
  const at = (millis: number): string => new Date(start + millis).toISOString()

  const waiting: WebhookDeliveryView = {
    id: "dlv_1",
    eventId: "evt_1",
    event: "invoice.paid",
    url: target.url,
    status: "pending",
    attempt: 0,
    maxAttempts: 10,
    responseCode: null,
    responseTimeMs: null,
    responseBody: null,
    error: null,
    nextAttemptAt: at(0),
    createdAt: at(0),
    deliveredAt: null
  }
  const tried = { attempt: 1, responseTimeMs: 25, responseBody: "an answer" }

  it("waiting for its first attempt", () => assert.deepStrictEqual(view(Schedule), waiting))

  it("waiting for its next attempt", () =>
    assert.deepStrictEqual(view(Schedule, Fail), {
      ...waiting,
      ...tried,
      responseCode: 500,
      error: "it failed",
      nextAttemptAt: at(2000)
    }))

  it("delivered", () =>
    assert.deepStrictEqual(view(Schedule, Succeed), {
      ...waiting,
      ...tried,
      status: "delivered",
      responseCode: 200,
      nextAttemptAt: null,
      deliveredAt: at(1000)
    }))

  it("given up without an attempt", () =>
    assert.deepStrictEqual(view(Schedule, GiveUp), {
      ...waiting,
      status: "failed",
      error: "the webhook was deleted",
      nextAttemptAt: null
    }))

  it("asked for again after it was delivered: what was, and when it goes out", () =>
    assert.deepStrictEqual(view(Schedule, Succeed, Redeliver), {
      ...waiting,
      ...tried,
      maxAttempts: 11,
      responseCode: 200,
      nextAttemptAt: at(1000)
    }))

  it("failed without an answer", () => {
    const lost = { ...Fail, attempt: attemptOf(start + 1000, undefined), retryAt: Option.none() }
    assert.deepStrictEqual(view(Schedule, lost), {
      ...waiting,
      status: "failed",
      attempt: 1,
      responseTimeMs: 25,
      error: "it failed",
      nextAttemptAt: null
    })
  })
})
