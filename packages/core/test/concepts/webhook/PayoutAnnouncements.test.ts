import { assert, describe, it } from "vitest"
import { Payout, type PayoutState } from "../../../src/concepts/payout/Payout.ts"
import { payoutStatus } from "../../../src/concepts/payout/PayoutRecord.ts"
import { payoutView } from "../../../src/concepts/payout/PayoutView.ts"
import { payoutAnnouncements } from "../../../src/concepts/payout/payoutAnnouncements.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { commandsAt, start } from "../payout/payoutSamples.ts"

/** Calls are counted without end and time goes on; neither is told of. */
const keyOf = (state: PayoutState): string => show({ ...state, attempts: 0, updatedAt: 0 })

const { steps } = explore(Payout, Object.values(commandsAt(start + 1)), keyOf, 12)

const isSettledLate = (state: PayoutState): boolean =>
  "settledLateAt" in state && state.settledLateAt._tag === "Some"

/** What is to be told, by what a payout was before and is now. */
const expected = (from: PayoutState, to: PayoutState): string | undefined => {
  const before = from._tag === "absent" ? "PENDING" : payoutStatus(from)
  const after = to._tag === "absent" ? "PENDING" : payoutStatus(to)
  if (before !== after) return after === "COMPLETED" ? "payout.completed" : "payout.failed"
  return isSettledLate(to) && !isSettledLate(from) ? "payout.late_settlement" : undefined
}

const announced = steps.map((step) => {
  const { events, from, to } = step
  invariant(to._tag !== "absent", "an accepted command leaves a payout")
  return { from, to, events, announcements: payoutAnnouncements(events, to, "TRON (TRC-20)") }
})

describe("what webhooks are told of a payout", () => {
  it("is its end, and money that left after all; of every step at most one thing", () => {
    for (const { announcements, from, to } of announced)
      assert.deepStrictEqual(
        announcements.map(({ type }) => type),
        [expected(from, to)].filter((type) => type !== undefined),
        `${from._tag} → ${to._tag}`
      )
    const types = announced.flatMap(({ announcements }) => announcements.map(({ type }) => type))
    assert.sameMembers([...new Set(types)], ["payout.completed", "payout.failed", "payout.late_settlement"])
  })

  it("shows the payout as the API does after the step, and names an event of it", () => {
    for (const { announcements, events, to } of announced) {
      for (const { event, object } of announcements) {
        assert.isTrue(events.some((each) => each === event))
        assert.deepStrictEqual(object(), payoutView(to, "TRON (TRC-20)"))
      }
    }
  })
})
