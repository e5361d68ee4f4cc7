import { assert, describe, it } from "@effect/vitest"
import { rememberedBlocksMax } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { FakeChain } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { at, deployed, giveOut, startWatching } from "./watching.ts"

const otherHash = (number: number) => `0x${"11".repeat(30)}${number.toString(16).padStart(4, "0")}` as const

/** Two nodes of which one is read, and the other is compared with it from this block on. */
const compared = Effect.fnUntraced(function* (agreed: number) {
  const chain = new FakeChain()
  const [node, other] = [new FakeNode(chain), new FakeNode(chain)]
  yield* at(chain.head)
  yield* giveOut(0, 1)
  const watching = yield* startWatching([node, other], { agreeing: 1 })
  yield* watching.look
  /** So many blocks, each read before the next one comes. */
  const follow = Effect.fnUntraced(function* (blocks: number) {
    for (let block = 0; block < blocks; block++) {
      chain.mine()
      yield* TestClock.adjust(12_000)
      yield* watching.look
    }
  })
  yield* follow(agreed)
  const reasonOf = Effect.map(watching.state, ({ trouble }) => Option.getOrUndefined(trouble))
  return { ...watching, chain, other, follow, reasonOf }
})

describe("nodes that have different blocks", () => {
  it.effect("are read up to the last on which they agree, and on when they agree again", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, follow, height, look, other, reasonOf } = yield* compared(5)
        other.shows = (block) => (block.number < 7 ? block : { ...block, hash: otherHash(block.number) })
        yield* follow(8)
        assert.match((yield* reasonOf) ?? "", /^block 7: nodes have different blocks \d+$/)
        assert.deepStrictEqual(yield* height, Option.some(6))
        other.shows = (block) => block
        yield* look
        assert.isUndefined(yield* reasonOf)
        assert.deepStrictEqual(yield* height, Option.some(chain.head.number))
      })
    )
  )

  it.effect("are in dispute too where all that is remembered is above what they agree on", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, follow, height, other, reasonOf } = yield* compared(5)
        other.isDown = true
        yield* follow(rememberedBlocksMax + 40)
        assert.isUndefined(yield* reasonOf)
        assert.deepStrictEqual(yield* height, Option.some(chain.head.number))
        Object.assign(other, {
          isDown: false,
          shows: (block: (typeof chain)["head"]) => ({ ...block, hash: otherHash(block.number) })
        })
        yield* follow(1)
        assert.match((yield* reasonOf) ?? "", /nodes have different blocks/)
      })
    )
  )
})
