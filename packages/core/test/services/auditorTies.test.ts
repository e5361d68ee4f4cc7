import { assert, describe } from "@effect/vitest"
import { Auditor, Deposits, Payouts } from "@quittance/core"
import {
  chainClaims,
  cryptoInvoice,
  cryptoInvoiceClaims,
  type IssuedCryptoInvoice,
  type JournalEntry,
  type MemoryState,
  payoutClaims,
  payoutJobs,
  SandboxChain
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { fundedPartner, Memory, payoutOf, start, test } from "./Deployment.ts"
import { issue, send } from "./invoices.ts"
import { noticing, removeFrom, type Tamper, type Tampering } from "./tampering.ts"

/** A payout that waits for its job, an invoice that is paid and one that nobody paid. */
const lived = Effect.gen(function* () {
  const partnerId = yield* fundedPartner(100)
  const payouts = yield* Payouts
  const { value: payout } = yield* payouts.create(partnerId, "key", payoutOf(10))
  const order = yield* issue(partnerId, 10)
  yield* send(order, 10)
  const deposits = yield* Deposits
  yield* deposits.refresh(order.network, order.address)
  yield* issue(partnerId, 20)
  return { partnerId, payoutId: payout.id, invoiceId: order.id }
})
type Names = Effect.Success<typeof lived>

const changeInvoice = (
  state: MemoryState,
  isMeant: (invoice: IssuedCryptoInvoice) => boolean,
  change: (invoice: IssuedCryptoInvoice) => IssuedCryptoInvoice
): void => {
  const found = [...state.aggregates.CryptoInvoice].filter(([, kept]) => isMeant(kept.state))
  assert.lengthOf(found, 1)
  for (const [key, kept] of found) {
    state.aggregates.CryptoInvoice.set(key, { version: kept.version, state: change(kept.state) })
  }
}

const isPaid = ({ _tag }: IssuedCryptoInvoice): boolean => _tag === "paid"

const redactedWith =
  (field: "description" | "customerName" | "customerEmail" | "successUrl" | "cancelUrl"): Tamper<Names> =>
  (state) =>
    changeInvoice(state, isPaid, (invoice) => ({
      ...invoice,
      order: { ...cryptoInvoice.erase(invoice).order, [field]: Option.some("Jane") },
      redactedAt: Option.some(start)
    }))

const personal = /^invoice \S+ is redacted and still has personal data$/

/** Moves more than there is and keeps the balances in step with it. */
const overdraw = (state: MemoryState, { partnerId }: Names, limit: JournalEntry["limit"]): void => {
  state.journal.push({
    partnerId,
    currency: "USDT",
    kind: "balance.adjusted",
    subjectId: "adj_forged",
    at: start,
    limit,
    postings: [{ debit: "available", credit: "adjustments", amountMinor: 1_000_000_000n }]
  })
  for (const [key, kept] of state.balances) {
    const { adjustments, available } = kept.accounts
    const accounts = {
      ...kept.accounts,
      available: available - 1_000_000_000n,
      adjustments: adjustments + 1_000_000_000n
    }
    state.balances.set(key, { ...kept, accounts })
  }
}

/** What somebody may do to a store behind our back that leaves every sum right, and what the audit then says. */
const tampering: Tampering<Names> = {
  "the claim of a payout is removed": [
    (state) => removeFrom(state.claims, ({ scope }) => scope === payoutClaims.create),
    /^payout \S+ does not hold the claim on its idempotency key$/
  ],
  "the claim of a payout is given to another": [
    (state) => {
      for (const [key, claim] of state.claims) {
        if (claim.scope === payoutClaims.create) state.claims.set(key, { ...claim, ownerId: "another" })
      }
    },
    /^payout \S+ does not hold the claim on its idempotency key$/
  ],
  "the claim on an invoice's external id is removed": [
    (state, { invoiceId }) =>
      removeFrom(
        state.claims,
        ({ ownerId, scope }) => scope === cryptoInvoiceClaims.create && ownerId === invoiceId
      ),
    /^invoice \S+ does not hold the claim on its external id$/
  ],
  "the claim on an invoice's address is removed": [
    (state, { invoiceId }) =>
      removeFrom(
        state.claims,
        ({ ownerId, scope }) => scope === chainClaims.depositAddress && ownerId === invoiceId
      ),
    /^invoice \S+ does not hold the claim on its deposit address$/
  ],
  "the job of a payout under way is removed": [
    (state) => removeFrom(state.jobs, ({ kind }) => kind === payoutJobs.dispatch),
    /^payout \S+ is PENDING and has no job$/
  ],
  "an entry overdraws though its limit was enforced": [
    (state, names) => overdraw(state, names, "enforced"),
    /takes available of prt_\w+ to -\d+, below zero$/
  ],
  "a redacted invoice has its description again": [redactedWith("description"), personal],
  "a redacted invoice names its payer again": [redactedWith("customerName"), personal],
  "a redacted invoice has its payer's e-mail again": [redactedWith("customerEmail"), personal],
  "a redacted invoice has its success URL again": [redactedWith("successUrl"), personal],
  "a redacted invoice has its cancel URL again": [redactedWith("cancelUrl"), personal],
  "a paid invoice is called pending": [
    (state) =>
      changeInvoice(state, isPaid, ({ order, redactedAt, tally, updatedAt, versionsAhead }) => ({
        _tag: "pending",
        order,
        versionsAhead,
        redactedAt,
        tally,
        updatedAt
      })),
    /^invoice \S+ is pending although its credited transfers cover it$/
  ],
  "an invoice is called pending although money is under way": [
    (state) =>
      changeInvoice(state, isPaid, ({ order, redactedAt, tally, updatedAt, versionsAhead }) => ({
        _tag: "pending",
        order,
        versionsAhead,
        redactedAt,
        tally: { ...tally, creditedMinor: 0n, countingCreditedMinor: 0n },
        updatedAt
      })),
    /^invoice \S+ is pending although money was seen$/
  ],
  "an invoice that nobody paid is called paid": [
    (state) =>
      changeInvoice(
        state,
        ({ _tag }) => _tag === "pending",
        (invoice) => ({ ...invoice, _tag: "paid", paidAt: start }) as IssuedCryptoInvoice
      ),
    /^invoice \S+ is paid and its credited transfers do not cover it$/
  ]
}

describe("the audit of what must stay together", () => {
  test("finds nothing in honest books", function* () {
    yield* lived
    const { faults } = yield* Effect.flatMap(Auditor, (auditor) => auditor.verify)
    assert.deepStrictEqual(faults, [])
  })

  noticing(lived, tampering)

  test("lets a paid invoice be whose money was reorganised away, came back and went again", function* () {
    const order = yield* issue(yield* fundedPartner(0), 10)
    const chain = yield* SandboxChain
    const refresh = Effect.flatMap(Deposits, (deposits) => deposits.refresh(order.network, order.address))
    const faults = Effect.flatMap(Auditor, (auditor) => Effect.map(auditor.verify, (report) => report.faults))
    yield* send(order, 10, { txHash: "tx" })
    assert.strictEqual((yield* refresh)._tag, "paid")
    for (const change of [
      chain.drop("tx"),
      send(order, 10, { txHash: "tx", confirmations: 1 }),
      chain.drop("tx")
    ]) {
      yield* change
      assert.strictEqual((yield* refresh)._tag, "paid")
      assert.deepStrictEqual(yield* faults, [])
    }
  })

  test("lets an entry go below zero where no limit was enforced", function* () {
    overdraw(yield* Memory, yield* lived, "waived")
    const { faults } = yield* Effect.flatMap(Auditor, (auditor) => auditor.verify)
    assert.deepStrictEqual(faults, [])
  })
})
