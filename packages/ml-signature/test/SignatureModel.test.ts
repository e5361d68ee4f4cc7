import { deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { SignatureClassifier } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Sharp } from "sharp"
import { SignatureModel } from "../src/index.ts"
import { drawing, pngBeginning, pngChunk } from "./drawing.ts"

const classified = Effect.fnUntraced(function* (made: Sharp) {
  const { classify } = yield* SignatureClassifier
  return yield* classify(yield* Effect.promise(() => made.toBuffer()))
})

describe("the model", () => {
  for (const decoder of ["auto", "sharp", "jimp"] as const)
    it.live(`looks at images decoded by the choice of ${decoder}`, () =>
      Effect.gen(function* () {
        const turned = drawing(300, 200).withMetadata({ orientation: 6 }).jpeg()
        const seen = yield* classified(turned)
        assert.deepStrictEqual([seen.width, seen.height], [200, 300])
        const sum = Object.values(seen.probabilities).reduce((total, share) => total + share, 0)
        assert.approximately(sum, 1, 1e-6)
        assert.isAbove(seen.quality.inkCoverage, 0)
      }).pipe(Effect.provide(SignatureModel.layer({ decoder, workers: 1 })))
    )

  it.live("loses nothing but the image when native code is left at work", () =>
    Effect.gen(function* () {
      const { classify } = yield* SignatureClassifier
      yield* classified(drawing(60, 40).png())
      const large = Buffer.concat([
        pngBeginning(6000, 6000, 1),
        pngChunk("IDAT", deflateSync(Buffer.alloc(6010 * 6000))),
        pngChunk("IEND", Buffer.alloc(0))
      ])
      for (let round = 0; round < 2; round++) {
        const left = yield* Effect.exit(Effect.timeout(classify(large), "30 millis"))
        assert.strictEqual(left._tag, "Failure")
        assert.strictEqual((yield* classified(drawing(60, 40).png())).width, 60)
      }
    }).pipe(Effect.provide(SignatureModel.layer({ decoder: "sharp" })))
  )
})
