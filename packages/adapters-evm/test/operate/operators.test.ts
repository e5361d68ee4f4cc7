import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, ChainNetworks, ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { expectedFactory } from "../../src/factory.ts"
import { deterministicDeployer } from "../../src/factoryContracts.ts"
import { type Hex, hexOf } from "../../src/hex.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { payer, payerKey, startNetwork } from "../networks/ownNetwork.ts"
import { issue, live, pay, running, setClock, startsAnew, work } from "./Running.ts"

const { chain, network: given, token } = await startNetwork(BlockingToken, 6)
const outside = accountOf(8).address
const network: EvmNetwork = {
  ...given,
  signer: {
    accounts: async () => [outside.toUpperCase().replace("0X", "0x")],
    sign: () => Promise.reject(new Error("it signs nothing here"))
  }
}
const { name } = network
const factory = expectedFactory(network).factory.address
const usdt = 1_000_000n

startsAnew(chain)

const rpc = (method: string, ...params: ReadonlyArray<unknown>) =>
  Effect.promise(() => chain.anvil.rpc(method, params))

/** While an operator waits, the network makes a block from time to time. */
const whileBlocksPass = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    command,
    Effect.forever(
      Effect.andThen(
        TestClock.adjust("100 millis"),
        Effect.promise(() => chain.mine())
      )
    )
  )

const operating = (
  what: string,
  body: (operators: ChainOperators["Service"]) => Parameters<typeof running<void, unknown>>[1]
) =>
  it.effect(what, () =>
    running(network, Effect.andThen(setClock(chain), Effect.flatMap(ChainOperators, body)))
  )

