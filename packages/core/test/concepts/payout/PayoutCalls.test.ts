import { Option } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  callAnswered,
  callStarted,
  callsKeptMax,
  type PayoutCall
} from "../../../src/concepts/payout/PayoutCalls.ts"

const none: ReadonlyArray<PayoutCall> = []

describe("the calls of a payout", () => {
  it("are there before they are answered, and answered once", () => {
    const started = callStarted(none, "submit", 1)
    assert.deepStrictEqual(started, [{ kind: "submit", at: 1, answer: Option.none() }])
    const heard = callAnswered(started, { answer: "accepted" })
    assert.deepStrictEqual(heard, [{ kind: "submit", at: 1, answer: Option.some("accepted") }])
    assert.strictEqual(callAnswered(heard, { answer: "completed" }), heard)
    assert.strictEqual(callAnswered(none, { answer: "completed" }), none)
  })

  it("stay unanswered where nobody says what was answered, as when an operator decides", () => {
    const started = callStarted(none, "lookup", 1)
    assert.strictEqual(callAnswered(started, undefined), started)
    assert.deepStrictEqual(
      callStarted(started, "lookup", 2).map(({ answer }) => answer),
      [Option.none(), Option.none()]
    )
  })

  it("have the abandonment right after the lookup that led to it", () => {
    const abandon = { at: 9, answer: "too late" }
    assert.deepStrictEqual(
      callAnswered(callStarted(none, "lookup", 8), { answer: "no answer: x", abandon }),
      [
        { kind: "lookup", at: 8, answer: Option.some("no answer: x") },
        { kind: "abandon", at: 9, answer: Option.some("too late") }
      ]
    )
  })

  it("are the first and the last of however many, in their order", () =>
    fc.assert(
      fc.property(fc.nat({ max: 200 }), (count) => {
        let calls = none
        for (let at = 0; at < count; at++)
          calls = callAnswered(callStarted(calls, "lookup", at), { answer: "x" })
        const all = Array.from({ length: count }, (_, at) => at)
        const half = callsKeptMax / 2
        const expected = count <= callsKeptMax ? all : [...all.slice(0, half), ...all.slice(-half)]
        assert.deepStrictEqual(
          calls.map(({ at }) => at),
          expected
        )
        assert.isTrue(calls.every(({ answer }) => Option.isSome(answer)))
      })
    ))

  it("keep the beginning of a long answer, whole characters of it", () => {
    const [call] = callAnswered(callStarted(none, "submit", 1), { answer: "é💸".repeat(10_000) })
    const answer = Option.getOrThrow(call?.answer ?? Option.none())
    assert.isAtMost(answer.length, 300)
    assert.isTrue(answer.isWellFormed())
  })
})
