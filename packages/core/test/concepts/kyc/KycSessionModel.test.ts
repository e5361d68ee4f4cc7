import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { kycSessionTransitions } from "../../../src/concepts/kyc/KycSession.ts"
import { kycSessionAsOf } from "../../../src/concepts/kyc/KycSessionAsOf.ts"
import { isEnded, kycStatus } from "../../../src/concepts/kyc/KycStanding.ts"
import { holds } from "../../holds.ts"
import { histories, levels, livedThrough, SessionLife } from "./sessionLives.ts"

const runs = 500

describe("any history of a KYC session", () => {
  it("agrees with the simpler model after every step: status, attempts, check and what is to be shown", () => {
    const met = new Set<string>(["absent"])
    holds(
      fc.property(levels, histories, (level, history) => {
        livedThrough(level, history, ({ state }, model, { at }) => {
          met.add(state._tag)
          assert.strictEqual(kycStatus(kycSessionAsOf(state, at)), model.status(at))
          assert.strictEqual(state.attempts, model.refusals)
          assert.strictEqual(
            Option.getOrElse(state.discarded, () => 0),
            model.discarded
          )
          assert.strictEqual(state.check, model.check)
          assert.strictEqual(Option.isSome(state.redactedAt), model.redacted)
          if (!model.waits) return
          const shown = state.documents.map(({ step }) => step)
          assert.sameMembers([...shown, ...model.missing], [...model.steps])
        })
      }),
      runs
    )
    assert.sameMembers([...met], Object.keys(kycSessionTransitions), "histories that leave no state out")
  })

  it("ends at most once, is redacted at most once, and asks for a check again only after its answer was lost", () =>
    holds(
      fc.property(levels, histories, (level, history) => {
        const { events } = livedThrough(level, history)
        const ends = ["KycSessionCompleted", "KycSessionFailed", "KycSessionExpired"]
        assert.isAtMost(events.filter(({ _tag }) => ends.includes(_tag)).length, 1)
        assert.isAtMost(events.filter(({ _tag }) => _tag === "KycSessionRedacted").length, 1)
        const asked = new Set<number>()
        for (const event of events) {
          if (event._tag === "KycAnswerLost") asked.delete(event.check)
          if (event._tag !== "KycCheckOpening") continue
          assert.isFalse(asked.has(event.check), `check ${event.check} is asked for twice`)
          asked.add(event.check)
        }
      }),
      runs
    ))

  it("is the same whether a worker records the expiry before every step or never", () =>
    holds(
      fc.property(levels, histories, (level, history) => {
        const swept = new SessionLife(level)
        livedThrough(level, history, (unswept, _, command) => {
          swept.tell({ _tag: "Expire", at: command.at })
          swept.tell(command)
          const [one, other] = [swept, unswept].map(({ state }) => {
            const now = kycSessionAsOf(state, command.at)
            return { ...now, updatedAt: 0, ...(isEnded(now) ? { endedAt: 0 } : {}) }
          })
          assert.deepStrictEqual(other, one)
        })
      }),
      runs
    ))
})
