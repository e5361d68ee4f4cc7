import { assert, it } from "@effect/vitest"
import { MemoryStore } from "@quittance/core"
import { ClaimReader, emptyMemoryState } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { FakeChain, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { at, depositOf, giveOut, journalled, servicesWith, startWatching } from "./watching.ts"

/** How often the store and the node are asked for 30 blocks with 200 transfers each, 5 of them to own addresses. */
const costOf = Effect.fnUntraced(function* (addresses: number) {
  let lookUps = 0
  const counted = Layer.effect(
    ClaimReader,
    Effect.map(ClaimReader, (claims) =>
      ClaimReader.of({
        ...claims,
        find: (...key) =>
          Effect.suspend(() => {
            lookUps += 1
            return claims.find(...key)
          })
      })
    )
  )
  const ports = MemoryStore.layerOver(emptyMemoryState())
  return yield* Effect.provide(
    Effect.gen(function* () {
      const chain = new FakeChain()
      const node = new FakeNode(chain)
      yield* at(chain.head)
      yield* giveOut(0, addresses)
      const { look } = yield* startWatching([node])
      yield* look
      for (let block = 0; block < 30; block++) {
        chain.mine(
          Array.from({ length: 200 }, (_, i) => ({
            name: `${block} ${i}`,
            // Addresses above a million are nobody's.
            logs: [transferLog(depositOf(i < 5 ? i : 1_000_000 + block * 200 + i), 7n)]
          }))
        )
        yield* look
      }
      assert.lengthOf(yield* journalled, 150)
      const receipts = node.asked.filter((method) => method === "eth_getTransactionReceipt").length
      return { lookUps, receipts, questions: node.asked.length - receipts }
    }),
    servicesWith(Layer.provideMerge(counted, ports))
  )
})

it.effect("a block costs the same with ten thousand deposit addresses as with ten", () =>
  Effect.gen(function* () {
    const few = yield* costOf(10)
    const many = yield* costOf(10_000)
    assert.deepStrictEqual(many, few)
    // One for each recipient, and none for the second scan.
    assert.strictEqual(few.lookUps, 30 * 200)
    // One for each transfer that is credited, and none for foreign ones.
    assert.strictEqual(few.receipts, 150)
    // A head, its logs, and a range for each eight blocks.
    assert.isAtMost(few.questions, 30 * 4)
  })
)
