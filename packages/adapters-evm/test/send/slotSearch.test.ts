import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { blocksFrom, findSlots } from "../../src/send/findSlots.ts"
import { fakeToken, genesisMillis, hashOfText } from "../watch/FakeChain.ts"
import { other, paid, SlotChain, wallet } from "./SlotChain.ts"

/** What is found, and about which blocks the node was asked how much the wallet had made. */
const searched = Effect.fnUntraced(function* (chain: SlotChain, nonces: ReadonlyArray<number>) {
  const blocks = { after: 0, last: chain.head }
  const found = yield* findSlots(yield* chain.rpc, wallet, fakeToken, new Set(nonces), blocks)
  const counted = chain.asked.flatMap(({ method, params }) =>
    method === "eth_getTransactionCount" ? [Number(params[1])] : []
  )
  return { counted, found: [...found.keys()].toSorted((one, next) => one - next) }
})

describe("the search for a slot", () => {
  it.effect("asks as often as halving takes, and not about halves that have none", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(60)
      chain.mine(other(0))
      chain.mineMany(67)
      const { counted, found } = yield* searched(chain, [0])
      assert.deepStrictEqual(found, [0])
      assert.isAtMost(counted.length, 7)
    })
  )

  it.effect("begins at the payments beside it", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(9)
      chain.mine(paid(1, 0))
      chain.mineMany(9)
      chain.mine(paid(2, 1))
      chain.mineMany(9)
      chain.mine(other(2))
      chain.mineMany(9)
      const behind = yield* searched(chain, [0, 1, 2])
      assert.deepStrictEqual(behind.found, [0, 1, 2])
      assert.isAtLeast(Math.min(...behind.counted), 20)
    })
  )

  it.effect("stays between the payments around it", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(9)
      chain.mine(paid(1, 0))
      chain.mineMany(9)
      chain.mine(other(1))
      chain.mineMany(9)
      chain.mine(paid(2, 2))
      chain.mineMany(9)
      const { counted, found } = yield* searched(chain, [0, 1, 2])
      assert.deepStrictEqual(found, [0, 1, 2])
      assert.isAtLeast(Math.min(...counted), 10)
      assert.isAtMost(Math.max(...counted), 30)
    })
  )

  it.effect("believes no receipt of a block that the network has left", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      const block = chain.mine(paid(1, 0))
      chain.mineMany(3)
      const truth = chain.says
      chain.says = ({ method, params }) =>
        method === "eth_getBlockByNumber" && Number(params[0]) === block && params[1] !== true
          ? {
              ...{ number: params[0], hash: hashOfText("another"), parentHash: hashOfText("parent") },
              ...{ timestamp: "0x1", logsBloom: `0x${"0".repeat(512)}`, transactions: [] }
            }
          : undefined
      assert.deepStrictEqual((yield* searched(chain, [0])).found, [])
      chain.says = truth
      assert.deepStrictEqual((yield* searched(chain, [0])).found, [0])
    })
  )

  it.effect("with clocks that are wrong by more than a day halves the blocks before", () =>
    Effect.gen(function* () {
      const chain = new SlotChain(36_000_000)
      chain.mineMany(39)
      chain.mine(other(0))
      chain.mineMany(88)
      const rpc = yield* chain.rpc
      const future = genesisMillis + 999 * 36_000_000
      assert.deepStrictEqual(yield* blocksFrom(rpc, wallet, fakeToken, 0, future, 128), {
        after: 39,
        last: 128
      })
      const counted = chain.asked.filter(({ method }) => method === "eth_getTransactionCount")
      assert.isAtMost(counted.length, 9)
    })
  )
})
