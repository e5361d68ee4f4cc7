import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  earlierAttemptsMax,
  type RecordedDelivery,
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryCommand,
  type WebhookDeliveryState
} from "../../../src/concepts/webhook/WebhookDelivery.ts"
import {
  type WebhookDeliveryView,
  webhookDeliveryDetailView,
  webhookDeliveryView
} from "../../../src/concepts/webhook/WebhookView.ts"
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
    lastAttemptAt: null,
    nextAttemptAt: at(0),
    createdAt: at(0),
    deliveredAt: null
  }
  const tried = { attempt: 1, responseTimeMs: 25, responseBody: "an answer", lastAttemptAt: at(1000) }

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
      lastAttemptAt: at(1000),
      nextAttemptAt: null
    })
  })
})

describe("a delivery by itself", () => {
  const { Schedule } = deliveryCommandsAt(start)
  const after = (count: number): RecordedDelivery => {
    let state: WebhookDeliveryState = WebhookDelivery.initial
    const take = (command: WebhookDeliveryCommand) => {
      const decided = WebhookDelivery.decide(state, command)
      state = Result.getOrElse(decided, () => []).reduce(WebhookDelivery.evolve, state)
    }
    take(Schedule)
    for (let number = 1; number <= count; number++) {
      const attempt = { ...attemptOf(start + number, 500), responseMillis: number }
      const command = { _tag: "Fail" as const, attempt, error: "it failed" }
      take({ ...command, retryAt: number % 10 === 0 ? Option.none() : Option.some(start + number) })
      if (number % 10 === 0) take({ _tag: "Redeliver", at: start + number })
    }
    return recordedDelivery(state)
  }
  const numbersOf = (delivery: RecordedDelivery) =>
    webhookDeliveryDetailView(delivery, 10).attempts.map(({ number, responseTimeMs }) => [
      number,
      responseTimeMs
    ])
  const upTo = (count: number, from = 1) =>
    Array.from({ length: count - from + 1 }, (_, index) => [from + index, from + index])

  it.each([0, 1, 2, 9, 10, 11, 20])("shows all of %i attempts, each with its number", (count) =>
    assert.deepStrictEqual(numbersOf(after(count)), upTo(count))
  )

  it.each([21, 100])("shows the last of %i, through redeliveries, with their own numbers", (count) =>
    assert.deepStrictEqual(numbersOf(after(count)), upTo(count, count - earlierAttemptsMax))
  )

  it("shows what is known of one that an earlier version began", () =>
    assert.deepStrictEqual(numbersOf({ ...after(5), earlierAttempts: [] }), [[5, 5]]))
})
