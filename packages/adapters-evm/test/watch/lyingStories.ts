import { assert, describe, it } from "@effect/vitest"
import { Chance, sampled } from "@quittance/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "../../src/hex.ts"
import { blockMillis, FakeChain, type FakeTransaction, hashOfText, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { Lie, type LieKind, lieKinds } from "./Lie.ts"
import type { WatchedKind } from "./watchedHost.ts"
import { at, deployed, depositOf, giveOut, journalled, network, startWatching } from "./watching.ts"

const storyCount = Number(process.env.QUITTANCE_STORIES ?? 1)
const firstSeed = Number(process.env.QUITTANCE_SEED ?? 1)
const stepCount = 30
const addresses = 3

/** When a lie ends: after the next look, never, or at the next restart, with which it began. */
const durations = ["once", "always", "after a restart"] as const
type Duration = (typeof durations)[number]

/** Which node lies. */
const liars = ["the first", "the second", "both in turn"] as const
type Liar = (typeof liars)[number]

type Kind = Pick<WatchedKind, "nodesOf" | "spelling">

/** One lie after the other, each of one node about blocks of its own; processes come and go. */
const story = Effect.fnUntraced(function* (
  kind: Kind,
  chance: Chance,
  lieKind: LieKind,
  duration: Duration,
  liar: Liar
) {
  const confirmations = 1 + chance.below(6)
  const chain = new FakeChain()
  const nodes = Array.from({ length: 2 + chance.below(2) }, () => new FakeNode(chain))
  const own = Array.from({ length: addresses }, (_, index) => depositOf(index) as Hex)
  yield* at(chain.head)
  yield* giveOut(0, addresses, "partner", kind.spelling)
  const start = startWatching(nodes, { confirmations, kind })
  let watching = yield* start
  yield* watching.look
  let lie: Lie | undefined
  let lies = 0
  let names = 0
  const credited = new Set<string>()

  const nameOf = (address: string, txHash: string, value: string, blockHash: string) =>
    [address, txHash, value, blockHash].join(" ")

  const trueTransfers = () =>
    chain.blocks.flatMap(({ hash, number, transactions }) =>
      transactions.flatMap(({ logs, name }) =>
        logs.flatMap(({ data, topics: [, , to] }) => {
          const address = own.find((each) => transferLog(each, 1n).topics[2] === to)
          if (address === undefined) return []
          const txHash = kind.spelling.hash(hashOfText(name))
          return [
            { name: nameOf(kind.spelling.address(address), txHash, String(BigInt(data)), hash), number }
          ]
        })
      )
    )

  const shown = Effect.gen(function* () {
    const all = yield* Effect.forEach(own, (each) =>
      watching.journal.transfersTo(network, kind.spelling.address(each))
    )
    return all.flat().filter(({ isDropped }) => !isDropped)
  })

  const look = Effect.gen(function* () {
    yield* TestClock.adjust(blockMillis)
    yield* watching.look
    const height = Option.getOrElse(yield* watching.height, () => 0)
    const depths = new Map(trueTransfers().map(({ name, number }) => [name, chain.head.number - number + 1]))
    for (const { address, blockHash, blockNumber, txHash, value } of yield* shown) {
      const name = nameOf(address, txHash, value, blockHash)
      if (height - blockNumber + 1 < confirmations || credited.has(name)) continue
      credited.add(name)
      assert.isAtLeast(depths.get(name) ?? 0, confirmations, `credited: ${name}`)
    }
    if (duration === "once") stopLying()
  })

  const lieNow = () => {
    const index = liar === "both in turn" ? lies % 2 : liar === "the first" ? 0 : 1
    lies += 1
    const node = nodes[index]
    if (node !== undefined) lie = new Lie(chance, lieKind, node, own)
  }

  const stopLying = () => {
    lie?.stop()
    lie = undefined
  }

  const payment = (): FakeTransaction => ({
    name: `t${names++}`,
    // One address is nobody's.
    logs: Array.from({ length: 1 + chance.below(3) }, () =>
      transferLog(depositOf(chance.below(addresses + 1)), BigInt(1 + chance.below(9)))
    )
  })

  const mine = (given: ReadonlyArray<FakeTransaction> = []) => {
    chain.mine([...given, ...Array.from({ length: chance.below(3) }, payment)])
  }

  for (let step = 0; step < stepCount; step++) {
    const move = chance.below(10)
    if (move < 4) for (let count = 1 + chance.below(4); count > 0; count--) mine()
    else if (move === 4) chain.mineMany(60 + chance.below(40))
    else if (move === 5 && chain.head.number > 4) {
      const [back] = chain.fork(1 + chance.below(3))
      mine(back === undefined || chance.happens(0.5) ? [] : [back])
      chain.mineMany(chance.below(4))
    } else if (move === 6) {
      if (duration !== "after a restart" || lie !== undefined) stopLying()
      else lieNow()
      watching = yield* start
    } else if (move === 7 && lie === undefined && duration !== "after a restart") lieNow()
    else yield* look
  }
  // Two of three nodes are enough.
  if (nodes.length === 2) stopLying()
  chain.mineMany(40)
  for (let count = 0; count < 8; count++) {
    yield* TestClock.adjust("1 minute")
    chain.mine()
    yield* look
  }
  const held = yield* shown
  assert.deepStrictEqual(
    held.map(({ address, blockHash, txHash, value }) => nameOf(address, txHash, value, blockHash)).toSorted(),
    trueTransfers()
      .map(({ name }) => name)
      .toSorted(),
    "what is held at the end"
  )
  const deep = chain.head.number - 30
  const waits = (yield* journalled).filter(
    ({ blockNumber, waitsSince }) => Option.isSome(waitsSince) && blockNumber < deep
  )
  assert.deepStrictEqual(
    waits.map(({ txHash }) => txHash),
    [],
    "what still waits"
  )
})

const lies = lieKinds.flatMap((lieKind) =>
  durations.flatMap((duration) => liars.map((liar) => ({ lieKind, duration, liar })))
)

/**
 * Networks of one kind whose nodes lie: nothing is credited that the chain does not hold, and what it holds is, in the
 * end. Of two kinds that are walks 0 and 1 each hears every other lie, and together they hear all.
 */
export const lyingStories = (title: string, kind: Kind, walk: 0 | 1): void => {
  describe(`${title}: no lie is credited, and what is true is, when a node`, () => {
    for (const { duration, liar, lieKind } of sampled(lies, 2, walk))
      for (let seed = firstSeed; seed < firstSeed + storyCount; seed++)
        it.effect(`${lieKind}, ${duration}, ${liar} (seed ${seed})`, () => {
          const chance = new Chance(`${title} ${lieKind} ${duration} ${liar} ${seed}`)
          return deployed(story(kind, chance, lieKind, duration, liar))
        })
  })
}
