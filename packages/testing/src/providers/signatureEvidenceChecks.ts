import { assert } from "@effect/vitest"
import { type SignatureClassifier, type SignatureEvidence, signatureKinds } from "@quittance/core/adapter"
import { Effect } from "effect"
import { drawnInk, loops } from "../pictures/drawnInk.ts"
import { drawnCard, grey, pixelsOf } from "../pictures/drawnPictures.ts"
import { pngOf } from "../pictures/pngFile.ts"
import type { Checks } from "../Suite.ts"
import { classify, drawnSignature, pngOfPixels, qualityOf, signatureStroke } from "./signatureDrawings.ts"

const { height, values, width } = drawnSignature

const blank = drawnInk(width, height, [])

/** One of every three values: all three are alike. */
const greyValues = values.filter((_, index) => index % 3 === 0)

const drawings = {
  signature: drawnSignature,
  blank,
  black: pixelsOf(64, 64, () => grey(0)),
  card: drawnCard(1, 320),
  dot: pixelsOf(1, 1, () => grey(77)),
  sliver: pixelsOf(900, 2, (x) => grey(x % 256))
}

const assertShare = (value: number, what: string): void => {
  assert.isTrue(value >= 0 && value <= 1, `${what}: ${value}`)
}

const assertInRange = (
  { acceptFrom, probabilities, quality, sideways }: SignatureEvidence,
  what: string
): void => {
  const sum = signatureKinds.reduce((total, kind) => total + probabilities[kind], 0)
  assert.closeTo(sum, 1, 1e-3, what)
  for (const kind of signatureKinds) assertShare(probabilities[kind], `${what}: ${kind}`)
  const { brightness, cutStrokes, contrast, groups, inkBox, inkCoverage, luminanceRange, noise } = quality
  for (const [name, value] of Object.entries({ ...inkBox, inkCoverage, contrast, sideways, acceptFrom }))
    assertShare(value, `${what}: ${name}`)
  assertShare(quality.sharpnessEvenness ?? 0, `${what}: sharpnessEvenness`)
  assert.isAtMost(inkBox.left + inkBox.width, 1 + 1e-9, what)
  assert.isAtMost(inkBox.top + inkBox.height, 1 + 1e-9, what)
  assert.isTrue(Number.isInteger(groups) && groups >= 0, what)
  for (const each of [brightness, luminanceRange, noise]) assert.isTrue(each >= 0 && each <= 255, what)
  for (const each of [quality.sharpness, quality.strokeWidthPixels, quality.edgeWidthPixels, cutStrokes])
    assert.isTrue(Number.isFinite(each) && each >= 0, what)
}

/** What evidence promises, on drawings with known content. */
export const signatureEvidenceChecks = {
  "every figure is in its range, whatever the image shows": Effect.gen(function* () {
    for (const [what, drawing] of Object.entries(drawings)) {
      const evidence = yield* classify(pngOfPixels(drawing))
      assertInRange(evidence, what)
      assert.deepInclude(evidence, { width: drawing.width, height: drawing.height })
    }
  }),

  "the same image gets the same evidence, also among others, and stays the caller's": Effect.gen(
    function* () {
      const file = pngOfPixels(drawnSignature)
      const before = Uint8Array.from(file)
      const alone = yield* classify(file)
      const files = [file, pngOfPixels(drawings.card), file, pngOfPixels(blank), file]
      const among = yield* Effect.forEach(files, classify, { concurrency: "unbounded" })
      for (const index of [0, 2, 4]) assert.deepStrictEqual(among[index], alone)
      assert.deepStrictEqual(Uint8Array.from(file), before)
    }
  ),

  "the same picture gets the same evidence however it is written": Effect.gen(function* () {
    const expected = yield* classify(pngOfPixels(drawnSignature))
    assert.deepStrictEqual(yield* classify(pngOf(width, height, 1, greyValues)), expected)
    // Black ink that is as opaque as the grey is dark, on nothing.
    const seenThrough = Uint8Array.from({ length: width * height * 4 }, (_, index) =>
      index % 4 === 3 ? 255 - (greyValues[index >> 2] ?? 0) : 0
    )
    const onWhite = yield* classify(pngOf(width, height, 4, seenThrough))
    assert.deepStrictEqual(onWhite, expected)
  }),

  "white paper has no ink, and paper that is written on has": Effect.gen(function* () {
    assert.isBelow((yield* qualityOf(blank)).inkCoverage, 1e-4)
    const { contrast, groups, inkCoverage } = yield* qualityOf(drawnSignature)
    assert.isAbove(inkCoverage, 0.02)
    assert.isBelow(inkCoverage, 0.3)
    assert.isAbove(contrast, 0.5)
    assert.strictEqual(groups, 1)
  }),

  "ink is where it was drawn": Effect.gen(function* () {
    const { inkBox } = yield* qualityOf(drawnSignature)
    const [xs, ys] = [signatureStroke.map(([x]) => x), signatureStroke.map(([, y]) => y)]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    const expected = {
      left: left / width,
      top: top / height,
      width: (Math.max(...xs) - left) / width,
      height: (Math.max(...ys) - top) / height
    }
    for (const side of ["left", "top", "width", "height"] as const)
      assert.closeTo(inkBox[side], expected[side], 0.05, side)
  }),

  "ink that the border cuts off is told, and what stands in the middle is not": Effect.gen(function* () {
    assert.strictEqual((yield* qualityOf(drawnSignature)).cutStrokes, 0)
    const cut = drawnInk(width, height, [loops(-40, 40, 300, 70)])
    assert.isAbove((yield* qualityOf(cut)).cutStrokes, 0.5)
  }),

  "two lines of loops that stand apart are two groups": Effect.gen(function* () {
    const two = drawnInk(480, 300, [loops(20, 20, 180, 60), loops(280, 220, 180, 60)])
    assert.strictEqual((yield* qualityOf(two)).groups, 2)
  }),

  "dark paper is darker, faint ink fainter, and a washed-out picture less sharp": Effect.gen(function* () {
    const strokes = [signatureStroke]
    const usual = yield* qualityOf(drawnSignature)
    const dark = yield* qualityOf(drawnInk(width, height, strokes, { paper: 70, ink: 10 }))
    const faint = yield* qualityOf(drawnInk(width, height, strokes, { paper: 250, ink: 200 }))
    assert.isBelow(dark.brightness, 100)
    assert.isAbove(usual.brightness, 200)
    assert.isBelow(faint.contrast, usual.contrast / 2)
    const around = 5
    const washedOut = pixelsOf(width, height, (x, y) => {
      let sum = 0
      for (let down = -around; down <= around; down++)
        for (let right = -around; right <= around; right++) {
          const column = Math.min(width - 1, Math.max(0, x + right))
          const row = Math.min(height - 1, Math.max(0, y + down))
          sum += greyValues[row * width + column] ?? 0
        }
      return grey(Math.round(sum / (2 * around + 1) ** 2))
    })
    assert.isBelow((yield* qualityOf(washedOut)).sharpness, usual.sharpness / 2)
  })
} satisfies Checks<SignatureClassifier>
