import { assert, describe } from "@effect/vitest"
import { Deposits, Settings, TransitWallets } from "@quittance/core"
import {
  chainClaims,
  findNetwork,
  type JournalEntry,
  type RecordedDeposit,
  SandboxChain,
  type TransitWallet,
  transitJobs
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { Memory, test } from "./Deployment.ts"
import { shop } from "./fiatInvoices.ts"
import { changeOnly, noticing, removeFrom, type Tamper, type Tampering, verified } from "./tampering.ts"

/** The network shows a transfer of so many USDT to a wallet, and the wallet is read. */
const send = Effect.fnUntraced(function* (
  { address, network }: TransitWallet,
  txHash: string,
  amount: number,
  standing: "seen" | "final"
) {
  const chain = yield* SandboxChain
  const required = findNetwork(yield* Settings, network)?.confirmations ?? 0
  yield* chain.deposit({
    network,
    address,
    txHash,
    logIndex: 0,
    amountMinor: BigInt(amount) * 1_000_000n,
    confirmations: standing === "final" ? required : 1
  })
  yield* Effect.flatMap(Deposits, (deposits) => deposits.refresh(network, address))
})

const drop = Effect.fnUntraced(function* ({ address, network }: TransitWallet, txHash: string) {
  yield* Effect.flatMap(SandboxChain, (chain) => chain.drop(txHash))
  yield* Effect.flatMap(Deposits, (deposits) => deposits.refresh(network, address))
})

/** A wallet with a deposit of every fate, and one that nobody used. */
const lived = Effect.gen(function* () {
  const partnerId = yield* shop()
  const wallets = yield* TransitWallets
  const { wallet } = yield* wallets.create(partnerId, { label: "used", network: "tron" })
  yield* wallets.create(partnerId, { label: "unused", network: "tron" })
  yield* send(wallet, "credited", 10, "final")
  yield* send(wallet, "seen", 20, "seen")
  yield* send(wallet, "dropped", 40, "seen")
  yield* drop(wallet, "dropped")
  yield* send(wallet, "reversed", 80, "final")
  yield* drop(wallet, "reversed")
  yield* send(wallet, "back", 160, "final")
  yield* drop(wallet, "back")
  yield* send(wallet, "back", 160, "final")
  return { partnerId, walletId: wallet.id }
})
type Names = Effect.Success<typeof lived>

const changeDeposit =
  (txHash: string, change: (deposit: RecordedDeposit) => RecordedDeposit): Tamper<Names> =>
  (state) =>
    changeOnly(state.aggregates.TransitDeposit, ({ order }) => order.txHash === txHash, change)

/** The entries of one deposit, changed. */
const changeEntries =
  (
    txHash: string,
    change: (entries: ReadonlyArray<JournalEntry>) => ReadonlyArray<JournalEntry>
  ): Tamper<Names> =>
  (state) => {
    const deposit = [...state.aggregates.TransitDeposit.values()].find(
      ({ state: { order } }) => order.txHash === txHash
    )
    const isIts = ({ subjectId }: JournalEntry): boolean => subjectId === deposit?.state.order.id
    const its = state.journal.filter(isIts)
    assert.isNotEmpty(its)
    const others = state.journal.filter((entry) => !isIts(entry))
    state.journal.splice(0, state.journal.length, ...others, ...change(its))
  }

const posted = (from: "deposits" | "adjustments", to: "available" | "adjustments" | "deposits") => [
  { debit: from, credit: to, amountMinor: 10_000_000n }
]

const tampering: Tampering<Names> = {
  "the entry of a credited deposit is removed": [
    changeEntries("credited", () => []),
    /^deposit dep_\w+ \(credited\) has the journal entries \[\], not \[transit.credited\]$/
  ],
  "a deposit is credited twice": [
    changeEntries("credited", (entries) => [...entries, ...entries]),
    /^deposit dep_\w+ \(credited\) at available stands for 10000000 minor units; its journal entries sum to 20000000$/
  ],
  "a deposit's money is posted as something else": [
    changeEntries("credited", (entries) =>
      entries.map((entry) => ({ ...entry, kind: "deposit.credited" as const }))
    ),
    /^deposit dep_\w+ \(credited\) has the journal entries \[deposit.credited\], not \[transit.credited\]$/
  ],
  "a deposit's money is taken from adjustments": [
    changeEntries("credited", (entries) =>
      entries.map((entry) => ({ ...entry, postings: posted("adjustments", "available") }))
    ),
    /^deposit dep_\w+ \(credited\) at deposits stands for -10000000 minor units; its journal entries sum to 0$/
  ],
  "a deposit's money is posted for another partner": [
    changeEntries("credited", (entries) => entries.map((entry) => ({ ...entry, partnerId: "prt_thief" }))),
    /^deposit dep_\w+ \(credited\) is one of prt_\w+ in USDT; its entries are of prt_thief in USDT$/
  ],
  "a deposit that is on its way is called credited": [
    changeDeposit("seen", (deposit) => ({ ...deposit, _tag: "credited" })),
    /^deposit dep_\w+ \(credited\) at available stands for 20000000 minor units; its journal entries sum to 0$/
  ],
  "a credited deposit is called on its way": [
    changeDeposit("credited", (deposit) => ({ ...deposit, _tag: "seen" })),
    /^deposit dep_\w+ \(seen\) at available stands for 0 minor units; its journal entries sum to 10000000$/
  ],
  "a deposit that was dropped is called reversed": [
    changeDeposit("dropped", (deposit) => ({ ...deposit, _tag: "reversed" })),
    /^deposit dep_\w+ \(reversed\) has the journal entries \[\], not \[transit.credited, transit.reversed\]$/
  ],
  "the reversal of a deposit is removed": [
    changeEntries("reversed", (entries) => entries.slice(0, 1)),
    /^deposit dep_\w+ \(reversed\) at available stands for 0 minor units; its journal entries sum to 80000000$/
  ],
  "a reversal is not written off": [
    changeEntries("reversed", ([credit, reversal]) => {
      assert.isDefined(credit)
      assert.isDefined(reversal)
      const postings = [{ debit: "available", credit: "deposits", amountMinor: 80_000_000n } as const]
      return [credit, { ...reversal, postings }]
    }),
    /^deposit dep_\w+ \(reversed\) at adjustments stands for 80000000 minor units; its journal entries sum to 0$/
  ],
  "a deposit that came back has its entries out of order": [
    changeEntries("back", (entries) => entries.toReversed().toSorted((a, b) => (a.kind < b.kind ? -1 : 1))),
    /^deposit dep_\w+ \(credited\) has the journal entries \[transit.credited, transit.credited, transit.reversed\], not \[transit.credited, transit.reversed, transit.credited\]$/
  ],
  "a deposit that came back is credited with another amount": [
    changeDeposit("back", (deposit) => ({ ...deposit, amountMinor: 1n })),
    /^deposit dep_\w+ \(credited\) at available stands for 1 minor units; its journal entries sum to 160000000$/
  ],
  "a deposit is removed": [
    (state) =>
      removeFrom(state.aggregates.TransitDeposit, ({ state: { order } }) => order.txHash === "credited"),
    /^dep_\w+ has journal entries and no record$/
  ],
  "the kept balance of a wallet is changed": [
    (state) => {
      for (const [name, { grain, sum }] of state.counters)
        if (sum._tag === "Wallet") state.counters.set(name, { grain, sum: { ...sum, changeMinor: 1n } })
    },
    /^the balance of wallet wal_\w+ of partner prt_\w+ keeps 1 minor units; the records add up to 170000000 /
  ],
  "the kept balance of a wallet is removed": [
    (state) => removeFrom(state.counters, ({ sum }) => sum._tag === "Wallet"),
    /^the balance of wallet wal_\w+ of partner prt_\w+ is not kept; the records add up to 170000000 minor units$/
  ],
  "a deposit is moved to another wallet": [
    changeDeposit("credited", (deposit) => ({ ...deposit, order: { ...deposit.order, walletId: "wal_x" } })),
    /^deposit dep_\w+ belongs to wallet wal_x, which is not there$/
  ],
  "a wallet is removed": [
    (state, { walletId }) => void state.aggregates.TransitWallet.delete(walletId),
    /^deposit dep_\w+ belongs to wallet wal_\w+, which is not there$/
  ],
  "the claim on a wallet's address is removed": [
    (state, { walletId }) =>
      removeFrom(
        state.claims,
        ({ ownerId, scope }) => scope === chainClaims.depositAddress && ownerId === walletId
      ),
    /^wallet wal_\w+ does not hold the claim on its address$/
  ],
  "the claim on a deposit's transfer is given to another": [
    (state) => {
      for (const [name, claim] of state.claims)
        if (claim.key === "tron/credited/0") state.claims.set(name, { ...claim, ownerId: "another" })
    },
    /^deposit dep_\w+ does not hold the claim on its transfer$/
  ],
  "the job of a wallet is removed": [
    (state, { walletId }) =>
      removeFrom(state.jobs, ({ kind, subjectId }) => kind === transitJobs.watch && subjectId === walletId),
    /^wallet wal_\w+ has no job that watches it$/
  ]
}

describe("the audit of transit", () => {
  test("finds nothing in honest books, and counts what it looked at", function* () {
    const memory = yield* Memory
    yield* lived
    const { faults, transitDepositCount } = yield* verified
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(transitDepositCount, 5)
    const states = [...memory.aggregates.TransitDeposit.values()].map(({ state }) => state._tag)
    assert.sameMembers(states, ["credited", "seen", "dropped", "reversed", "credited"])
  })

  test("lets money come back as another amount, and go again", function* () {
    const memory = yield* Memory
    const partnerId = yield* shop()
    const wallets = yield* TransitWallets
    const { wallet } = yield* wallets.create(partnerId, { label: "one", network: "tron" })
    const faults = Effect.map(verified, (report) => report.faults)
    const only = () =>
      [...memory.aggregates.TransitDeposit.values()].map(({ state }) => [state._tag, state.amountMinor])
    for (const amount of [10, 30]) {
      yield* send(wallet, "tx", amount, "final")
      assert.deepStrictEqual(only(), [["credited", BigInt(amount) * 1_000_000n]])
      assert.deepStrictEqual(yield* faults, [])
      yield* drop(wallet, "tx")
      assert.deepStrictEqual(yield* faults, [])
      // The simulated chain knows a transfer by its name alone.
      for (const [name] of memory.sandbox) memory.sandbox.delete(name)
    }
  })

  noticing(lived, tampering)
})
