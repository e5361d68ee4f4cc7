import { assert, describe, it } from "@effect/vitest"
import { CryptoInvoices, Payouts } from "@quittance/core"
import { ChainUpkeeps, chainJobs, type MemoryState, payoutStatus } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { takeTurn } from "../networks/anyNetwork.ts"
import { deployFactory, payer, startNetwork } from "../networks/ownNetwork.ts"
import { Errors, issue, live, Memory, pay, payOut, running, setClock, startsAnew, work } from "./Running.ts"

const { chain, network, token: deployed } = await startNetwork(SilentToken, 6)
await deployFactory(chain, network)
const token = deployed as Deployed<typeof SilentToken.abi>
startsAnew(chain)

const { name } = network
const recipient = accountOf(5).address
const elsewhere = accountOf(6).address

/** An invoice that was paid, and a payout that was made, and what is in the store then. */
const lived = Effect.gen(function* () {
  const invoice = yield* issue(network, 100)
  const payout = yield* payOut(network, 10, recipient)
  yield* pay(chain, token, [invoice.address], 100_000_000n)
  yield* live(chain, 6)
  const { _tag } = yield* (yield* CryptoInvoices).get(invoice.partnerId, invoice.id)
  assert.strictEqual(_tag, "paid")
  const made = yield* (yield* Payouts).get(payout.partnerId, payout.id)
  assert.strictEqual(payoutStatus(made), "COMPLETED")
  return { memory: yield* Memory, invoice, payout }
})

const comparing = (what: string, body: Parameters<typeof running<void, unknown>>[1]) =>
  it.effect(what, () => running(network, Effect.andThen(setClock(chain), Effect.andThen(work, body))))

const differences = Effect.map(
  Effect.flatMap(ChainOperators, (operators) => operators.reconcile(name)),
  (report) => report.differences
)

/** Changes the only state that there is of a concept. */
const change = <Name extends keyof MemoryState["aggregates"]>(
  { aggregates }: MemoryState,
  concept: Name,
  changed: (state: never) => object
): void => {
  const kept = aggregates[concept] as Map<string, { readonly state: object; readonly version: number }>
  const [[id, found] = []] = [...kept]
  if (id === undefined || found === undefined) throw new Error(`there is no ${concept}`)
  kept.set(id, { ...found, state: { ...found.state, ...changed(found.state as never) } })
}

const remove =
  (concept: keyof MemoryState["aggregates"]) =>
  ({ aggregates }: MemoryState): void =>
    aggregates[concept].clear()

interface Ordered {
  readonly order: object
}

/** What may be wrong with a store, and the beginning of what is said of it. */
const wrongs: ReadonlyArray<readonly [string, (memory: MemoryState) => void, ReadonlyArray<RegExp>]> = [
  [
    "a transfer that the network does not have",
    (memory) => change(memory, "ChainTransfer", () => ({ value: "99000000" })),
    [/^transfer 0x\w+ of 99000000 to 0x\w+ is recorded in block \d+, and ethereum does not have it there$/]
  ],
  [
    "a transfer that was credited and is not in the journal",
    remove("ChainTransfer"),
    [/^transfer 0x\w+ is credited, and the journal of ethereum does not have it$/]
  ],
  [
    "a transfer that was credited with another amount",
    (memory) => change(memory, "ChainTransfer", () => ({ amountMinor: 5n })),
    [/^transfer 0x\w+ of 0.000005 USDT to 0x\w+ is recorded as one of 100 USDT$/]
  ],
  [
    "a transfer that is gone and was credited",
    (memory) => change(memory, "ChainTransfer", () => ({ isDropped: true, updatedAt: 0 })),
    [/^transfer 0x\w+ of 100 USDT to 0x\w+ is gone from ethereum, and it is credited$/]
  ],
  [
    "a transfer that was credited to nobody",
    (memory) => {
      remove("CryptoTransfer")(memory)
      change(memory, "ChainTransfer", () => ({ updatedAt: 0 }))
    },
    [/^transfer 0x\w+ of 100 USDT to 0x\w+ is credited to nobody$/]
  ],
  [
    "a transaction that cost something else",
    (memory) => change(memory, "ChainTransaction", () => ({ costWei: "7000000000" })),
    [
      /^transaction 0x\w+ of payout \S+ cost \d+ wei on ethereum, and is recorded with 7000000000$/,
      /^the transactions of ethereum cost 7 gwei, and its ledger has \d+ in the account gas$/,
      /^transaction \S+ \(completed\) at gas stands for -7 minor units/,
      /^transaction \S+ \(completed\) at onChain stands for 7 minor units/
    ]
  ],
  [
    "a transaction that failed",
    (memory) => change(memory, "ChainTransaction", () => ({ _tag: "failed", reason: "" })),
    [
      /^transaction 0x\w+ of payout \S+ is recorded as failed, and completed on ethereum$/,
      /^transaction 0x\w+ of payout \S+ is failed, and the payout is COMPLETED$/,
      /^transaction 0x\w+ moved 10000000 of the token from wallet 0x\w+ to 0x\w+ on ethereum, and no payout of the journal did$/,
      /^payout \S+ is COMPLETED, and no transaction of ethereum has paid it$/
    ]
  ],
  [
    "a payout to somebody else",
    (memory) =>
      change(memory, "Payout", ({ order }: Ordered) => ({ order: { ...order, address: elsewhere } })),
    [
      /^transaction 0x\w+ of payout \S+ is completed, with 10 USDT to 0x\w+ as \S+; the payout has 10 USDT to 0x\w+ as \S+$/
    ]
  ],
  [
    "a payout that was returned",
    (memory) => change(memory, "Payout", () => ({ _tag: "rejected", settledLateAt: Option.none() })),
    [
      /^transaction 0x\w+ of payout \S+ is completed, and the payout is FAILED$/,
      /^payout \S+ \(rejected\) at available stands for 0/,
      /^payout \S+ \(rejected\) at payoutSettled stands for 0/,
      /^payout \S+ \(rejected\) at payoutFees stands for 0/
    ]
  ],
  [
    "an entry that is missing",
    ({ journal }) =>
      void journal.splice(
        journal.findIndex(({ kind }) => kind === "deposit.credited"),
        1
      ),
    [/^invoice \S+ at available stands for 100000000 minor units; its journal entries sum to 0$/]
  ]
]

