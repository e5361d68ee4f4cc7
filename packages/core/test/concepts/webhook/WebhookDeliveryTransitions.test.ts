import { Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  deliveryStatuses,
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryCommand,
  WebhookDeliveryCommandRefused,
  type WebhookDeliveryState,
  webhookDeliveryTransitions
} from "../../../src/concepts/webhook/WebhookDelivery.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { attemptOf, deliveryCommandsAt, deliveryOrder, otherUrl, start } from "./webhookSamples.ts"

const at = start + 1

/** One command of every tag, and the variants that a side field could tell apart. */
const commands: ReadonlyArray<WebhookDeliveryCommand> = [
  ...Object.values(deliveryCommandsAt(at)),
  { _tag: "Succeed", attempt: attemptOf(at, 204, otherUrl) },
  { _tag: "Fail", attempt: attemptOf(at, undefined), error: "no answer", retryAt: Option.none() },
  { _tag: "Fail", attempt: attemptOf(at, 410), error: "gone", retryAt: Option.none() },
  { _tag: "GiveUp", reason: "the webhook is disabled", at }
]

/** Attempts are counted and kept without end and time goes on; neither decides anything. */
const keyOf = (state: WebhookDeliveryState): string =>
  show({ ...state, attempts: 0, attemptsBefore: 0, earlierAttempts: [], updatedAt: 0 })

const explored = explore(WebhookDelivery, commands, keyOf, 12)
const { states, steps } = explored

const scheduled = { _tag: "DeliveryScheduled", order: deliveryOrder, url: otherUrl } as const

/** One more attempt, or as many as before; earlier ones are kept. */
const repeated = (attempts: number) => (first: WebhookDeliveryState, second?: WebhookDeliveryState) => {
  const [before, after] = [recordedDelivery(first), recordedDelivery(second ?? WebhookDelivery.initial)]
  const { earlierAttempts } = after
  assert.deepStrictEqual(after, { ...before, earlierAttempts, attempts: before.attempts + attempts })
}

lawsOf({
  machine: WebhookDelivery,
  transitions: webhookDeliveryTransitions,
  explored,
  refused: (named) => new WebhookDeliveryCommandRefused(named),
  repeats: {
    Schedule: "is refused",
    Succeed: "is refused",
    Fail: (first, second) =>
      first._tag === "failed" ? assert.isUndefined(second, "no more is made") : repeated(1)(first, second),
    GiveUp: "adds nothing",
    Cancel: "adds nothing",
    Redeliver: repeated(0)
  },
  still: { delivered: ["Redeliver"], failed: ["Redeliver"], cancelled: ["Redeliver"] },
  defects: [
    [[scheduled], scheduled, "scheduled once"],
    [[], { _tag: "RedeliveryRequested", at }, "needs a delivery"]
  ]
})

it("a delivery that was recorded is never absent, and has a status in every state", () => {
  assert.throws(() => recordedDelivery(WebhookDelivery.initial), "never absent")
  assert.sameMembers(["absent", ...deliveryStatuses], Object.keys(webhookDeliveryTransitions))
})

describe("attempts", () => {
  it("are one more after each outcome, and as many as before after everything else", () => {
    for (const { command, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent") continue
      const isOutcome = command._tag === "Succeed" || command._tag === "Fail"
      assert.strictEqual(to.attempts, from.attempts + (isOutcome ? 1 : 0), command._tag)
    }
  })

  it("of before the last redelivery are a part of them, and only a redelivery changes how many", () => {
    for (const { command, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent") continue
      assert.isAtMost(to.attemptsBefore, to.attempts)
      assert.strictEqual(
        to.attemptsBefore,
        command._tag === "Redeliver" ? from.attempts : from.attemptsBefore
      )
    }
  })

  it("are what delivers: nothing is delivered without one, which had no error", () => {
    const delivered = states.flatMap((state) => (state._tag === "delivered" ? [state] : []))
    assert.isAbove(delivered.length, 0)
    for (const { attempts, deliveredAt, error, lastAttempt } of delivered) {
      assert.isAbove(attempts, 0)
      const last = Option.getOrThrow(lastAttempt)
      assert.deepStrictEqual([last.error, error], [Option.none(), Option.none()])
      assert.strictEqual(deliveredAt, last.at)
    }
  })

  it("are recorded as the last one, with where it went", () => {
    for (const { command, to } of steps) {
      if ((command._tag !== "Succeed" && command._tag !== "Fail") || to._tag === "absent") continue
      assert.deepStrictEqual(to.lastAttempt, Option.some(command.attempt))
      assert.strictEqual(to.url, command.attempt.url)
    }
  })

  it("that failed and are not made again leave a delivery failed that says why", () => {
    for (const { command, to } of steps) {
      if (command._tag !== "Fail" || to._tag === "absent") continue
      assert.strictEqual(to._tag, Option.isSome(command.retryAt) ? "pending" : "failed")
      assert.deepStrictEqual(to.error, Option.some(command.error))
      if (to._tag === "pending") assert.strictEqual(to.dueAt, Option.getOrThrow(command.retryAt))
    }
  })
})

describe("a redelivery", () => {
  it("is due at once, without an error, and keeps what is known of the last attempt", () => {
    const asked = steps.filter(({ command }) => command._tag === "Redeliver")
    assert.isAbove(asked.length, 0)
    for (const { from, to } of asked) {
      assert.isTrue(from._tag !== "absent" && to._tag === "pending")
      if (from._tag === "absent" || to._tag !== "pending") continue
      assert.strictEqual(to.dueAt, at)
      assert.deepStrictEqual(to.error, Option.none())
      assert.strictEqual(to.lastAttempt, from.lastAttempt)
    }
  })
})
