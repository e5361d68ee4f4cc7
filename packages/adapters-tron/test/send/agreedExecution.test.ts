import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TronApi } from "../../src/node/TronApi.ts"
import { agreedExecution } from "../../src/send/agreedExecution.ts"
import { formOf, infoOf, toldNode } from "./toldNodes.ts"

const form = formOf(1_000)
const has = (host: string, blockNumber = 1_002) =>
  toldNode(host, { solid: 1_010, infos: [infoOf(form, 1, blockNumber)] })

const blockBy = (agreeing: number, ...nodes: ReadonlyArray<TronApi["nodes"][number]>) =>
  Effect.map(agreedExecution(nodes, agreeing, form.hash), (execution) => execution?.blockNumber)

describe("what was carried out", () => {
  it.effect("is what so many nodes under as many names say alike, whatever the others say", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* blockBy(1, has("one"), has("two", 1_003)), 1_002)
      assert.strictEqual(yield* blockBy(2, has("one"), has("two")), 1_002)
      assert.strictEqual(yield* blockBy(2, has("one"), has("two", 1_003), has("three", 1_003)), 1_003)
      const away = toldNode("two", { solid: 1_010, silent: ["info"] })
      assert.strictEqual(yield* blockBy(2, has("one"), away, has("three")), 1_002)
      assert.isUndefined(yield* blockBy(2, has("one"), has("one")))
      assert.isUndefined(yield* blockBy(2, has("one"), has("two", 1_003)))
      assert.isUndefined(yield* blockBy(2, has("one"), toldNode("two", { solid: 1_010 }), away))
      assert.isUndefined(yield* blockBy(1))
    })
  )
})
