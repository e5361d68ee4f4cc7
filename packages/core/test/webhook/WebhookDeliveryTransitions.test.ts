import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  type DeliveryStatus,
  deliveryStatuses,
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryCommand,
  WebhookDeliveryCommandRefused,
  type WebhookDeliveryState,
  webhookDeliveryTransitions
} from "../../src/webhook/WebhookDelivery.ts"
import { declaredEdges, edgesOf, explore, show } from "../machine/explore.ts"
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

const { refusals, states, steps } = explore(WebhookDelivery, commands, keyOf, 12)

describe("the webhook delivery machine", () => {
  it("walks exactly the declared edges, and every one of them", () =>
    assert.deepStrictEqual(edgesOf(steps), declaredEdges(webhookDeliveryTransitions)))

  it("reaches every state from the beginning, and has a status for each", () => {
    assert.sameMembers([...new Set(states.map(({ _tag }) => _tag))], Object.keys(webhookDeliveryTransitions))
    assert.sameMembers(["absent", ...deliveryStatuses], Object.keys(webhookDeliveryTransitions))
  })

  it("accepts a command by the state's name alone", () => {
    for (const state of states) {
      for (const command of commands) {
        assert.strictEqual(
          Result.isSuccess(WebhookDelivery.decide(state, command)),
          command._tag in webhookDeliveryTransitions[state._tag],
          `${show(state)} ${show(command)}`
        )
      }
    }
  })

  it("answers every refusal with the names of the state and the command", () => {
    assert.isAbove(refusals.length, 0)
    for (const { command, from } of refusals) {
      const decision = WebhookDelivery.decide(from, command)
      assert.deepStrictEqual(
        Result.isFailure(decision) ? decision.failure : undefined,
        new WebhookDeliveryCommandRefused({ from: from._tag, command: command._tag })
      )
    }
  })

  it("never changes what was fixed when the event was fanned out, the event's id among it", () => {
    for (const { from, to } of steps)
      if (from._tag !== "absent" && to._tag !== "absent") assert.strictEqual(to.order, from.order)
  })

  it("takes an event that no decision can make for a defect", () => {
    const event = { _tag: "DeliveryScheduled", order: deliveryOrder, url: otherUrl } as const
    const pending = WebhookDelivery.evolve(WebhookDelivery.initial, event)
    assert.throws(() => WebhookDelivery.evolve(pending, event), "scheduled once")
    assert.throws(
      () => WebhookDelivery.evolve(WebhookDelivery.initial, { _tag: "RedeliveryRequested", at }),
      "needs a delivery"
    )
    assert.throws(() => recordedDelivery(WebhookDelivery.initial), "never absent")
  })
})

describe("a delivery that is over", () => {
  const over: ReadonlySet<string> = new Set<DeliveryStatus>(["delivered", "failed"])
  const after = steps.filter(({ from }) => over.has(from._tag))

  it("is led on by a redelivery and by nothing else", () => {
    assert.isAbove(after.length, 0)
    for (const { command, events, from, to } of after) {
      if (command._tag === "Redeliver") {
        assert.strictEqual(to._tag, "pending")
        continue
      }
      assert.deepStrictEqual(events, [], command._tag)
      assert.strictEqual(to, from)
    }
  })

  it("takes no outcome of an attempt any more", () => {
    for (const { command } of after) assert.notInclude(["Succeed", "Fail"], command._tag)
  })
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

describe("a repeated command", () => {
  const repeats: {
    readonly [Tag in WebhookDeliveryCommand["_tag"]]:
      | "adds nothing"
      | "is refused"
      | "keeps the facts"
      | "counts an attempt, or is refused where no more is made"
  } = {
    Schedule: "is refused",
    Succeed: "is refused",
    Fail: "counts an attempt, or is refused where no more is made",
    GiveUp: "adds nothing",
    Redeliver: "keeps the facts"
  }

  for (const [tag, law] of Object.entries(repeats)) {
    it(`${tag} ${law}`, () => {
      const accepted = steps.filter(({ command }) => command._tag === tag)
      assert.isAbove(accepted.length, 0)
      for (const { command, to } of accepted) {
        const again = WebhookDelivery.decide(to, command)
        if (law === "is refused" || (tag === "Fail" && to._tag === "failed")) {
          assert.isTrue(Result.isFailure(again), `${tag} in ${to._tag}`)
          continue
        }
        assert.isTrue(Result.isSuccess(again), `${tag} in ${to._tag}`)
        const events = Result.getOrElse(again, () => [])
        const after = recordedDelivery(events.reduce(WebhookDelivery.evolve, to))
        if (law === "adds nothing") assert.deepStrictEqual(events, [])
        const { attempts } = recordedDelivery(to)
        const { earlierAttempts } = after
        assert.deepStrictEqual(after, {
          ...to,
          earlierAttempts,
          attempts: attempts + (tag === "Fail" ? 1 : 0)
        })
      }
    })
  }
})
