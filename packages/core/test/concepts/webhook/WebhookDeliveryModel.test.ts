import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type DeliveryStatus,
  WebhookDelivery,
  type WebhookDeliveryCommand,
  type WebhookDeliveryState
} from "../../../src/concepts/webhook/WebhookDelivery.ts"
import { webhookDeliveryView } from "../../../src/concepts/webhook/WebhookView.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { nextAttemptAt, webhookRetryPolicy } from "../../../src/kernel/work/RetryPolicy.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { attemptOf, deliveryCommandsAt, otherUrl, start, target } from "./webhookSamples.ts"

type LaterCommand = Exclude<WebhookDeliveryCommand, { readonly _tag: "Schedule" }>

const instant = fc.nat(100).map((millis) => start + millis)
const url = fc.constantFrom(target.url, otherUrl)

const happening: fc.Arbitrary<LaterCommand> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(instant, fc.integer({ min: 200, max: 299 }), url)
      .map(([at, status, to]): LaterCommand => ({ _tag: "Succeed", attempt: attemptOf(at, status, to) }))
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(instant, fc.constantFrom(undefined, 301, 404, 410, 429, 500), url, fc.option(instant))
      .map(
        ([at, status, to, retryAt]): LaterCommand => ({
          _tag: "Fail",
          attempt: attemptOf(at, status, to),
          error: `answered ${status}`,
          retryAt: Option.fromNullishOr(retryAt)
        })
      )
  },
  {
    weight: 1,
    arbitrary: instant.map((at): LaterCommand => ({ _tag: "GiveUp", reason: "the webhook is disabled", at }))
  },
  {
    weight: 1,
    arbitrary: instant.map((at): LaterCommand => ({ _tag: "Cancel", reason: "it is not wanted", at }))
  },
  { weight: 3, arbitrary: instant.map((at): LaterCommand => ({ _tag: "Redeliver", at })) }
)

const histories = fc.array(happening, { maxLength: 40 })

/** A second, simpler account: what was taken so far, in rounds that each redelivery begins; the last entry decides. */
class DeliveryModel {
  readonly rounds: Array<Array<LaterCommand>> = [[]]

  /** Carries out a command and says whether it must be accepted. */
  tell(command: LaterCommand): boolean {
    const isOver = this.status !== "pending"
    if (command._tag === "Redeliver") this.rounds.push([])
    else if (!isOver) this.rounds.at(-1)?.push(command)
    return !isOver || ["Redeliver", "GiveUp", "Cancel"].includes(command._tag)
  }

  get status(): DeliveryStatus {
    const last = this.rounds.at(-1)?.at(-1)
    if (last === undefined || last._tag === "Redeliver") return "pending"
    if (last._tag === "Fail") return Option.isSome(last.retryAt) ? "pending" : "failed"
    if (last._tag === "Cancel") return "cancelled"
    return last._tag === "Succeed" ? "delivered" : "failed"
  }

  get error(): string | null {
    const last = this.rounds.at(-1)?.at(-1)
    if (last?._tag === "Fail") return last.error
    return last?._tag === "GiveUp" || last?._tag === "Cancel" ? last.reason : null
  }

  get attempts() {
    return this.rounds
      .flat()
      .flatMap((command) => (command._tag === "Succeed" || command._tag === "Fail" ? [command.attempt] : []))
  }

  get attemptsBefore(): number {
    const before = this.rounds.slice(0, -1).flat()
    return before.filter(({ _tag }) => _tag === "Succeed" || _tag === "Fail").length
  }
}

const afterCommand = (state: WebhookDeliveryState, command: WebhookDeliveryCommand): WebhookDeliveryState =>
  Result.getOrElse(WebhookDelivery.decide(state, command), () => []).reduce(WebhookDelivery.evolve, state)

const scheduled = afterCommand(WebhookDelivery.initial, deliveryCommandsAt(start).Schedule)

describe("any history of a webhook delivery", () => {
  it("agrees with the simpler model after every step, as the log shows it", () =>
    holds(
      fc.property(histories, (commands) => {
        const model = new DeliveryModel()
        let state = scheduled
        for (const command of commands) {
          const accepted = Result.isSuccess(WebhookDelivery.decide(state, command))
          assert.strictEqual(accepted, model.tell(command), show(command))
          state = afterCommand(state, command)
          invariant(state._tag !== "absent", "a scheduled delivery stays")
          const last = model.attempts.at(-1)
          const {
            attempt,
            error,
            maxAttempts,
            responseCode,
            status,
            url: shownUrl
          } = webhookDeliveryView(state, 3)
          assert.deepStrictEqual(
            { attempt, error, maxAttempts, responseCode, status, shownUrl },
            {
              attempt: model.attempts.length,
              error: model.error,
              maxAttempts: model.attemptsBefore + 3,
              responseCode: last === undefined ? null : Option.getOrNull(last.responseCode),
              status: model.status,
              shownUrl: last?.url ?? target.url
            },
            show(command)
          )
        }
      }),
      2_000
    ))

  it("makes one attempt for each of the schedule, and a whole schedule more after each redelivery", () =>
    holds(
      fc.property(
        fc.array(fc.noShrink(fc.double({ min: 0, max: 0.999, noNaN: true })), {
          minLength: 40,
          maxLength: 40
        }),
        fc.nat(2),
        (chances, redeliveries) => {
          const attemptMax = webhookRetryPolicy.delaysMillis.length
          let state = scheduled
          for (let round = 0; round <= redeliveries; round++) {
            const gaps: Array<number> = []
            while (state._tag === "pending") {
              const { attempts, attemptsBefore, dueAt } = state
              const made = attempts - attemptsBefore + 1
              const retryAt = nextAttemptAt(webhookRetryPolicy, made, dueAt, chances[attempts] ?? 0.5)
              state = afterCommand(state, {
                _tag: "Fail",
                attempt: attemptOf(dueAt, 500),
                error: "answered 500",
                retryAt
              })
              if (state._tag === "pending") gaps.push(state.dueAt - dueAt)
            }
            invariant(state._tag === "failed", "the schedule is spent")
            assert.strictEqual(state.attempts, attemptMax * (round + 1))
            assert.strictEqual(webhookDeliveryView(state, attemptMax).maxAttempts, state.attempts)
            for (const [index, gap] of gaps.entries()) {
              const planned = webhookRetryPolicy.delaysMillis[index + 1] ?? 0
              assert.isAtMost(Math.abs(gap - planned), planned * 0.2 + 1)
            }
            assert.strictEqual(gaps.length, attemptMax - 1)
            if (round < redeliveries) state = afterCommand(state, { _tag: "Redeliver", at: state.updatedAt })
          }
        }
      )
    ))
})
