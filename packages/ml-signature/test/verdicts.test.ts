import { readdirSync, readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { SignatureClassifier, signatureVerdictOf } from "@quittance/core"
import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"
import { assert } from "vitest"
import { SignatureModel } from "../src/index.ts"

const folder = new URL("./fixtures/drawn/", import.meta.url)
const named = (what: string) => readdirSync(folder).filter((name) => name.startsWith(what))
const fixture = (name: string): Sharp => sharp(readFileSync(new URL(name, folder)))

const evidenceOf = Effect.fnUntraced(function* (made: Sharp) {
  const { classify } = yield* SignatureClassifier
  return yield* classify(yield* Effect.promise(() => made.png().toBuffer()))
})

type Box = readonly [left: number, top: number, width: number, height: number, background: string]

/** Boxes on white, of which none is a stroke. */
const solid = (boxes: ReadonlyArray<Box>): Sharp =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } }).composite(
    boxes.map(([left, top, width, height, background]) => ({
      input: { create: { width, height, channels: 3, background } },
      left,
      top
    }))
  )

layer(SignatureModel.layer())("the verdict on", (it) => {
  it.effect("a signature that lies on its side says so, whichever side it is", () =>
    Effect.gen(function* () {
      for (const angle of [90, 270]) {
        const verdicts = yield* Effect.forEach(named("signature"), (name) =>
          Effect.map(evidenceOf(fixture(name).rotate(angle)), signatureVerdictOf)
        )
        const told = verdicts.filter(
          ({ category, issueCodes }) => category === 8 && issueCodes.includes("sideways")
        )
        assert.isAtLeast(told.length, 9, `of ${verdicts.length}, turned by ${angle}`)
      }
    })
  )

  it.effect("a signature that stands upright, or a text, needs no look from the side", () =>
    Effect.gen(function* () {
      for (const name of [...named("signature"), ...named("typed")]) {
        const evidence = yield* evidenceOf(fixture(name))
        const { category } = signatureVerdictOf(evidence)
        assert.strictEqual(evidence.sideways === 0, category === 0 || category === 3 || category === 4, name)
      }
    })
  )

  it.effect("a name that was typed does not say that it lies on its side", () =>
    Effect.gen(function* () {
      for (const name of named("typed")) {
        const { issueCodes } = signatureVerdictOf(yield* evidenceOf(fixture(name)))
        assert.notInclude(issueCodes, "sideways", name)
      }
    })
  )

  it.effect("solid shapes is not that the image is blank", () =>
    Effect.gen(function* () {
      const shapes: ReadonlyArray<ReadonlyArray<Box>> = [
        [[100, 50, 200, 200, "#dd2222"]],
        [[40, 80, 320, 140, "#3366cc"]],
        [[0, 0, 400, 150, "#222222"]]
      ]
      for (const shape of shapes) {
        const { category, isValid } = signatureVerdictOf(yield* evidenceOf(solid(shape)))
        assert.notStrictEqual(category, 1, String(shape))
        assert.isFalse(isValid, String(shape))
      }
    })
  )
})
