import { assert, describe, it } from "@effect/vitest"
import { millisPerDay } from "@quittance/core/adapter"
import { Effect } from "effect"
import { blocksFrom, findSlots } from "../../src/send/findSlots.ts"
import { Says } from "../rpc/fakeNodes.ts"
import { fakeToken, genesisMillis, hashOfText } from "../watch/FakeChain.ts"
import { other, paid, SlotChain, stranger, wallet } from "./SlotChain.ts"

/** Blocks that are ten hours apart. */
const hoursApart = 10
const at = (block: number): number => genesisMillis + block * hoursApart * 3_600_000

const sparse = () => new SlotChain(hoursApart * 3_600_000)

const from = (chain: SlotChain, nonce: number, since: number, last = chain.head) =>
  Effect.flatMap(chain.rpc, (rpc) => blocksFrom(rpc, wallet, fakeToken, nonce, since, last))

const isOld = (chain: SlotChain, tag: unknown): boolean => Number(tag) < chain.head

describe("the blocks that may have a slot", () => {
  it.effect("begin a day before the first that was signed for it, by the clock of the network", () =>
    Effect.gen(function* () {
      const chain = sparse()
      chain.mineMany(9)
      chain.mine(other(0))
      const since = at(7) + millisPerDay
      assert.deepStrictEqual(yield* from(chain, 0, since), { after: 7, last: 10 })
      assert.deepStrictEqual(yield* from(chain, 0, since - 1), { after: 6, last: 10 })
    })
  )

  it.effect("are at least the last one", () =>
    Effect.gen(function* () {
      const chain = sparse()
      chain.mineMany(5)
      chain.mine(other(0))
      assert.deepStrictEqual(yield* from(chain, 0, at(99)), { after: 5, last: 6 })
    })
  )

  it.effect("begin right before the slot was used when clocks are wrong by more than a day", () =>
    Effect.gen(function* () {
      for (const used of [0, 1, 2, 3, 4, 5, 6]) {
        const chain = sparse()
        if (used === 0) chain.blocks.splice(0)
        while (chain.blocks.length < used) chain.mine()
        chain.mine(other(0))
        while (chain.head < 9) chain.mine()
        assert.deepStrictEqual(yield* from(chain, 0, at(99)), { after: used - 1, last: 9 }, `used in ${used}`)
      }
    })
  )

  it.effect("are searched no further back at a node that has not kept what the wallet had made", () =>
    Effect.gen(function* () {
      const chain = sparse()
      chain.mine(other(0))
      chain.mineMany(9)
      const asked: Array<number> = []
      chain.says = ({ method, params }) => {
        if (method !== "eth_getTransactionCount") return undefined
        asked.push(Number(params[1]))
        return Number(params[1]) < 4 ? new Says(-32000, "missing trie node") : undefined
      }
      const { after } = yield* from(chain, 0, at(99))
      assert.isAtLeast(after, -1)
      assert.isBelow(after, 9)
      // It asks once for what is not there.
      assert.lengthOf(
        asked.filter((block) => block < 4),
        1
      )
    })
  )

  it.effect("are those since the first signature at a node that keeps no old state", () =>
    Effect.gen(function* () {
      const chain = sparse()
      chain.mine(other(0))
      chain.mineMany(9)
      chain.says = ({ method, params }) =>
        method === "eth_getTransactionCount" && isOld(chain, params[1])
          ? new Says(-32000, "missing trie node")
          : undefined
      assert.deepStrictEqual(yield* from(chain, 0, at(5) + millisPerDay), { after: 5, last: 10 })
    })
  )

  it.effect("are all when the node lacks a block on the way, and unknown when it does not answer", () =>
    Effect.gen(function* () {
      const chain = sparse()
      chain.mine(other(0))
      chain.mineMany(9)
      chain.says = ({ method, params }) =>
        method === "eth_getBlockByNumber" && isOld(chain, params[0]) ? new Says(-32000, "pruned") : undefined
      const failed = yield* Effect.result(from(chain, 0, at(5)))
      assert.strictEqual(failed._tag, "Failure")
      // It has the last block and nothing before it.
      chain.says = ({ method, params }) =>
        method === "eth_getBlockByNumber" && isOld(chain, params[0]) ? null : undefined
      assert.deepStrictEqual(yield* from(chain, 9, at(5)), { after: -1, last: 10 })
    })
  )
})

const found = Effect.fnUntraced(function* (
  chain: SlotChain,
  nonces: ReadonlyArray<number>,
  blocks = { after: 0, last: chain.head }
) {
  const slots = yield* findSlots(yield* chain.rpc, wallet, fakeToken, new Set(nonces), blocks)
  return [...slots.values()]
    .map(({ nonce, receipt, transaction }) => [nonce, transaction.hash, receipt.blockNumber])
    .sort(([one = 0], [next = 0]) => Number(one) - Number(next))
})

const expected = (nonce: number, name: string, block: number) => [nonce, hashOfText(name), block]

describe("a transaction that has a slot", () => {
  it.effect("is found in the last block that is final, and not in the one after it", () =>
    Effect.gen(function* () {
      for (const made of [paid(1, 0), other(0)]) {
        const chain = new SlotChain()
        chain.mineMany(6)
        const block = chain.mine(made)
        chain.mine()
        assert.deepStrictEqual(yield* found(chain, [0], { after: 0, last: block }), [
          expected(0, made.name, block)
        ])
        assert.deepStrictEqual(yield* found(chain, [0], { after: 0, last: block - 1 }), [])
      }
    })
  )

  it.effect("is found between payments, in the same block as one of them or alone", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      const first = chain.mine(other(0), paid(1, 1), other(2))
      chain.mineMany(4)
      const second = chain.mine(other(3))
      chain.mineMany(3)
      const third = chain.mine(other(4), paid(2, 5))
      const fourth = chain.mine(other(6))
      assert.deepStrictEqual(yield* found(chain, [0, 1, 2, 3, 4, 5, 6]), [
        expected(0, "other 0", first),
        expected(1, "payout 1", first),
        expected(2, "other 2", first),
        expected(3, "other 3", second),
        expected(4, "other 4", third),
        expected(5, "payout 2", third),
        expected(6, "other 6", fourth)
      ])
    })
  )

  it.effect("is not that of somebody else, whatever the token says of it", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      // Somebody who may take money out of the wallet.
      chain.mine(paid(1, 0, { from: stranger, name: "taken" }))
      const block = chain.mine(other(0))
      assert.deepStrictEqual(yield* found(chain, [0]), [expected(0, "other 0", block)])
    })
  )

  it.effect("is looked for in whole blocks only where counts do not tell", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(40)
      const block = chain.mine(other(0))
      chain.mineMany(40)
      const whole = () =>
        chain.asked.filter(({ method, params }) => method === "eth_getBlockByNumber" && params[1] === true)
          .length
      assert.deepStrictEqual(yield* found(chain, [0]), [expected(0, "other 0", block)])
      assert.isAtMost(whole(), 4)
      chain.asked.length = 0
      chain.says = ({ method }) =>
        method === "eth_getTransactionCount" ? new Says(-32000, "missing trie node") : undefined
      assert.deepStrictEqual(yield* found(chain, [0]), [expected(0, "other 0", block)])
      // Groups of eight, up to the one that has it, and once.
      assert.strictEqual(whole(), 48)
      chain.asked.length = 0
      assert.deepStrictEqual(yield* found(chain, [7]), [])
      assert.strictEqual(whole(), chain.head)
    })
  )
})
