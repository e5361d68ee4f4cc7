import { assert, describe, it } from "@effect/vitest"
import { SignatureClassifier } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { hostileGifs, hostileJpegs, hostilePngs, hostileWebps } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { SignatureModel } from "../src/index.ts"
import { drawing } from "./drawing.ts"

const hostile = { png: hostilePngs, jpeg: hostileJpegs, gif: hostileGifs, webp: hostileWebps } as const

describe("what swells beside an image", () => {
  for (const decoder of ["sharp", "jimp"] as const)
    it.live(`costs no memory, and the evidence is the same, over ${decoder}`, () =>
      Effect.gen(function* () {
        const { classify } = yield* SignatureClassifier
        for (const format of ["png", "jpeg", "gif", "webp"] as const) {
          const image = yield* Effect.promise(() =>
            drawing(300, 200)
              .withExif({ IFD0: { Copyright: "nobody" } })
              .toFormat(format)
              .toBuffer()
          )
          const expected = yield* classify(image)
          for (const [what, file] of Object.entries(hostile[format](image)))
            assert.deepStrictEqual(yield* classify(file), expected, `${format}: ${what}`)
        }
      }).pipe(
        Effect.provide(
          SignatureModel.layerNoDeps({ decoder }).pipe(
            Layer.provide(Decoding.layer({ memoryMegabytesMax: 150 }))
          )
        )
      )
    )
})
