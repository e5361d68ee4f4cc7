import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { classifierOverWorkers } from "../src/pool/classifierOverWorkers.ts"
import { drawing } from "./drawing.ts"

const withoutEffect = new URL("./workers/withoutEffect.ts", import.meta.url)

describe("a worker", () => {
  for (const decoder of ["sharp", "jimp"] as const)
    it.live(`judges without loading the core, over ${decoder}`, () =>
      Effect.gen(function* () {
        const { classify } = yield* classifierOverWorkers({ decoder, workers: 1 }, withoutEffect)
        const file = yield* Effect.promise(() => drawing(300, 200).png().toBuffer())
        const { height, width } = yield* classify(file)
        assert.deepStrictEqual([width, height], [300, 200])
      })
    )
})
