import { assert, describe, it } from "@effect/vitest"
import { Decoding, decoderBeside } from "@quittance/decoding"
import { Effect } from "effect"
import { classifierOver } from "../src/classifierOver.ts"
import type { JudgedImage, Judgement } from "../src/Judgement.ts"
import { drawing } from "./drawing.ts"

const withoutEffect = decoderBeside<JudgedImage, Judgement>("./decoders/withoutEffect", import.meta.url)

describe("a decoding process", () => {
  for (const decoder of ["sharp", "jimp"] as const)
    it.live(`judges without loading the core, over ${decoder}`, () =>
      Effect.gen(function* () {
        const { classify } = yield* classifierOver({ decoder }, withoutEffect)
        const file = yield* Effect.promise(() => drawing(300, 200).png().toBuffer())
        const { height, width } = yield* classify(file)
        assert.deepStrictEqual([width, height], [300, 200])
      }).pipe(Effect.provide(Decoding.layer()))
    )
})
