import { assert, describe, it } from "@effect/vitest"
import { unreliable } from "@quittance/adapters-evm/testing"
import { ChainWallets, coin, coinMinorOf, LedgerReader } from "@quittance/core/adapter"
import { Chance } from "@quittance/testing"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { type TronChain, token } from "../node/TronChain.ts"
import type { TronNode } from "../node/TronNode.ts"
import {
  addPayer,
  fetchFrom,
  formsOf,
  network,
  payer,
  payoutOrder,
  recipientOf,
  startPaying,
  startSender,
  sunAtFirst,
  tokensAtFirst
} from "./Paying.ts"

/**
 * Payouts under everything that can happen on TRON: nodes that lose questions or answers, lag, forget or deny,
 * processes that end in the middle of a turn, reorganisations, slots without blocks, transactions that are accepted and
 * never carried out, energy that gets dearer, clocks that jump, and operators who give up.
 */

const storyCount = Number(process.env.QUITTANCE_STORIES ?? 12)
const firstSeed = Number(process.env.QUITTANCE_SEED ?? 1)
const stepCount = 60

const makeHonest = (node: TronNode): void => {
  Object.assign(node, { lag: 0, isDown: false, passing: "passes", keepsExpired: false, oldest: 0 })
}

/** One node at a time does what it should not. */
const makeFaulty = (chance: Chance, chain: TronChain, nodes: ReadonlyArray<TronNode>): void => {
  for (const node of nodes) makeHonest(node)
  const node = nodes[chance.below(nodes.length)]
  if (node === undefined) return
  switch (chance.below(7)) {
    case 0:
      node.lag = 1 + chance.below(30)
      break
    case 1:
      node.lag = 60 + chance.below(100)
      break
    case 2:
      node.isDown = true
      break
    case 3:
      node.passing = "forgets"
      break
    case 4:
      node.passing = "keeps"
      break
    case 5:
      node.keepsExpired = true
      break
    case 6:
      // It denies what was carried out, and says that it knows the newest blocks.
      node.oldest = chain.head.number + 1
      break
  }
  if (chance.below(4) === 0) node.restart()
}

/** Some are to the same recipient, of the same amount. */
const orderOf = (number: number) => ({
  ...payoutOrder(number),
  recipient: addressOfHex(recipientOf(number % 5)),
  amountMinor: 1_000_000n + BigInt(number % 2)
})

