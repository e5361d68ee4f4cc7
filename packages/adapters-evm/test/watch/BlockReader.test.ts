import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeBlockReader } from "../../src/watch/BlockReader.ts"
import { ScriptedNode, scriptedWatch } from "./scriptedWatch.ts"
import { deployed, depositOf } from "./watching.ts"

describe("the transfers of a block", () => {
  it.effect("are asked for once, as long as no three hundred others were read since", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        const read = (number: number) => watch.reader.read(watch, node.blockAt(number))
        const first = yield* read(1)
        for (let number = 2; number <= 300; number++) yield* read(number)
        assert.strictEqual(yield* read(1), first)
        assert.strictEqual(watch.reader.kept(node.blockAt(1).hash), first)
        assert.lengthOf(node.asked, 300)
        yield* read(301)
        assert.isUndefined(watch.reader.kept(node.blockAt(1).hash))
        assert.isDefined(watch.reader.kept(node.blockAt(2).hash))
        yield* read(1)
        assert.strictEqual(node.asked.at(-1), "logs 1")
      })
    )
  )

  it.effect("are looked up once for each recipient", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        const asked: Array<string> = []
        const reader = makeBlockReader(watch.network, {
          ...watch.journal,
          ownerOf: (network, address) => {
            asked.push(address)
            return watch.journal.ownerOf(network, address)
          }
        })
        node.logs = [7, 7, 7].map((number) => node.transfer(number))
        yield* reader.read(watch, node.blockAt(7))
        assert.deepStrictEqual(asked, [depositOf(0)])
      })
    )
  )

  it.effect("are those of the other node where the first does not know the block", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [Object.assign(new ScriptedNode(), { forkedAt: 5 }), new ScriptedNode()]
        other.logs = [other.transfer(7)]
        const { watch } = yield* scriptedWatch(node, other)
        assert.lengthOf((yield* watch.reader.read(watch, other.blockAt(7))).own, 1)
        const alone = { ...watch, other: undefined }
        const failure = yield* Effect.flip(watch.reader.read(alone, other.blockAt(8)))
        assert.strictEqual(failure._tag, "BlockUnknown")
      })
    )
  )
})
