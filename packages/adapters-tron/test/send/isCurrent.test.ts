import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, chainJobs, WorkQueue } from "@quittance/core/adapter"
import { Effect } from "effect"
import { makeIsCurrent } from "../../src/send/isCurrent.ts"
import { network, storeOf } from "./Paying.ts"
import { blockOf } from "./toldNodes.ts"

/** Blocks that the longest life of a transaction takes, and its proof. */
const life = 80

/** The first solid block with which a process signs that begins when this head is the newest, after these were read. */
const firstCurrent = (read: ReadonlyArray<number>, head: number) =>
  Effect.gen(function* () {
    const journal = yield* ChainJournal
    const queue = yield* WorkQueue
    yield* journal.begin(network)
    const claim = { kind: chainJobs.read, owner: "test", now: 0, leaseUntil: 30_000, limit: 1 } as const
    const [job] = yield* queue.claim(claim)
    if (job === undefined) return assert.fail("nobody reads")
    const blocks = read.map((number) => ({ number, hash: `0x${number}` }))
    if (blocks.length > 0) yield* journal.moveTo(network, blocks, job)
    const isCurrent = yield* makeIsCurrent(network)
    for (let solid = head - 20; solid < head + 500; solid++)
      // Only the first head counts.
      if (isCurrent({ head: blockOf(solid === head - 20 ? head : head + 1_000), solid: blockOf(solid) }))
        return solid
    return undefined
  }).pipe(Effect.provide(storeOf()))

const until = (last: number, count = 5) =>
  Array.from({ length: count }, (_, index) => last - count + 1 + index)

describe("a process signs on TRON", () => {
  it.effect("at once when the network was never read, or was read until a minute and a half ago", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* firstCurrent([], 1_000), 980)
      assert.strictEqual(yield* firstCurrent(until(1_000), 1_000), 980)
      assert.strictEqual(yield* firstCurrent(until(970), 1_000), 980)
    })
  )

  it.effect("a life of a transaction after its newest block when nobody has read for longer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* firstCurrent(until(969), 1_000), 1_000 + life)
    })
  )

  it.effect("a life of a transaction after the last gap, when another process has read on since", () =>
    Effect.gen(function* () {
      const gapOf = (blocks: number) => [...until(900), ...until(904 + blocks, 5)]
      const missed = 30
      // The watcher reads the other fifteen one by one.
      const wide = 15
      // The block after the gap, and those that came while it was read.
      assert.strictEqual(yield* firstCurrent(gapOf(wide), 930), 900 + wide + missed + life)
      assert.strictEqual(yield* firstCurrent(gapOf(wide - 1), 930), 910)
      const two = [800, 850, 851, 900, 901]
      assert.strictEqual(yield* firstCurrent(two, 910), 900 + missed + life)
    })
  )
})
