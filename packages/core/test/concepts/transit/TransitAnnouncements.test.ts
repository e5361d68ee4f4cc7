import { assert, describe, it } from "vitest"
import { TransitDeposit, type TransitDepositState } from "../../../src/concepts/transit/TransitDeposit.ts"
import { transitDepositView } from "../../../src/concepts/transit/TransitView.ts"
import { transitDepositAnnouncements } from "../../../src/concepts/transit/transitAnnouncements.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { drop, observe, requiredConfirmations, start } from "./depositSamples.ts"

const commands = [
  ...[0, 1, requiredConfirmations].flatMap((confirmations) => [
    observe(start + 1, confirmations),
    observe(start + 1, confirmations, 2000n)
  ]),
  drop(start + 1)
]

const { steps } = explore(TransitDeposit, commands, show, 12)

const announced = steps.map(({ events, from, to }) => {
  invariant(to._tag !== "absent", "an accepted command leaves a deposit")
  return { from, to, events, announcements: transitDepositAnnouncements(events, to) }
})

const typeOfStatus = {
  received: "payment.received",
  success: "payment.success",
  failed: "payment.failed"
} as const

/** What a receiver cares for: where it stands, and how much it is. */
const gist = (state: TransitDepositState): string =>
  state._tag === "absent" ? "" : `${state._tag} ${state.amountMinor}`

describe("what webhooks are told of a transit deposit", () => {
  it("is where it stands, once, whenever that or its amount is another", () => {
    for (const { announcements, from, to } of announced)
      assert.deepStrictEqual(
        announcements.map(({ type }) => type),
        gist(from) === gist(to) ? [] : [typeOfStatus[transitDepositView(to).status]],
        `${show(from)} → ${show(to)}`
      )
    const types = announced.flatMap(({ announcements }) => announcements.map(({ type }) => type))
    assert.sameMembers([...new Set(types)], Object.values(typeOfStatus))
  })

  it("is only a success where it was final when it was first seen", () => {
    const final = announced.filter(({ from, to }) => from._tag === "absent" && to._tag === "credited")
    assert.isAbove(final.length, 0)
    for (const { announcements, events } of final) {
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["DepositSeen", "DepositCredited"]
      )
      assert.deepStrictEqual(
        announcements.map(({ event, type }) => [event._tag, type]),
        [["DepositCredited", "payment.success"]]
      )
    }
  })

  it("is nothing of confirmations on the way", () => {
    const counted = announced.filter(({ events }) => events.at(-1)?._tag === "DepositConfirmationsChanged")
    assert.isAbove(counted.length, 0)
    for (const { announcements } of counted) assert.deepStrictEqual(announcements, [])
  })

  it("shows the deposit after the step, and names an event of it", () => {
    for (const { announcements, events, to } of announced) {
      for (const { event, object } of announcements) {
        assert.isTrue(events.some((each) => each === event))
        assert.deepStrictEqual(object(), transitDepositView(to))
      }
    }
  })
})

describe("a deposit as webhooks show it", () => {
  it("has every field, and no more confirmations than it needs", () => {
    const final = announced.find(({ from, to }) => from._tag === "absent" && to._tag === "credited")
    invariant(final !== undefined, "one was final at once")
    assert.deepStrictEqual(transitDepositView({ ...final.to, confirmations: 99, amountMinor: 1_234_567n }), {
      id: "dep_1",
      amount: 1.234567,
      currency: "USDT",
      status: "success",
      walletId: "wal_1",
      network: "tron",
      address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      txHash: "tx-dep_1",
      logIndex: 0,
      confirmations: requiredConfirmations,
      requiredConfirmations,
      createdAt: new Date(start).toISOString(),
      updatedAt: new Date(start + 1).toISOString()
    })
  })
})
