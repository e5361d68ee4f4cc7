import { assert, describe, it } from "@effect/vitest"
import { ChainOperators, type ChainOperators as Operators } from "@quittance/adapters-evm"
import { Errors, issue, runningOn, work } from "@quittance/adapters-evm/testing"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { hexOfAddress } from "../../src/address.ts"
import * as TronNetworks from "../../src/TronNetworks.ts"
import { payer, payerKey, startTron } from "../networks/ownTron.ts"
import { token } from "../node/TronChain.ts"

type Tron = Awaited<ReturnType<typeof startTron>>

const usdt = 1_000_000n

/** Blocks of half a minute, in which each process does what is due. */
const live = Effect.fnUntraced(function* ({ chain }: Tron, times: number) {
  for (let time = 0; time < times; time++) {
    chain.produceMany(10)
    yield* TestClock.adjust("30 seconds")
    yield* work
  }
})

const day = Effect.andThen(TestClock.adjust("1 day"), work)

const reconciled = (options?: Parameters<Operators["Service"]["reconcile"]>[1]) =>
  Effect.flatMap(ChainOperators, (operators) => operators.reconcile("tron", options))

const comparing = (what: string, body: (tron: Tron) => Parameters<typeof runningOn<void, unknown>>[1]) =>
  it.effect(what, () =>
    Effect.gen(function* () {
      const tron = yield* Effect.promise(() => startTron())
      const factory = tron.deployFactory()
      const sweep = { minimumMinor: 50n * usdt, maxFeeSun: 30n * usdt }
      const network = { ...tron.network, sweep }
      const { confirmations, name } = network
      const begin = Effect.gen(function* () {
        yield* (yield* ChainOperators).importWallet(name, payerKey)
        yield* (yield* ChainJournal).recordFactory(name, factory)
      })
      yield* runningOn(
        { name, confirmations, networks: TronNetworks.layer({ networks: [network] }), begin },
        TestClock.setTime(tron.chain.head.timestamp).pipe(Effect.andThen(work), Effect.andThen(body(tron)))
      )
    })
  )

describe("what addresses hold on TRON, where the token answers false to every transfer", () => {
  comparing("agrees after a sweep, and differs when the issuer destroys it", (tron) =>
    Effect.gen(function* () {
      const { address } = yield* issue(tron.network, 1)
      tron.deposit(address, 60n * usdt)
      yield* live(tron, 3)
      yield* day
      yield* live(tron, 3)
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 60n * usdt)
      const swept = yield* reconciled()
      assert.deepStrictEqual(swept.differences, [])
      yield* day
      const small = yield* issue(tron.network, 1)
      tron.deposit(small.address, 20n * usdt)
      yield* live(tron, 3)
      assert.deepStrictEqual((yield* reconciled()).differences, [])
      assert.deepStrictEqual(yield* Errors, [])

      const held = tron.balanceOf(payer)
      for (const owner of [small.address, payer, tron.network.treasury])
        tron.chain.state.hold(token, hexOfAddress(owner), 0n)
      yield* live(tron, 1)
      const { differences } = yield* reconciled()
      assert.lengthOf(differences, 3)
      assert.strictEqual(
        differences[0],
        `deposit address ${small.address} on tron has 20 USDT less than its transfers explain`
      )
      assert.match(differences[1] ?? "", new RegExp(`^wallet ${payer} on tron has ${held / usdt} USDT less`))
      assert.match(
        differences[2] ?? "",
        /^the treasury T\w+ on tron has 60 USDT less than its transfers since/
      )
      yield* day
      assert.match((yield* Errors).join("\n"), /the books differ \(3\): deposit address T/)
      for (const subject of [small.address, payer, tron.network.treasury])
        yield* reconciled({ acknowledge: { subject, reason: "known", by: "ann" } })
      assert.deepStrictEqual((yield* reconciled()).differences, [])
      yield* day
      assert.lengthOf(yield* Errors, 1)
    })
  )
})
