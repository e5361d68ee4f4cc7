import { readdirSync, readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { SignatureClassifier, signatureVerdictOf } from "@quittance/core/adapter"
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

type Colour = readonly [red: number, green: number, blue: number]

/** A disc on white that takes more than half of the image, so that ink and paper cannot be told apart. */
const disc = (colour: Colour): Sharp => {
  const side = 300
  const pixels = Uint8Array.from({ length: 3 * side * side }, (_, at) => {
    const pixel = Math.floor(at / 3)
    const [x, y] = [pixel % side, Math.floor(pixel / side)]
    return Math.hypot(x - side / 2, y - side / 2) < 130 ? (colour[at % 3] ?? 0) : 255
  })
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
}

const black: Colour = [0, 0, 0]
const white: Colour = [255, 255, 255]

/** The ink of a drawing on white, in one colour; elsewhere one sees through. It covers so much of the ground. */
const inkOf = async (drawn: Sharp, colour: Colour, cover = 1): Promise<Sharp> => {
  const { data, info } = await drawn.flatten({ background: "white" }).greyscale().raw().toBuffer({
    resolveWithObject: true
  })
  const pixels = Uint8Array.from({ length: 4 * data.length }, (_, at) =>
    at % 4 === 3 ? cover * (255 - (data[at >> 2] ?? 255)) : (colour[at % 4] ?? 0)
  )
  return sharp(pixels, { raw: { width: info.width, height: info.height, channels: 4 } })
}

/** Inks that are hardly seen on white, and what comes with them. */
const paleInks: { readonly [name: string]: (drawn: Sharp) => Promise<Sharp> } = {
  white: (drawn) => inkOf(drawn, white),
  "light grey": (drawn) => inkOf(drawn, [238, 238, 238]),
  "pale yellow": (drawn) => inkOf(drawn, [255, 255, 204]),
  "white with a shadow": async (drawn) => {
    const input = await (await inkOf(drawn, white)).png().toBuffer()
    const shadow = await inkOf(drawn.clone().blur(2), black, 0.2)
    return sharp(await shadow.png().toBuffer()).composite([{ input }])
  },
  "white with dark specks": async (drawn) => {
    const input = { create: { width: 1, height: 1, channels: 4, background: "black" } } as const
    const specks = Array.from({ length: 60 }, (_, at) => ({ input, left: 5 * at, top: (31 * at) % 97 }))
    return sharp(await (await inkOf(drawn, white)).png().toBuffer()).composite(specks)
  }
}

/** The drawing with white between its parts left and right of a column, as wide as a share of it. */
const pulledApart = async (drawn: Sharp, column: number, share: number): Promise<Sharp> => {
  const whole = await drawn.flatten({ background: "white" }).png().toBuffer({ resolveWithObject: true })
  const { height, width } = whole.info
  const gap = Math.round(share * width)
  const [left, right] = await Promise.all(
    [
      { left: 0, top: 0, width: column, height },
      { left: column, top: 0, width: width - column, height }
    ].map((part) => sharp(whole.data).extract(part).toBuffer())
  )
  return sharp({ create: { width: width + gap, height, channels: 3, background: "white" } }).composite([
    { input: left, left: 0, top: 0 },
    { input: right, left: column + gap, top: 0 }
  ])
}

/** Two drawings, with space between them. */
const stacked = async (one: Sharp, other: Sharp): Promise<Sharp> => {
  const [above, below] = await Promise.all(
    [one, other].map((drawn) =>
      drawn.flatten({ background: "white" }).resize(400).png().toBuffer({ resolveWithObject: true })
    )
  )
  if (above === undefined || below === undefined) throw new Error("there are two")
  const top = Math.round(1.4 * above.info.height)
  return sharp({
    create: { width: 400, height: top + below.info.height, channels: 3, background: "white" }
  }).composite([
    { input: above.data, left: 0, top: 0 },
    { input: below.data, left: 0, top }
  ])
}

layer(SignatureModel.layer())("the verdict on", (it) => {
  it.effect("a signature of few strokes is that it is valid", () =>
    Effect.gen(function* () {
      const simple = named("simple")
      assert.strictEqual(simple.length, 3)
      for (const name of simple) {
        const { category } = signatureVerdictOf(yield* evidenceOf(fixture(name)))
        assert.strictEqual(category, 0, name)
      }
    })
  )

  for (const [ink, made] of Object.entries(paleInks))
    it.effect(`ink that is ${ink}, where one sees through elsewhere, is what dark ink is`, () =>
      Effect.gen(function* () {
        for (const name of named("signature").slice(0, 4)) {
          const dark = yield* evidenceOf(yield* Effect.promise(() => inkOf(fixture(name), black)))
          const pale = yield* evidenceOf(yield* Effect.promise(() => made(fixture(name))))
          assert.strictEqual(signatureVerdictOf(pale).category, 0, name)
          assert.closeTo(pale.probabilities.signature, dark.probabilities.signature, 0.05, name)
        }
      })
    )

  it.effect(
    "what shows nothing on white or black is blank, and so is paper with borders that one sees through",
    () =>
      Effect.gen(function* () {
        const clear = {
          width: 300,
          height: 150,
          channels: 4,
          background: { r: 255, g: 255, b: 255, alpha: 0 }
        } as const
        const nothing = sharp({ create: clear })
        const paper = (border: number) =>
          sharp({ create: { ...clear, background: "white" } }).extend({
            ...{ top: border, bottom: border, left: border, right: border },
            background: clear.background
          })
        for (const made of [nothing, paper(20), paper(150)])
          assert.strictEqual(signatureVerdictOf(yield* evidenceOf(made)).category, 1)
      })
  )

  it.effect(
    "a name pulled apart is valid where the network is sure of one, though its parts are joined up and wide",
    () =>
      Effect.gen(function* () {
        for (const [name, column] of [
          ["signature-17.png", 196],
          ["signature-10.png", 240]
        ] as const) {
          const evidence = yield* Effect.flatMap(
            Effect.promise(() => pulledApart(fixture(name), column, 0.3)),
            evidenceOf
          )
          assert.strictEqual(evidence.quality.groups, 2, name)
          assert.deepInclude(signatureVerdictOf(evidence), { category: 0, issueCodes: [] }, name)
        }
      })
  )

  it.effect("two signatures one above the other is several signatures", () =>
    Effect.gen(function* () {
      const names = named("signature").slice(0, 6)
      const found = yield* Effect.forEach(names, (name, at) =>
        Effect.map(
          Effect.flatMap(
            Effect.promise(() => stacked(fixture(name), fixture(names[at - 1] ?? names.at(-1) ?? name))),
            evidenceOf
          ),
          (evidence) => signatureVerdictOf(evidence).issueCodes
        )
      )
      assert.isAtLeast(found.filter((codes) => codes.includes("several_signatures")).length, 5)
    })
  )

  it.effect("a signature that lies on its side says so, whichever side it is", () =>
    Effect.gen(function* () {
      for (const angle of [90, 270]) {
        const verdicts = yield* Effect.forEach(named("signature"), (name) =>
          Effect.map(evidenceOf(fixture(name).rotate(angle)), signatureVerdictOf)
        )
        const found = verdicts.filter(
          ({ category, issueCodes }) => category === 8 && issueCodes.includes("sideways")
        )
        assert.isAtLeast(found.length, 9, `of ${verdicts.length}, turned by ${angle}`)
      }
    })
  )

  it.effect("a signature that rises by 30° is that of the flat one, and mostly so if it falls", () =>
    Effect.gen(function* () {
      const made = (angle: number) =>
        named("signature").map((name) =>
          fixture(name).flatten({ background: "white" }).rotate(angle, { background: "white" })
        )
      const categoriesOf = (images: ReadonlyArray<Sharp>) =>
        Effect.forEach(images, (one) =>
          Effect.map(evidenceOf(one), (evidence) => signatureVerdictOf(evidence).category)
        )
      const rising = yield* categoriesOf(made(-30))
      assert.deepStrictEqual(
        rising,
        rising.map(() => 0)
      )
      const falling = yield* categoriesOf(made(30))
      assert.isAtLeast(falling.filter((category) => category === 0).length, 10)
    })
  )

  it.effect(
    "a name that was typed is not valid where it rises or falls by 20°, but mostly printed text",
    () =>
      Effect.gen(function* () {
        const made = named("typed").flatMap((name) =>
          [-20, 20].map((angle) =>
            fixture(name).flatten({ background: "white" }).rotate(angle, { background: "white" })
          )
        )
        const found = yield* Effect.forEach(made, (one) => Effect.map(evidenceOf(one), signatureVerdictOf))
        assert.isTrue(found.every(({ isValid }) => !isValid))
        assert.isAtLeast(found.filter(({ category }) => category === 3).length, 6)
      })
  )

  it.effect("what lies flat needs no look from the side", () =>
    Effect.gen(function* () {
      for (const name of [...named("signature"), ...named("typed")])
        assert.strictEqual((yield* evidenceOf(fixture(name))).sideways, 0, name)
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

  it.effect("a solid shape is not that the image is blank", () =>
    Effect.gen(function* () {
      const colours: ReadonlyArray<Colour> = [
        [221, 34, 34],
        [51, 102, 204],
        [34, 34, 34]
      ]
      for (const colour of colours) {
        const { category, isValid } = signatureVerdictOf(yield* evidenceOf(disc(colour)))
        assert.notStrictEqual(category, 1, String(colour))
        assert.isFalse(isValid, String(colour))
      }
    })
  )
})
