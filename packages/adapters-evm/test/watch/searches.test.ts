import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytesOf, hexOf, keccak } from "../../src/hex.ts"
import { firstBlock } from "../../src/watch/firstBlock.ts"
import { commonBlock } from "../../src/watch/follow.ts"
import { bloomMayHave, bloomOf } from "../../src/watch/logsBloom.ts"
import { tokenNode } from "../../src/watch/TokenNode.ts"
import { firstWindow, grown, halved, type WindowSize } from "../../src/watch/WindowSize.ts"
import { SlotChain } from "../send/SlotChain.ts"
import { fakeToken, genesisMillis, payerAddress, transferLog } from "./FakeChain.ts"

describe("the last block that is still on the network", () => {
  it.effect("is found wherever the chain forked, in a few questions", () =>
    Effect.gen(function* () {
      for (const length of [0, 1, 2, 3, 7, 64, 129]) {
        const remembered = Array.from({ length }, (_, number) => ({ number, hash: `${number}` }))
        for (let kept = 0; kept <= length; kept++) {
          let asked = 0
          const found = yield* commonBlock(remembered, ({ number }) =>
            Effect.sync(() => {
              asked += 1
              return number < kept
            })
          )
          assert.strictEqual(found?.number, kept === 0 ? undefined : kept - 1)
          const depth = length - kept
          assert.isAtMost(asked, 2 + 2 * Math.ceil(Math.log2(depth + 1)), `${depth} of ${length}`)
        }
      }
    })
  )
})

describe("the block after which a network is read", () => {
  it.effect("is the last that is not younger than an instant, or the newest", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(40)
      const rpc = yield* chain.rpc
      const node = tokenNode(rpc, fakeToken)
      const head = yield* node.head
      const at = (number: number) => genesisMillis + number * 12_000
      for (let number = 0; number <= 40; number++)
        for (const since of [at(number), at(number) + 11_999])
          assert.strictEqual((yield* firstBlock(node, head, since)).number, number)
      assert.strictEqual((yield* firstBlock(node, head, at(99))).number, 40)
      assert.strictEqual((yield* firstBlock(node, head, at(0) - 1)).number, 0)
      for (const [since, questions] of [
        [at(39), 1],
        [at(0), 13]
      ] as const) {
        chain.asked.length = 0
        yield* firstBlock(node, head, since)
        assert.isAtMost(chain.asked.length, questions)
      }
    })
  )
})

describe("a window of blocks", () => {
  it("is halved by a refusal down to one block, and refused then for good", () => {
    assert.deepStrictEqual(halved(7), { blocks: 3, answered: 0 })
    assert.deepStrictEqual(halved(2), { blocks: 1, answered: 0 })
    assert.isUndefined(halved(1))
  })

  it("doubles after each fourth answer, up to two thousand blocks", () => {
    let window: WindowSize = firstWindow
    const sizes: Array<number> = []
    for (let answer = 0; answer < 16; answer++) {
      window = grown(window)
      sizes.push(window.blocks)
    }
    const four = (size: number) => [size, size, size, size]
    assert.deepStrictEqual(sizes, [
      ...four(500).slice(1),
      ...four(1_000),
      ...four(2_000),
      ...four(2_000),
      2_000
    ])
  })
})

describe("the filter of a block", () => {
  it("has what its logs have, and hardly anything else", () => {
    const log = transferLog(payerAddress, 1n)
    const bloom = bloomOf([log])
    assert.isTrue(bloomMayHave(bloom, [log.address, ...log.topics]))
    assert.isFalse(bloomMayHave(bloom, [log.address, `0x${"12".repeat(20)}`]))
    assert.isFalse(bloomMayHave(bloomOf([]), [log.address]))
    // Three bits of each item, named by the first three pairs of bytes of its hash.
    const items = [log.address, ...log.topics]
    const bits = items.flatMap((item) => {
      const digits = hexOf(keccak(bytesOf(item))).slice(2)
      return [0, 4, 8].map((at) => Number.parseInt(digits.slice(at, at + 4), 16) % 2_048)
    })
    const expected = [...new Set(bits)].reduce((sum, bit) => sum + (1n << BigInt(bit)), 0n)
    assert.strictEqual(BigInt(bloom), expected)
    // An item is missing as soon as one of its bits is.
    for (const bit of bits) {
      const less = `0x${(expected - (1n << BigInt(bit))).toString(16).padStart(512, "0")}` as const
      assert.isFalse(bloomMayHave(less, items))
    }
  })
})