const refusalOf = <A, R>(command: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.map(Effect.flip(command), ({ reason }) => reason)

const recorded = Effect.flatMap(ChainJournal, (journal) =>
  Effect.map(journal.setup(name), (setup) =>
    Option.getOrUndefined(Option.flatMap(setup, (each) => each.factory))
  )
)

describe("the contract for deposit addresses", () => {
  operating("is put on the network once, and found there from then on", (operators) =>
    Effect.gen(function* () {
      yield* (yield* ChainJournal).recordFactory(name, outside)
      const made = yield* whileBlocksPass(operators.deploy(name))
      assert.deepInclude(made, { network: name, factory })
      assert.match(String(made.txHash), /^0x[0-9a-f]{64}$/)
      assert.strictEqual(yield* recorded, factory)
      yield* (yield* ChainJournal).recordFactory(name, outside)
      assert.deepStrictEqual(yield* operators.deploy(name), { network: name, factory, txHash: null })
      assert.strictEqual(yield* recorded, factory)
      const wallets = yield* ChainWallets
      assert.lengthOf(
        (yield* wallets.transactionsAfter(name, -1)).filter(({ order }) => order.purpose === "deployment"),
        1
      )
    })
  )

  operating("is not asked for where the contract is missing that puts it at its address", (operators) =>
    Effect.gen(function* () {
      yield* rpc("anvil_setCode", deterministicDeployer, "0x")
      assert.include(
        yield* refusalOf(operators.deploy(name)),
        `ethereum lacks the contract ${deterministicDeployer}`
      )
      assert.deepStrictEqual(yield* (yield* ChainWallets).transactionsAfter(name, -1), [])
    })
  )
})

describe("a wallet", () => {
  operating("is added by its key once, and goes on after what it has made", (operators) =>
    Effect.gen(function* () {
      const sender = accountOf(7)
      const key = hexOf(sender.getHdKey().privateKey ?? new Uint8Array())
      yield* Effect.promise(() => chain.send({ from: sender.address, to: outside, value: 1n }))
      assert.include(
        yield* refusalOf(operators.importWallet(name, key)),
        "1 transactions on ethereum that no block"
      )
      yield* Effect.promise(() => chain.mine())
      const added = { network: name, address: sender.address }
      assert.deepStrictEqual(yield* operators.importWallet(name, key), { ...added, isNew: true })
      assert.deepStrictEqual(yield* operators.importWallet(name, key), { ...added, isNew: false })
      const [wallet] = (yield* (yield* ChainWallets).wallets(name)).filter(
        ({ address }) => address === sender.address
      )
      assert.strictEqual(wallet?.nextNonce, 1)
    })
  )

  operating("is not added by what is no key", (operators) =>
    Effect.gen(function* () {
      const digits = payerKey.slice(2)
      for (const key of [
        digits,
        `${payerKey}0`,
        payerKey.slice(0, -1),
        `0x${"0".repeat(64)}`,
        `0x${"f".repeat(64)}`
      ])
        assert.include(
          yield* refusalOf(operators.importWallet(name, key)),
          "a private key is 0x and 64 hex digits",
          key
        )
    })
  )

  operating("whose key is outside is one that the signer has, and stays outside", (operators) =>
    Effect.gen(function* () {
      const written = outside.toLowerCase()
      const added = { network: name, address: outside }
      assert.deepStrictEqual(yield* operators.recordWallet(name, written), { ...added, isNew: true })
      assert.deepStrictEqual(yield* operators.recordWallet(name, outside), { ...added, isNew: false })
      assert.include(
        yield* refusalOf(operators.recordWallet(name, accountOf(9).address)),
        `the signer of ethereum has no key of ${accountOf(9).address}`
      )
      assert.include(
        yield* refusalOf(operators.recordWallet(name, "0x12")),
        "an address is 0x and 40 hex digits"
      )
      const key = hexOf(accountOf(8).getHdKey().privateKey ?? new Uint8Array())
      assert.include(
        yield* refusalOf(operators.importWallet(name, key)),
        "already added, with its key outside"
      )
    })
  )

  operating("of the store is not taken for one outside", (operators) =>
    Effect.gen(function* () {
      const key = hexOf(accountOf(8).getHdKey().privateKey ?? new Uint8Array())
      yield* operators.importWallet(name, key)
      assert.include(
        yield* refusalOf(operators.recordWallet(name, outside)),
        "already added, with its key in the store"
      )
    })
  )

  operating("can be made anew, each with an address of its own", (operators) =>
    Effect.gen(function* () {
      const made = [yield* operators.createWallet(name), yield* operators.createWallet(name)]
      assert.strictEqual(new Set(made.map(({ address }) => address)).size, 2)
      const all = yield* operators.wallets(name)
      assert.sameDeepMembers([...all], [{ network: name, address: payer.address }, ...made])
    })
  )
})

describe("the state of a network", () => {
  operating("has what each wallet has and made, what waits, and how far it was read", (operators) =>
    Effect.gen(function* () {
      yield* whileBlocksPass(operators.deploy(name))
      yield* live(chain, network.confirmations)
      yield* rpc("anvil_setBalance", payer.address, "0x7b")
      const status = yield* (yield* ChainNetworks).status(name)
      const head = yield* Effect.promise(() => chain.head())
      const cursor = yield* (yield* ChainJournal).cursor(name)
      assert.isTrue(status.spentMinor > 0n)
      assert.strictEqual(status.readTo, Option.getOrThrow(cursor).blockNumber)
      assert.deepInclude(status, {
        ...{ network: name, chainId: 31_337, head, isPaused: false, factory },
        ...{ treasury: network.treasury, queued: 0, open: 0 }
      })
      assert.deepStrictEqual(status.wallets, [
        {
          ...{ address: payer.address, coinWei: "123", tokenMinor: 10n ** 24n },
          ...{ minedCount: 1, signedCount: 1 }
        }
      ])
      assert.deepStrictEqual(
        status.nodes.map((node) => node.head),
        [head]
      )
      yield* (yield* ChainJournal).pause(name, true)
      assert.isTrue((yield* (yield* ChainNetworks).status(name)).isPaused)
    })
  )
})

describe("a sweep by an operator", () => {
  operating("tells what arrived, and what the token kept on its addresses", (operators) =>
    Effect.gen(function* () {
      yield* whileBlocksPass(operators.deploy(name))
      const orders = [yield* issue(network, 1), yield* issue(network, 1), yield* issue(network, 1)]
      const addresses = orders.map(({ address }) => address as Hex)
      yield* pay(chain, token, addresses, 3n * usdt)
      yield* live(chain, network.confirmations + 2)
      yield* Effect.promise(() => chain.write(token as never, "refuse" as never, [addresses[1], 1] as never))
      yield* live(chain, 1)
      const report = yield* whileBlocksPass(Effect.tap(operators.sweep(name), () => work))
      assert.deepInclude(report, { network: name, addresses: 2, skipped: 1, amountMinor: 6n * usdt })
      assert.lengthOf(report.txHashes, 1)
      assert.strictEqual(
        yield* Effect.promise(() => chain.balanceOf(token, network.treasury as Hex)),
        6n * usdt
      )
    })
  )
})
