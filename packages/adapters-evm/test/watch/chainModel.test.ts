import { assert, it } from "@effect/vitest"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { blockMillis, FakeChain, type FakeTransaction, hashOfText, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { at, deployed, depositOf, giveOut, journalled, network, startWatching } from "./watching.ts"

const addresses = 4
const runs = 30
const steps = 40

/** Numbers below a bound, the same for the same seed (mulberry32). */
const drawing = (seed: number) => {
  let state = seed
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

interface Expected {
  readonly address: string
  readonly blockHash: string
  readonly value: string
  readonly txHash: string
}

const shown = ({ address, blockHash, txHash, value }: Expected): string =>
  [blockHash, txHash, address, value].join(" ")

/** What the journal has to hold of a chain: each transfer of the own addresses above zero. */
const expectedOf = ({ blocks }: FakeChain): ReadonlyArray<string> => {
  const own = new Map(
    Array.from({ length: addresses }, (_, i) => [transferLog(depositOf(i), 1n).topics[2], depositOf(i)])
  )
  return blocks
    .flatMap(({ hash, transactions }) =>
      transactions.flatMap(({ logs, name }) =>
        logs.flatMap(({ data, topics }) => {
          const address = own.get(topics[2])
          const value = String(BigInt(data))
          if (address === undefined || value === "0") return []
          return [shown({ address, blockHash: hash, txHash: hashOfText(name), value })]
        })
      )
    )
    .toSorted()
}

const transactionOf = (draw: (bound: number) => number, name: string): FakeTransaction => ({
  name,
  // One address is nobody's, and some transfers move nothing.
  logs: Array.from({ length: 1 + draw(3) }, () =>
    transferLog(depositOf(draw(addresses + 1)), BigInt(draw(4)))
  )
})

/** A random life of a chain and of the nodes that show it, watched by processes that come and go. */
const life = Effect.fnUntraced(function* (seed: number) {
  const draw = drawing(seed)
  const confirmations = 1 + draw(6)
  const chain = new FakeChain()
  const nodes = Array.from({ length: 1 + draw(2) }, () => new FakeNode(chain))
  yield* at(chain.head)
  yield* giveOut(0, 2, "first")
  yield* giveOut(2, addresses, "second")
  let watching = yield* startWatching(nodes, { confirmations })
  yield* watching.look
  const creditable = new Set<string>()
  let names = 0

  const mine = (given: ReadonlyArray<FakeTransaction> = []) => {
    const fresh = Array.from({ length: draw(3) }, () => transactionOf(draw, `t${names++}`))
    chain.mine([...given, ...fresh])
  }

  const look = Effect.gen(function* () {
    yield* TestClock.adjust(blockMillis)
    yield* watching.look
    const height = Option.getOrElse(yield* watching.height, () => 0)
    const depths = new Map(
      chain.blocks.map(({ hash, number }) => [hash as string, chain.head.number - number + 1])
    )
    for (const transfer of yield* journalled) {
      const key = shown(transfer)
      const isDeep = !transfer.isDropped && height - transfer.blockNumber + 1 >= confirmations
      if (!isDeep || creditable.has(key)) continue
      creditable.add(key)
      assert.isAtLeast(depths.get(transfer.blockHash) ?? 0, confirmations, `seed ${seed}: credited too early`)
    }
  })

  for (let step = 0; step < steps; step++) {
    const move = draw(10)
    if (move < 4) for (let count = 1 + draw(4); count > 0; count--) mine()
    else if (move < 6 && chain.head.number > 1) {
      const taken = [...chain.fork(1 + draw(Math.min(12, chain.head.number - 1)))]
      // Some come back, in another order, in other blocks; some are executed otherwise.
      while (taken.length > 0) {
        const [back] = taken.splice(draw(taken.length), 1)
        if (back === undefined || draw(3) === 0) continue
        mine([draw(6) === 0 ? transactionOf(draw, back.name) : back])
      }
      for (let count = draw(4); count > 0; count--) mine()
    } else if (move === 6) chain.mineMany(60 + draw(100))
    else if (move === 7) watching = yield* startWatching(nodes, { confirmations })
    else if (move === 8) for (const node of nodes) node.lag = draw(4)
    else yield* look
  }
  for (const node of nodes) node.lag = 0
  chain.mineMany(40)
  yield* look
  yield* look
  const held = (yield* journalled).filter(({ isDropped }) => !isDropped)
  assert.deepStrictEqual(held.map(shown).toSorted(), expectedOf(chain), `seed ${seed}`)
  const journal = yield* ChainJournal
  const first = [depositOf(0), depositOf(1)]
  for (const { address, partnerId } of held) {
    assert.strictEqual(partnerId, network)
    const owner = first.includes(address) ? "first" : "second"
    assert.deepStrictEqual(yield* journal.ownerOf(network, address), Option.some(owner))
  }
  return held.length
})

it.effect(
  "whatever happens to a chain, the journal says what the chain says, and nothing is credited before its depth",
  () =>
    Effect.gen(function* () {
      let transfers = 0
      for (let seed = 1; seed <= runs; seed++) transfers += yield* deployed(life(seed))
      assert.isAbove(transfers, runs * 5)
    }),
  120_000
)
