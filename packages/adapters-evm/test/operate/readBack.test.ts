import { assert, describe, it } from "@effect/vitest"
import { Holds, Payouts } from "@quittance/core"
import {
  ChainJournal,
  ChainWallets,
  emptyMemoryState,
  type MemoryState,
  StoreHold
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { liveNetwork } from "../../src/asLive.ts"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { readBack } from "../../src/operate/readBack.ts"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { accountOf, genesisSeconds } from "../anvil/Anvil.ts"
import type { TestChain } from "../anvil/TestChain.ts"
import { FalseToken } from "../contracts/FalseToken.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { payer, startNetwork } from "../networks/ownNetwork.ts"
import { begin, copyOf, life, now, type Request, reconcile, request, settle, statusOf, work } from "./Life.ts"

const [first, second] = [accountOf(5).address, accountOf(6).address]

/** A network with a wallet, and a store that knows it. */
const setUp = Effect.fnUntraced(function* (
  contract: Parameters<TestChain["deploy"]>[0] = SilentToken,
  change: object = {}
) {
  const started = yield* Effect.promise(() => startNetwork(contract, 6))
  yield* TestClock.setTime(genesisSeconds * 1_000)
  const network = { ...started.network, ...change }
  const state = emptyMemoryState()
  const on = (each: MemoryState) => Effect.provide(life(each, network))
  yield* begin(network).pipe(on(state))
  const { chain, token } = started
  const mine = (blocks = 1) => Effect.promise(() => chain.mine(blocks))
  const balanceOf = (address: `0x${string}`) => Effect.promise(() => chain.balanceOf(token, address))
  return { chain, token, network, state, on, mine, balanceOf }
})

const imported = (network: EvmNetwork, rpc: Rpc["Service"]) => {
  const live = liveNetwork(network, rpc)
  return readBack(live, live.forgottenBy, "import")
}

const held = Effect.gen(function* () {
  const hold = yield* StoreHold
  yield* hold.place({ reason: "restored", since: yield* now })
})

const asked = (key: string, amount: number, recipient = first): Request => ({ key, amount, recipient })

describe("what a wallet did that its journal has forgotten", () => {
  it.effect("is told, imported and released; what was paid is not paid again, and what is new is paid", () =>
    Effect.gen(function* () {
      const { balanceOf, chain, mine, network, on, state } = yield* setUp()
      const { name } = network
      const [early, raised, waiting] = [asked("early", 10), asked("raised", 20), asked("waiting", 30)]
      const forgotten = asked("forgotten", 40)
      const ids = yield* Effect.gen(function* () {
        const { id: earlyId } = yield* request(network, early)
        yield* settle(chain, network)
        const { id: raisedId } = yield* request(network, raised)
        yield* work
        const { id: waitingId } = yield* request(network, waiting)
        return [earlyId, raisedId, waitingId]
      }).pipe(on(state))
      const backup = copyOf(state)
      yield* Effect.gen(function* () {
        // A block takes it with a higher fee only.
        yield* TestClock.adjust("100 seconds")
        yield* work
        yield* request(network, forgotten)
        yield* settle(chain, network)
      }).pipe(on(state))

      yield* Effect.gen(function* () {
        yield* held
        yield* work
        const operators = yield* ChainOperators
        const holds = yield* Holds
        const before = yield* reconcile(name, "compare")
        assert.deepStrictEqual(
          before.readBack.map(({ did, nonce, payoutId }) => [nonce, did, payoutId]),
          [
            [2, `moves 30 USDT to ${first}`, ids[2]],
            [3, `moves 40 USDT to ${first}`, ""]
          ]
        )
        assert.lengthOf(before.differences, 3, before.differences.join("\n"))
        assert.strictEqual((yield* holds.survey()).listed._tag, "Unlisted")

        const imported = yield* reconcile(name, "import")
        assert.deepStrictEqual(imported.readBack, before.readBack)
        const nobodys = `transaction ${before.readBack[1]?.txHash} moved 40 USDT to ${first}, and no known payout of this store asked for it`
        assert.deepStrictEqual(imported.differences, [nobodys])
        assert.deepStrictEqual((yield* reconcile(name, "import")).readBack, [])

        const { unknown, waiting: still } = yield* holds.survey()
        assert.deepStrictEqual(
          unknown.map(({ address, amountMinor }) => [address, amountMinor]),
          [[first, 40_000_000n]]
        )
        assert.notInclude(
          still.map(({ order }) => order.id),
          ids[2]
        )
        yield* holds.release
        yield* settle(chain, network)
        for (const id of ids) assert.strictEqual((yield* statusOf(id ?? "")).status, "COMPLETED")
        assert.strictEqual((yield* statusOf(ids[2] ?? "")).hash, before.readBack[0]?.txHash)
        assert.strictEqual(yield* balanceOf(first), 100_000_000n)

        const repeated = yield* request(network, forgotten)
        yield* request(network, asked("new", 50, second))
        yield* settle(chain, network)
        assert.deepStrictEqual(
          [yield* balanceOf(first), yield* balanceOf(second)],
          [100_000_000n, 50_000_000n]
        )
        assert.strictEqual((yield* statusOf(repeated.id)).status, "PENDING")
        const { differences } = yield* reconcile(name, "compare")
        assert.deepStrictEqual(differences, [
          nobodys,
          `payout ${repeated.id} of 40 USDT to ${first} waits for an operator: ${before.readBack[1]?.txHash} moved the same amount, and may have been this payout`
        ])
        const txHash = before.readBack[1]?.txHash ?? ""
        const refused = yield* Effect.flip(operators.claim(name, txHash, ids[0] ?? ""))
        assert.match(refused.reason, /is COMPLETED already/)
        assert.deepStrictEqual(yield* operators.claim(name, txHash, repeated.id), {
          txHash,
          payoutId: repeated.id
        })
        yield* settle(chain, network)
        assert.deepStrictEqual(yield* statusOf(repeated.id), { status: "COMPLETED", hash: txHash })
        assert.strictEqual(yield* balanceOf(first), 100_000_000n)
        assert.deepStrictEqual((yield* reconcile(name, "compare")).differences, [])
        yield* mine()
      }).pipe(on(backup))
    })
  )

  it.effect("is in the list of the processing side, however long the payout had waited", () =>
    Effect.gen(function* () {
      const { chain, network, on, state } = yield* setUp()
      const { name } = network
      const id = yield* Effect.gen(function* () {
        const journal = yield* ChainJournal
        yield* journal.pause(name, true)
        const { id } = yield* request(network, asked("old", 10))
        yield* work
        yield* TestClock.adjust("5 days")
        yield* request(network, asked("recent", 20))
        return id
      }).pipe(on(state))
      const backup = copyOf(state)
      yield* Effect.gen(function* () {
        const journal = yield* ChainJournal
        yield* journal.pause(name, false)
        yield* settle(chain, network)
      }).pipe(on(state))
      yield* Effect.gen(function* () {
        const holds = yield* Holds
        const journal = yield* ChainJournal
        yield* held
        yield* reconcile(name, "import")
        const { listed, unknown, waiting } = yield* holds.survey()
        assert.deepStrictEqual([listed, unknown, waiting], [{ _tag: "Count", count: 2 }, [], []])
        yield* holds.release
        yield* journal.pause(name, false)
        yield* settle(chain, network)
        assert.strictEqual((yield* statusOf(id)).status, "COMPLETED")
      }).pipe(on(backup))
    })
  )

  it.effect(
    "holds up a payout that looks like one that was taken for another, until an operator says so",
    () =>
      Effect.gen(function* () {
        const { balanceOf, chain, network, on, state } = yield* setUp()
        const { name } = network
        yield* request(network, asked("given up", 10)).pipe(on(state))
        const backup = copyOf(state)
        // It is given up, and asked for again under another key.
        yield* Effect.gen(function* () {
          const payouts = yield* Payouts
          const { id } = yield* request(network, asked("given up", 10))
          yield* payouts.resolve(id, "failed", "the client asked for it")
          yield* request(network, asked("another key", 10))
          yield* settle(chain, network)
          assert.strictEqual(yield* balanceOf(first), 10_000_000n)
        }).pipe(on(state))
        yield* Effect.gen(function* () {
          yield* held
          const operators = yield* ChainOperators
          const holds = yield* Holds
          const { readBack } = yield* reconcile(name, "import")
          yield* holds.release
          const again = yield* request(network, asked("another key", 10))
          yield* settle(chain, network)
          assert.strictEqual(yield* balanceOf(first), 10_000_000n)
          assert.strictEqual((yield* statusOf(again.id)).status, "PENDING")
          const [only] = readBack
          if (only === undefined) return assert.fail("it was read back")
          const refused = yield* Effect.flip(operators.claim(name, only.txHash, again.id))
          assert.strictEqual(
            refused.reason,
            `transaction ${only.txHash} is already matched to payout ${only.payoutId}`
          )
          assert.deepStrictEqual(yield* operators.claimAll(name), [])
          yield* operators.clear(name, only.txHash)
          assert.match(
            (yield* Effect.flip(operators.clear(name, only.txHash))).reason,
            /is not a transaction of/
          )
          yield* settle(chain, network)
          assert.strictEqual(yield* balanceOf(first), 20_000_000n)
          assert.strictEqual((yield* statusOf(again.id)).status, "COMPLETED")
        }).pipe(on(backup))
      })
  )

  it.effect("is imported as far as it is final, and holds up everything until all of it is", () =>
    Effect.gen(function* () {
      const { chain, mine, network, on, state, token } = yield* setUp()
      const { name } = network
      const pay = (amount: bigint) =>
        Effect.promise(() => chain.write(token, "transfer", [first, amount], { from: payer.address }))
      yield* pay(11_000_000n)
      yield* mine(3)
      yield* pay(12_000_000n)
      yield* mine()
      yield* pay(13_000_000n)
      yield* Effect.gen(function* () {
        const wallets = yield* ChainWallets
        const notYet = (count: string) =>
          `wallet ${payer.address} has ${count} on ethereum that this store does not know and that ${count.startsWith("a ") ? "is" : "are"} not final yet: reconcile again later`
        const early = yield* reconcile(name, "import")
        assert.deepStrictEqual(
          early.readBack.map(({ nonce }) => nonce),
          [0]
        )
        assert.include(early.differences, notYet("2 transactions"))
        assert.strictEqual((yield* wallets.wallets(name))[0]?.nextNonce, 1)
        yield* request(network, asked("new", 50, second))
        yield* work
        assert.deepStrictEqual(yield* wallets.open(name), [])
        yield* mine(2)
        const later = yield* reconcile(name, "import")
        assert.deepStrictEqual(
          later.readBack.map(({ nonce }) => nonce),
          [1]
        )
        assert.include(later.differences, notYet("a transaction"))
        yield* mine()
        yield* reconcile(name, "import")
        assert.strictEqual((yield* wallets.wallets(name))[0]?.nextNonce, 3)
        yield* work
        assert.lengthOf(yield* wallets.open(name), 1)
      }).pipe(on(state))
    })
  )

  it.effect("is imported up to what no node can tell, and says so", () =>
    Effect.gen(function* () {
      const { chain, mine, network, on, state, token } = yield* setUp()
      const hashes: Array<string> = []
      for (const amount of [11_000_000n, 12_000_000n, 13_000_000n])
        hashes.push(
          yield* Effect.promise(() =>
            chain.write(token, "transfer", [first, amount], { from: payer.address })
          )
        )
      yield* mine(4)
      const final = (yield* Effect.promise(() => chain.head())) - Number(network.finality)
      let isHidden = true
      const rpc = yield* Rpc.make({
        urls: [chain.anvil.url],
        chainId: network.chainId,
        fetch: async (url, init) => {
          const { id, method, params } = JSON.parse(String(init?.body))
          const isOld = method === "eth_getTransactionCount" && Number(params[1]) < final
          if (isOld) return Response.json({ jsonrpc: "2.0", id, error: { code: -32_000, message: "pruned" } })
          return method === "eth_getTransactionReceipt" && params[0] === hashes[1] && isHidden
            ? Response.json({ jsonrpc: "2.0", id, result: null })
            : fetch(url, init)
        }
      })
      // What was recorded late is in an old block all the same.
      yield* TestClock.adjust("10 days")
      yield* Effect.gen(function* () {
        const wallets = yield* ChainWallets
        for (const expected of [[0], []]) {
          const { open, transactions } = yield* imported(network, rpc)
          assert.deepStrictEqual(
            transactions.map(({ nonce }) => nonce),
            expected
          )
          assert.deepStrictEqual(open, [
            `no node says which transaction has slot 1 of wallet ${payer.address}, and nothing after it is read back: add a node that keeps the state of old blocks to rpcUrls`
          ])
        }
        assert.strictEqual((yield* wallets.wallets(network.name))[0]?.nextNonce, 1)
        isHidden = false
        yield* imported(network, rpc)
        assert.strictEqual((yield* wallets.wallets(network.name))[0]?.nextNonce, 3)
      }).pipe(on(state))
    })
  )

  it.effect("is told by what it was, and only payments are in doubt", () =>
    Effect.gen(function* () {
      const { chain, mine, network, on, state, token } = yield* setUp()
      const { name, treasury } = network
      const from = payer.address
      const { data, to } = deterministicDeployment(treasury as `0x${string}`)
      const factory = deterministicDeployment(treasury as `0x${string}`).address
      const sent = [
        { to, data, gas: 3_000_000n },
        { data: "0x00" },
        { to: factory, data: sweepCall(token.address, []) },
        { to: from },
        { to: second, value: 5n },
        { to: token.address, data: transferCall(first, 10n ** 60n) },
        { to: token.address, data: transferCall(first, 1_500_000n) },
        { to: token.address, data: "0x313ce567" }
      ] as const
      for (const each of sent) yield* Effect.promise(() => chain.send({ gas: 200_000n, ...each, from }))
      yield* mine(4)
      yield* Effect.gen(function* () {
        const wallets = yield* ChainWallets
        const { readBack } = yield* reconcile(name, "import")
        assert.deepStrictEqual(
          readBack.map(({ did }) => did),
          [
            "creates a contract",
            "creates a contract",
            "empties deposit addresses",
            "did nothing, and so kept its slot from another transaction",
            `calls ${second.toLowerCase()}, gives it 5 wei of the network's coin`,
            `moves ${10n ** 54n} USDT to ${first}, but the network carried it out and it failed`,
            `moves 1.5 USDT to ${first}`,
            `calls ${token.address.toLowerCase()}`
          ]
        )
        const recorded = yield* Effect.forEach(readBack, ({ txHash }) =>
          wallets.transaction(name, `${name}/${txHash}`)
        )
        assert.deepStrictEqual(
          recorded.map((each) => Option.getOrThrow(each)).map(({ _tag, order }) => [order.purpose, _tag]),
          [
            ["deployment", "completed"],
            ["deployment", "completed"],
            ["sweep", "completed"],
            ["other", "cancelled"],
            ["other", "completed"],
            ["payout", "failed"],
            ["payout", "unclaimed"],
            ["other", "completed"]
          ]
        )
      }).pipe(on(state))
    })
  )

  it.effect("moved nothing if the token says nothing of a transfer", () =>
    Effect.gen(function* () {
      const { chain, mine, network, on, state, token } = yield* setUp(FalseToken)
      const data = transferCall(first, 1_500_000n)
      yield* Effect.promise(() => chain.send({ to: token.address, data, gas: 200_000n, from: payer.address }))
      yield* mine(4)
      yield* Effect.gen(function* () {
        const wallets = yield* ChainWallets
        const [only] = (yield* reconcile(network.name, "import")).readBack
        assert.strictEqual(
          only?.did,
          `moves 1.5 USDT to ${first}, but the token accepted the transfer and moved nothing`
        )
        assert.deepStrictEqual(yield* wallets.doubtful(network.name), [])
      }).pipe(on(state))
    })
  )
})
