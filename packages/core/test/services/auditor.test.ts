import { assert, describe } from "@effect/vitest"
import { Auditor, Deposits, Payouts, Worker } from "@quittance/core"
import {
  type AccountName,
  ChainJournal,
  ChainWallets,
  type CryptoInvoiceTally,
  type CryptoTransfer,
  chainClaims,
  chainJobs,
  type JournalEntry,
  type MemoryState,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, Memory, payoutOf, start, test } from "./Deployment.ts"
import { issue, send } from "./invoices.ts"

const network = "ethereum"

/** A transaction of a network's wallet that cost 2 gwei. */
const spendGas = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const queue = yield* WorkQueue
  yield* (yield* ChainJournal).begin(network)
  yield* wallets.addWallet({ address: "0xwallet", partnerId: network, sealedKey: "sealed", nextNonce: 0 })
  yield* wallets.queue({
    ...{
      id: "sweep-1",
      partnerId: network,
      purpose: "sweep",
      payoutId: "",
      payoutPartnerId: "",
      sendBefore: Option.none(),
      recipient: "",
      amountMinor: 0n
    },
    ...{ contract: "0xfactory", data: "0x", createdAt: start }
  })
  const now = yield* Clock.currentTimeMillis
  const lease = { kind: chainJobs.send, owner: "test", now, leaseUntil: now + 30_000, limit: 1 } as const
  for (const job of yield* queue.claim(lease)) {
    const form = {
      ...{ hash: "0x01", bytes: "0x", isCancel: false, maxFeeWei: 1n, maxTipWei: 1n },
      ...{ at: start, expiresAt: 0 }
    }
    const signed = yield* wallets.assign(network, "0xwallet", 1, job, (_, orders) =>
      Effect.succeed({ spent: [], taken: orders.map((order) => ({ order, form })) })
    )
    const outcome = {
      _tag: "completed",
      hash: "0x01",
      blockNumber: 1,
      costWei: 2_000_000_000n,
      reason: ""
    } as const
    for (const sent of signed) yield* wallets.apply(sent, { _tag: "Settle", outcome, at: start }, job)
  }
})

/** A store with payouts of every outcome, an invoice that was paid in two halves, and a network's transaction. */
const lived = (state: MemoryState) =>
  Effect.gen(function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    for (const note of ["", "sandbox:reject", "sandbox:no-answer"]) {
      yield* payouts.create(partnerId, `key of ${note}`, payoutOf(10, note))
    }
    const worker = yield* Worker
    yield* worker.drain
    const order = yield* issue(partnerId, 10)
    yield* send(order, 5)
    yield* send(order, 5)
    yield* TestClock.adjust("1 minute")
    const deposits = yield* Deposits
    yield* deposits.refresh(order.network, order.address)
    yield* spendGas
    const auditor = yield* Auditor
    const honest = yield* auditor.verify
    return { partnerId, state, auditor, honest }
  })

const mapFirst = <A>(map: Map<string, A>, matches: (value: A) => boolean, change: (value: A) => A): void => {
  for (const [key, value] of map) {
    if (!matches(value)) continue
    map.set(key, change(value))
    return
  }
  assert.fail("there is nothing to tamper with")
}

const firstEntry = (state: MemoryState, kind: JournalEntry["kind"]): number => {
  const index = state.journal.findIndex((entry) => entry.kind === kind)
  assert.isAtLeast(index, 0)
  return index
}

const changeEntry =
  (kind: JournalEntry["kind"], change: (entry: JournalEntry) => JournalEntry) =>
  (state: MemoryState): void => {
    const index = firstEntry(state, kind)
    const entry = state.journal[index]
    if (entry !== undefined) state.journal[index] = change(entry)
  }

const removeEntry = (kind: JournalEntry["kind"]) => (state: MemoryState) =>
  void state.journal.splice(firstEntry(state, kind), 1)

const changeBalance =
  (...deltas: ReadonlyArray<readonly [AccountName, bigint]>) =>
  (state: MemoryState): void =>
    mapFirst(
      state.balances,
      () => true,
      (kept) => {
        const accounts = { ...kept.accounts }
        for (const [account, delta] of deltas) accounts[account] += delta
        return { ...kept, accounts }
      }
    )