const story = (seed: number) => {
  const chance = new Chance(`payouts on TRON ${seed}`)
  const { chain, nodes, options, services } = startPaying({}, { nodeCount: 2 + chance.below(2) })
  const some = () => chance.below(10) < 7
  return Effect.gen(function* () {
    yield* addPayer
    yield* TestClock.setTime(chain.head.timestamp)
    const wallets = yield* ChainWallets
    let made = 0
    const abandonedIds = new Set<string>()

    const turn = Effect.gen(function* () {
      const { fetch, killed } = unreliable(chance, fetchFrom(nodes), 60)
      const sender = yield* startSender(chain, options, nodes, fetch)
      yield* Effect.exit(
        Effect.raceFirst(
          sender.turn,
          Effect.promise(() => killed.catch(() => undefined))
        )
      )
    })

    const step = Effect.fnUntraced(function* () {
      switch (chance.below(14)) {
        case 0:
        case 1:
          for (let count = chance.below(4); count >= 0; count--) yield* wallets.queue(orderOf(++made))
          return
        case 2:
        case 3:
        case 4:
        case 5:
          return yield* turn
        case 6:
          for (let count = chance.below(8); count >= 0; count--)
            chain.produce({ missed: chance.below(3) === 0 ? chance.below(30) : 0, takes: some })
          return
        case 7: {
          // Long enough for something to expire, now and then.
          const takes = chance.below(2) === 0 ? some : () => false
          for (let count = 20 + chance.below(90); count > 0; count--) chain.produce({ takes })
          return
        }
        case 8: {
          const depth = Math.min(1 + chance.below(17), chain.head.number - chain.head.solid)
          if (depth > 0) chain.reorganise(depth, { comesBack: some, takes: () => chance.below(4) === 0 })
          return
        }
        case 9:
          for (const { id } of chain.waiting) if (some()) chain.lose(id)
          for (const node of nodes) if (some()) node.restart()
          return
        case 10:
          return makeFaulty(chance, chain, nodes)
        case 11:
          if (chance.below(2) === 0) chain.setParameters({ energyPrice: 60n + BigInt(chance.below(100)) })
          else chain.setToken({ penalty: BigInt(chance.below(3) * 4_000) })
          return
        case 12: {
          if (made === 0 || chance.below(2) === 0) return
          const order = orderOf(1 + chance.below(made))
          abandonedIds.add(order.id)
          yield* wallets.abandon(order)
          return
        }
        case 13:
          if (chance.below(4) === 0) {
            const now = yield* Clock.currentTimeMillis
            return yield* TestClock.setTime(Math.max(0, now - chance.below(600_000)))
          }
          yield* TestClock.adjust(chance.below(4) === 0 ? "2 hours" : `${1 + chance.below(100)} seconds`)
      }
    })

    for (let count = 0; count < stepCount; count++) {
      yield* step()
      // A killed process leaves its lease, which ends.
      yield* TestClock.adjust("31 seconds")
    }

    for (const node of nodes) makeHonest(node)
    chain.setParameters({ energyPrice: 100n })
    chain.setToken({ penalty: 0n })
    // A clock that was set back has come to what was due by then.
    yield* TestClock.adjust("2 hours")
    const sender = yield* startSender(chain, options, nodes)
    let isWaiting = true
    for (let round = 0; round < 60 && isWaiting; round++) {
      yield* TestClock.adjust("31 seconds")
      yield* sender.turn
      chain.produceMany(10)
      isWaiting = (yield* wallets.queued(network, 1)).length + (yield* wallets.open(network)).length > 0
    }

    const slots: Array<number> = []
    const ownHashes = new Set<string>()
    let [paidMinor, costWei, costGwei] = [0n, 0n, 0n]
    for (let number = 1; number <= made; number++) {
      const order = orderOf(number)
      const state = Option.getOrThrow(yield* wallets.transaction(network, order.id))
      assert.include(["completed", "failed", "cancelled", "abandoned"], state._tag, order.id)
      const hashes = formsOf(state).map(({ hash }) => hash)
      const mined = hashes.flatMap((hash) => {
        ownHashes.add(hash)
        const found = chain.found(`0x${hash}`)
        return found === undefined ? [] : [{ hash, result: found.outcome.result }]
      })
      assert.deepStrictEqual(
        mined.map(({ hash, result }) => [hash, result === "SUCCESS" ? "completed" : "failed"]),
        "hash" in state && state.hash !== "" ? [[state.hash, state._tag]] : [],
        order.id
      )
      if (state._tag === "cancelled" || state._tag === "abandoned") assert.isTrue(abandonedIds.has(order.id))
      if ("nonce" in state) slots.push(state.nonce)
      if (state._tag === "completed") paidMinor += order.amountMinor
      if ("costWei" in state) {
        costWei += BigInt(state.costWei)
        costGwei += coinMinorOf(BigInt(state.costWei))
      }
    }
    const sortedSlots = slots.sort((a, b) => a - b)
    assert.deepStrictEqual(
      sortedSlots,
      slots.map((_, index) => index)
    )
    const carriedOut = chain.blocks.flatMap(({ mined }) =>
      mined.map(({ transaction }) => transaction.id.slice(2))
    )
    assert.isTrue(carriedOut.every((hash) => ownHashes.has(hash)))
    assert.strictEqual(chain.state.holding(token, payer), tokensAtFirst - paidMinor)
    assert.strictEqual(costWei, (sunAtFirst - (chain.state.accounts.get(payer)?.balance ?? 0n)) * 10n ** 12n)
    const ledger = yield* LedgerReader
    assert.strictEqual((yield* ledger.balances(network, coin)).onChain, costGwei)
  }).pipe(Effect.provide(services))
}

describe("payouts on TRON, whatever happens", () => {
  for (let seed = firstSeed; seed < firstSeed + storyCount; seed++)
    it.effect(`story of seed ${seed}`, () => story(seed))
})
