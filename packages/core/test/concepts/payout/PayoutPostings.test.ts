import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Payout, type PayoutCommand, type PayoutState } from "../../../src/concepts/payout/Payout.ts"
import { payoutEntries } from "../../../src/concepts/payout/PayoutPostings.ts"
import { type PayoutOrder, payoutStatus, totalMinor } from "../../../src/concepts/payout/PayoutRecord.ts"
import { holds } from "../../holds.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { commandsAt, order, orderOf, start } from "./payoutSamples.ts"

type Tag = PayoutCommand["_tag"]
const tags = Object.keys(commandsAt(0)) as ReadonlyArray<Tag>

/** Books with this much in them from outside. */
const funded = (amountMinor: bigint): Books => {
  const books = new Books()
  books.book({
    partnerId: "prt_1",
    currency: "USDT",
    kind: "deposit.credited",
    subjectId: "inv_1",
    at: start,
    limit: "enforced",
    postings: [{ debit: "deposits", credit: "available", amountMinor }]
  })
  return books
}

/** What one payout in this state means for the balance, said without the ledger. */
const meaning = (state: PayoutState) => {
  if (state._tag === "absent") return { paidOut: 0n, pending: 0n, adjustments: 0n }
  const total = totalMinor(state.order)
  const status = payoutStatus(state)
  const late = "settledLateAt" in state && state.settledLateAt._tag === "Some"
  return {
    paidOut: status === "FAILED" ? 0n : total,
    pending: status === "PENDING" ? total : 0n,
    adjustments: late ? -total : 0n
  }
}

/** Carries out a command with its entries; one that the machine or a limit refuses changes nothing. */
const carryOut = (state: PayoutState, command: PayoutCommand, of: PayoutOrder, books: Books): PayoutState => {
  const decision = Payout.decide(state, command)
  if (Result.isFailure(decision)) return state
  for (const entry of decision.success.flatMap((event) => payoutEntries(of, event))) {
    if (!books.book(entry)) return state
  }
  return decision.success.reduce(Payout.evolve, state)
}

describe("the ledger of payouts", () => {
  const money = fc.bigInt({ min: 0n, max: 60_000_000n })
  const walk = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...tags)), { maxLength: 60 })

  it("matches the states of all payouts after every step of any history", () =>
    holds(
      fc.property(money, fc.tuple(money, money, money), money, walk, (funds, amounts, fee, steps) => {
        const books = funded(funds + 1n)
        const orders = amounts.map((amount, i) => orderOf(`po_${i}`, amount + 1n, fee))
        const states: Array<PayoutState> = orders.map(() => Payout.initial)
        for (const [i, [which, tag]] of steps.entries()) {
          const of = orders[which] ?? order
          states[which] = carryOut(states[which] ?? Payout.initial, commandsAt(start + i, of)[tag], of, books)
          const sum = (key: "paidOut" | "pending" | "adjustments") =>
            states.reduce((total, state) => total + meaning(state)[key], 0n)
          assert.deepStrictEqual(books.balance, {
            receivedMinor: funds + 1n,
            paidOutMinor: sum("paidOut"),
            pendingMinor: sum("pending"),
            adjustmentsMinor: sum("adjustments"),
            availableMinor: funds + 1n - sum("paidOut") + sum("adjustments")
          })
          const settledLate = sum("adjustments") < 0n
          assert.isTrue(books.balance.availableMinor >= 0n || settledLate, "only a late settlement overdraws")
        }
      })
    ))

  it("takes the debit at once, so that payouts in parallel cannot spend the same money", () => {
    const books = funded(totalMinor(order) * 2n - 1n)
    const first = carryOut(Payout.initial, { _tag: "Reserve", order }, order, books)
    const second = carryOut(Payout.initial, { _tag: "Reserve", order }, order, books)
    assert.deepStrictEqual([first._tag, second._tag], ["reserved", "absent"])
  })

  it("splits a settled payout into what the address received and the fee", () => {
    const books = funded(totalMinor(order))
    let state: PayoutState = Payout.initial
    for (const tag of ["Reserve", "Submit", "Confirm"] as const) {
      state = carryOut(state, commandsAt(start)[tag], order, books)
    }
    const { available, payoutFees, payoutPending, payoutSettled } = books.accounts
    assert.deepStrictEqual(
      { available, payoutFees, payoutPending, payoutSettled },
      { available: 0n, payoutPending: 0n, payoutSettled: order.amountMinor, payoutFees: order.feeMinor }
    )
  })

  it("lets a late settlement take the balance below zero, and nothing else", () => {
    const books = funded(totalMinor(order))
    let state: PayoutState = Payout.initial
    for (const tag of ["Reserve", "Submit", "Reject"] as const) {
      state = carryOut(state, commandsAt(start)[tag], order, books)
    }
    const other = carryOut(Payout.initial, { _tag: "Reserve", order }, order, books)
    assert.strictEqual(other._tag, "reserved")
    carryOut(state, commandsAt(start).Confirm, order, books)
    assert.strictEqual(books.balance.availableMinor, -totalMinor(order))
    assert.strictEqual(carryOut(Payout.initial, { _tag: "Reserve", order }, order, books)._tag, "absent")
  })

  it("names the payout, the partner and the instant on every entry", () => {
    const events = [
      { _tag: "PayoutReserved", order },
      { _tag: "PayoutRejected", reason: "x", at: start + 5 }
    ] as const
    const entries = events.flatMap((event) => payoutEntries(order, event))
    assert.deepStrictEqual(
      entries.map(({ at, currency, partnerId, subjectId }) => ({ at, currency, partnerId, subjectId })),
      [start, start + 5].map((at) => ({ at, currency: "USDT", partnerId: "prt_1", subjectId: order.id }))
    )
  })

  it("leaves out a fee of nothing instead of posting zero", () => {
    const free = orderOf("po_1", 5n, 0n)
    const event = Payout.decide(
      Payout.evolve(Payout.initial, { _tag: "PayoutReserved", order: free }),
      commandsAt(start).Confirm
    )
    assert.isTrue(Result.isSuccess(event))
    if (Result.isFailure(event)) return
    const all = event.success.flatMap((each) => payoutEntries(free, each)).flatMap(({ postings }) => postings)
    assert.deepStrictEqual(all, [{ debit: "payoutPending", credit: "payoutSettled", amountMinor: 5n }])
  })
})
