import { BankPayment, type BankPaymentCommand, type IssuedInvoice } from "@quittance/core/adapter"
import { Option, Result } from "effect"
import { assert, describe, expect, it } from "vitest"
import { standingOf } from "../../src/hosted/BankPaymentStanding.ts"
import { settlementOf } from "../../src/hosted/settlementOf.ts"
import { bankViews } from "../pages/bankViews.ts"

const order = { id: "pmt_1", partnerId: "p", invoiceId: "inv_1", amountMinor: 500n, createdAt: 0 } as const
const receipt = {
  operationId: "op",
  amountMinor: 500n,
  currency: "EUR",
  payerBank: "Bank",
  bankTime: 1,
  entryId: Option.none()
} as const

const link = Option.some("https://bank.example/1")
const start = { _tag: "Start", at: 1 } as const
const accept = { _tag: "Accept", link, instructions: Option.none(), at: 2 } as const
const decline = { _tag: "Decline", reason: "no", at: 2 } as const
const lapse = { _tag: "Lapse", at: 3 } as const
const confirm = { _tag: "Confirm", receipt, fault: Option.none(), at: 4 } as const
const confirmTwice = { ...confirm, fault: Option.some("alreadyPaid" as const) }
const giveBack = { _tag: "Return", reason: "returned by hand", at: 5 } as const

const payment = (bank: string, ...commands: ReadonlyArray<BankPaymentCommand>) => {
  const request = { _tag: "Request", order: { ...order, bank, currency: "EUR" } } as const
  const state = [request, ...commands].reduce(
    (before, command) =>
      Result.getOrThrow(BankPayment.decide(before, command)).reduce(BankPayment.evolve, before),
    BankPayment.initial
  )
  assert(state._tag !== "absent")
  return state
}

const pending: IssuedInvoice = {
  _tag: "pending",
  redactedAt: Option.none(),
  updatedAt: 0,
  order: {
    id: "inv_1",
    partnerId: "p",
    token: "t",
    amountMinor: 500n,
    currency: "EUR",
    description: Option.none(),
    metadata: "{}",
    redirectUrl: Option.none(),
    cancelUrl: Option.none(),
    externalId: Option.none(),
    batchId: Option.none(),
    reference: Option.none(),
    creditorReference: Option.none(),
    customerEmail: Option.none(),
    createdAt: 0,
    expiresAt: 1_000
  }
}

const chosen = (payments: Parameters<typeof standingOf>[1], selected: string | null = null) => {
  const found = standingOf(pending, payments, selected).chosen
  return found === null ? null : [found.bank.id, found.step, found.link]
}

describe("standingOf", () => {
  it("knows what is to be transferred as soon as the bank has said so, and that it is a transfer", () => {
    const { instructions } = bankViews.transferEuros.chosen
    const tell = { ...accept, link: Option.none(), instructions: Option.some(instructions) }
    const told = standingOf(pending, [payment("a", start, tell)], null).chosen
    expect(told).toEqual({
      step: "awaiting",
      ...{ bank: { id: "a", name: "a", collects: "transfer" }, link: null, instructions }
    })
  })

  it("waits for the bank until it has answered, also when its answer was lost", () => {
    const lose = { _tag: "LoseAnswer", reason: "timeout", at: 2 } as const
    expect(chosen([payment("a")])).toEqual(["a", "contacting", null])
    expect(chosen([payment("a", start)])).toEqual(["a", "contacting", null])
    expect(chosen([payment("a", start, lose)])).toEqual(["a", "contacting", null])
    expect(chosen([payment("a", start, accept)])).toEqual(["a", "awaiting", "https://bank.example/1"])
  })

  it("tells that the newest payment was declined, and forgets what has lapsed", () => {
    expect(chosen([payment("a", start, decline)])).toEqual(["a", "declined", null])
    expect(chosen([payment("a", lapse)])).toBeNull()
    expect(chosen([payment("a", start, decline), payment("b", lapse)])).toBeNull()
    expect(chosen([])).toBeNull()
  })

  it("takes the newest of several open payments, unless another was selected", () => {
    const payments = [payment("a", start, accept), payment("b"), payment("c", start, decline)]
    expect(chosen(payments)).toEqual(["b", "contacting", null])
    expect(chosen(payments, "a")).toEqual(["a", "awaiting", "https://bank.example/1"])
    expect(chosen(payments, "c")).toEqual(["c", "declined", null])
    expect(chosen(payments, "d")).toEqual(["b", "contacting", null])
    expect(chosen([payment("a", lapse), payment("b")], "a")).toEqual(["b", "contacting", null])
  })

  it("takes the newest payment of the bank that was selected", () => {
    const payments = [payment("a", start, decline), payment("a", start, accept)]
    expect(chosen(payments, "a")).toEqual(["a", "awaiting", "https://bank.example/1"])
  })

  it("chooses nothing for an invoice that is not pending", () => {
    for (const _tag of ["expired", "cancelled"] as const) {
      const standing = standingOf({ ...pending, _tag }, [payment("a", start, accept)], "a")
      expect(standing).toEqual({
        status: _tag,
        late: false,
        reversed: false,
        unmatched: "none",
        chosen: null
      })
    }
  })

  it("tells late money, and money that the invoice could not take until it was returned", () => {
    const paid: IssuedInvoice = {
      ...pending,
      _tag: "paid",
      receipt,
      late: true,
      paidAt: 4,
      reversedAt: Option.none()
    }
    const settled = payment("a", start, accept, confirm)
    const held = payment("b", start, accept, confirmTwice)
    const returned = payment("b", start, accept, confirmTwice, giveBack)
    expect(standingOf(paid, [settled], null)).toMatchObject({
      ...{ late: true, reversed: false, unmatched: "none" }
    })
    expect(standingOf({ ...paid, reversedAt: Option.some(9) }, [settled], null).reversed).toBe(true)
    expect(standingOf(paid, [settled, held], null).unmatched).toBe("held")
    expect(standingOf(paid, [settled, returned], null).unmatched).toBe("returned")
    expect(standingOf(paid, [held, returned], null).unmatched).toBe("held")
  })
})

describe("settlementOf", () => {
  const { instructions } = bankViews.transferEuros.chosen
  const account = {
    name: "main",
    currency: "EUR",
    account: "DE1",
    timeZone: "UTC",
    settlementDays: 3
  } as const
  const second = { ...account, name: "second", account: instructions.account, settlementDays: 5 }
  const dollars = { ...account, name: "dollars", currency: "USD" } as const
  const accounts = [dollars, account, second]
  const referred = { ...pending.order, creditorReference: Option.some(instructions.reference) }
  const told = payment("a", start, { ...accept, instructions: Option.some(instructions) }, lapse)
  const days = (...given: Parameters<typeof settlementOf>) => settlementOf(...given)?.days

  it("is that of the account that the customer was told, else of the first in the invoice's currency", () => {
    expect(days(accounts, referred, [], instructions)).toBe(5)
    expect(days(accounts, referred, [told, payment("b", start, accept)], null)).toBe(5)
    expect(settlementOf(accounts, referred, [], null)).toEqual({
      ...{ days: 3, timeZone: "UTC" },
      untilMillis: 4 * 86_400_000 - 1
    })
  })

  it("is none where nothing is read from statements: no account, no reference, a rail of the host's own", () => {
    expect(days([dollars], referred, [], null)).toBeUndefined()
    expect(days(accounts, pending.order, [payment("b", start, accept)], null)).toBeUndefined()
    expect(days([account], referred, [told], null)).toBeUndefined()
  })
})