const foreign: JournalEntry = {
  partnerId: "prt_nobody",
  currency: "USDT",
  kind: "balance.adjusted",
  subjectId: "adj_forged",
  at: start,
  limit: "waived",
  postings: [{ debit: "adjustments", credit: "available", amountMinor: 1n }]
}

const changeTally =
  (change: (tally: CryptoInvoiceTally) => Partial<CryptoInvoiceTally>) =>
  ({ aggregates }: MemoryState): void =>
    mapFirst(
      aggregates.CryptoInvoice,
      () => true,
      ({ state, version }) => ({
        version,
        state: { ...state, tally: { ...state.tally, ...change(state.tally) } }
      })
    )

const changeTransfer =
  (change: (transfer: CryptoTransfer) => CryptoTransfer) =>
  ({ aggregates }: MemoryState): void =>
    mapFirst(
      aggregates.CryptoTransfer,
      () => true,
      ({ state, version }) => ({ version, state: change(state) })
    )

/** What somebody may do to a store behind our back, and a sentence that the audit then says. */
const tampering: { readonly [what: string]: readonly [(state: MemoryState) => void, RegExp] } = {
  "a balance is raised": [
    changeBalance(["available", 1n]),
    /account available .* keeps 85900001 minor units; its journal entries sum to 85900000/
  ],
  "a balance is raised without a counterpart": [changeBalance(["available", 1n]), /do not sum to zero/],
  "a balance is raised at the expense of another account": [
    changeBalance(["available", 1n], ["adjustments", -1n]),
    /account adjustments .* keeps -100000001/
  ],
  "the books of a partner are removed": [
    (state) => state.balances.clear(),
    /has journal entries and no accounts/
  ],
  "a debit is removed": [removeEntry("payout.reserved"), /payout .* at available stands for/],
  "a settlement is removed": [
    removeEntry("payout.settled"),
    /payout .* at payoutSettled stands for 10000000/
  ],
  "a returned debit is removed": [removeEntry("payout.returned"), /\(rejected\) at available stands for 0/],
  "a credit is removed": [removeEntry("deposit.credited"), /invoice .* at available stands for/],
  "an entry is doubled": [
    (state) => {
      const entry = state.journal[firstEntry(state, "payout.returned")]
      if (entry !== undefined) state.journal.push(entry)
    },
    /\(rejected\) at available stands for 0 minor units; its journal entries sum to 12000000/
  ],
  "an amount is changed": [
    changeEntry("payout.settled", (entry) => ({
      ...entry,
      postings: entry.postings.map((posting) => ({ ...posting, amountMinor: posting.amountMinor + 1n }))
    })),
    /at payoutSettled stands for 10000000 minor units; its journal entries sum to 10000001/
  ],
  "an amount is made negative": [
    changeEntry("balance.adjusted", (entry) => ({
      ...entry,
      postings: entry.postings.map((posting) => ({ ...posting, amountMinor: -1n }))
    })),
    /posts -1, which is not positive/
  ],
  "the postings of an entry are removed": [
    changeEntry("balance.adjusted", (entry) => ({ ...entry, postings: [] })),
    /has no postings/
  ],
  "an entry is moved to another payout": [
    changeEntry("payout.returned", (entry) => ({ ...entry, subjectId: "forged" })),
    /forged has journal entries and no record/
  ],
  "the cost of a transaction is removed": [
    removeEntry("gas.spent"),
    /^transaction sweep-1 \(completed\) at gas stands for -2 minor units; its journal entries sum to 0$/
  ],
  "a transaction is removed": [
    (state) => state.aggregates.ChainTransaction.clear(),
    /^sweep-1 has journal entries and no record$/
  ],
  "an entry for a partner without books is forged": [
    (state) => void state.journal.push(foreign),
    /prt_nobody in USDT has journal entries and no accounts/
  ],
  "a payout's amount is changed": [
    (state) =>
      mapFirst(
        state.aggregates.Payout,
        (payout) => payout.state._tag === "confirmed",
        ({ state: payout, version }) => ({
          version,
          state: { ...payout, order: { ...payout.order, amountMinor: 1n } }
        })
      ),
    /\(confirmed\) at payoutSettled stands for 1 minor units/
  ],
  "a refused payout is called unknown": [
    (state) =>
      mapFirst(
        state.aggregates.Payout,
        (payout) => payout.state._tag === "rejected",
        ({ state: payout, version }) => ({ version, state: { ...payout, _tag: "unknown" as const } })
      ),
    /\(unknown\) at payoutPending stands for 12000000 minor units; its journal entries sum to 0/
  ],
  "a payout is removed": [(state) => state.aggregates.Payout.clear(), /has journal entries and no record/],
  "an invoice is removed": [
    (state) => state.aggregates.CryptoInvoice.clear(),
    /has journal entries and no record/
  ],
  "what an invoice was credited is changed": [
    changeTally(({ creditedMinor }) => ({ creditedMinor: creditedMinor + 1n })),
    /invoice .* at available stands for 9900001 minor units/
  ],
  "what an invoice was charged is changed": [
    changeTally(() => ({ chargedMinor: 0n })),
    /invoice .* at invoiceFees stands for 0/
  ],
  "what an invoice says of money in transit is changed": [
    changeTally(() => ({ inTransit: [{ confirmations: 3, count: 1 }] })),
    /^invoice \S+ differs from the sum of its transfers: by 1 in transit with 3 confirmations$/
  ],
  "a transfer's amount is changed": [
    changeTransfer((transfer) => ({ ...transfer, amountMinor: transfer.amountMinor + 1n })),
    /^invoice \S+ differs from the sum of its transfers: by liveMinor -1, creditedMinor -1, countingLiveMinor -1, countingCreditedMinor -1$/
  ],
  "a fee is changed": [
    changeTransfer((transfer) => ({ ...transfer, feeMinor: 0n })),
    /^invoice \S+ differs from the sum of its transfers: by chargedMinor 50000$/
  ],
  "a transfer is called dropped": [
    changeTransfer((transfer) => ({ ...transfer, _tag: "dropped" })),
    /^invoice \S+ differs from the sum of its transfers: by liveMinor 5000000, .*, droppedCount -1$/
  ],
  "a transfer is removed": [
    ({ aggregates }) => {
      const [first = ""] = aggregates.CryptoTransfer.keys()
      aggregates.CryptoTransfer.delete(first)
    },
    /^invoice \S+ differs from the sum of its transfers: by liveMinor 5000000, /
  ],
  "a transfer is given to another invoice": [
    changeTransfer((transfer) => ({ ...transfer, order: { ...transfer.order, invoiceId: "another" } })),
    /^transfer \S+ belongs to invoice another, which has no transfers$/
  ],
  "a transfer is credited to another partner too": [
    ({ aggregates }) => {
      for (const { state, version } of [...aggregates.CryptoTransfer.values()]) {
        const order = { ...state.order, id: "copy", partnerId: "prt_other" }
        aggregates.CryptoTransfer.set("copy", { version, state: { ...state, order } })
      }
    },
    /^the transfer \S+ is credited to both \S+ and copy$/
  ],
  "the claim on a transfer is removed": [
    (state) => {
      for (const [key, { scope }] of state.claims)
        if (scope === chainClaims.transfer) state.claims.delete(key)
    },
    /^transfer \S+ does not hold the claim on its name$/
  ]
}

describe("the audit", () => {
  test("finds nothing in honest books, and counts what it looked at", function* () {
    const { honest } = yield* lived(yield* Memory)
    assert.deepStrictEqual(honest, {
      partnerCount: 1,
      balanceCount: 2,
      entryCount: 9,
      payoutCount: 3,
      cryptoInvoiceCount: 1,
      invoiceCount: 0,
      bankPaymentCount: 0,
      statementEntryCount: 0,
      kycSessionCount: 0,
      transitDepositCount: 0,
      pendingDeliveryCount: 0,
      faults: []
    })
  })

  for (const [what, [tamper, said]] of Object.entries(tampering)) {
    test(`notices that ${what}`, function* () {
      const memory = yield* Memory
      const { auditor } = yield* lived(memory)
      tamper(memory)
      const { faults } = yield* auditor.verify
      assert.isTrue(
        faults.some((fault) => said.test(fault)),
        faults.join("\n")
      )
    })
  }
})