/** Somebody else has the key of the wallet. */
const steal = Effect.promise(() => chain.write(token, "transfer", [elsewhere, 7n], { from: payer.address }))

describe("the comparison of network, journal and ledger", () => {
  comparing(
    "finds nothing wrong when nothing is",
    Effect.gen(function* () {
      yield* lived
      yield* live(chain, 3)
      yield* TestClock.adjust("2 hours")
      const report = yield* (yield* ChainOperators).reconcile(name)
      const { finalBlock, head, notCompared, readTo, ...rest } = report
      assert.deepStrictEqual(rest, {
        ...{ network: name, transfersChecked: 1, transactionsChecked: 1, addressesChecked: 1 },
        ...{ differences: [], acknowledged: [], acceptedCount: 0 },
        remainder: "0",
        readBack: []
      })
      assert.deepStrictEqual([head - finalBlock, head - readTo], [network.finality, 0])
      assert.deepStrictEqual(notCompared, [])
      const late = yield* (yield* ChainOperators).reconcile(name, {
        fromBlock: yield* Effect.promise(() => chain.head())
      })
      assert.deepInclude(late, { transfersChecked: 0, differences: [] })
    })
  )

  for (const [what, spoil, said] of wrongs)
    comparing(
      `finds ${what}`,
      Effect.gen(function* () {
        const { memory } = yield* lived
        spoil(memory)
        const found = yield* differences
        assert.strictEqual(found.length, said.length, found.join("\n"))
        for (const [index, pattern] of said.entries()) assert.match(found[index] ?? "", pattern)
      })
    )

  comparing(
    "tells nothing of what is under way",
    Effect.gen(function* () {
      const reported: Array<string> = []
      const invoice = yield* issue(network, 100)
      yield* payOut(network, 10, recipient)
      // The last blocks are read all at once.
      for (const blocks of [1, 1, 1, 1, 1, 6, 1]) {
        yield* pay(chain, token, [invoice.address], 10_000_000n)
        reported.push(...(yield* differences))
        yield* Effect.promise(() => chain.mine(blocks))
        yield* TestClock.adjust("1 minute")
        // A block is read before the payout's transaction in it is settled, or its transfer credited.
        yield* takeTurn(chainJobs.read)
        reported.push(...(yield* differences))
        yield* work
      }
      assert.deepStrictEqual(reported, [])
    })
  )

  comparing(
    "finds what somebody else moved out of a wallet",
    Effect.gen(function* () {
      yield* lived
      yield* steal
      yield* live(chain, 3)
      const found = yield* differences
      assert.strictEqual(found.length, 2, found.join("\n"))
      assert.match(
        found[1] ?? "",
        /^transaction 0x\w+ in slot 1 of wallet 0x\w+, block \d+, moves 0\.000007 USDT to 0x\w+: this store does not know it$/
      )
      assert.match(
        found[0] ?? "",
        /^wallet 0x\w+ has made 2 transactions on ethereum, and 1 were signed by this store$/
      )
    })
  )

  comparing(
    "is made every day, from where it came to the day before, and alerts",
    Effect.gen(function* () {
      const upkeeps = yield* ChainUpkeeps
      const errors = yield* Errors
      yield* lived
      yield* live(chain, 3)
      const { comparedBlock: before } = yield* upkeeps.of(name)
      yield* TestClock.adjust("1 day")
      yield* work
      const { comparedAt, comparedBlock, comparedCostMinor } = yield* upkeeps.of(name)
      assert.isAbove(comparedBlock, before)
      assert.isAbove(comparedAt, 0)
      assert.isTrue(comparedCostMinor > 0n)
      assert.deepStrictEqual(errors, [])
      // What was compared is not compared again: that is the command's.
      const memory = yield* Memory
      change(memory, "ChainTransfer", () => ({ value: "99000000" }))
      yield* payOut(network, 20, recipient)
      yield* work
      yield* live(chain, 3)
      yield* TestClock.adjust("1 day")
      yield* work
      const next = yield* upkeeps.of(name)
      assert.isAbove(next.comparedBlock, comparedBlock)
      assert.isTrue(next.comparedCostMinor > comparedCostMinor)
      assert.deepStrictEqual(errors, [])
      yield* steal
      yield* live(chain, 3)
      for (let day = 1; day <= 2; day++) {
        yield* TestClock.adjust("1 day")
        yield* work
      }
      assert.strictEqual((yield* upkeeps.of(name)).comparedBlock, next.comparedBlock)
      const alerts = errors.filter((each) => each.includes("the books differ"))
      assert.lengthOf(alerts, 2)
      for (const alert of alerts)
        assert.match(
          alert,
          /^ethereum, its journal and the books differ \(2\): wallet 0x\w+ has made \d+ transactions .*; transaction 0x\w+ moved 7 of the token/
        )
    })
  )
})
