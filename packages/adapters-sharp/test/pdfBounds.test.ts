import { assert, describe, it } from "@effect/vitest"
import { Pictures } from "@quittance/core/adapter"
import { costlyPdfs, pdfOf } from "@quittance/testing"
import { Effect } from "effect"
import { SharpPictures } from "../src/index.ts"

/** What becomes of PDFs that cost too much, and that they cost nobody else anything. */

const outcomeOf = (pdf: Uint8Array) =>
  Effect.flatMap(Pictures, (pictures) =>
    Effect.match(pictures.pages(pdf), {
      onFailure: (failure) => ("fault" in failure ? failure.fault : failure._tag),
      onSuccess: (pages) => `${pages.length} shown`
    })
  )

const costly = (what: string): Uint8Array => (costlyPdfs[what] ?? assert.fail(`there is no ${what}`))()

describe("a PDF that takes too much is refused, and the next one is shown:", () => {
  for (const [bound, what] of [
    ["memory", "forms in forms"],
    ["memory", "a drawing of two gigabytes"],
    ["time", "a shading that is computed"]
  ] as const)
    it.live(`${bound}, ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* outcomeOf(costly(what)), "costlyPdf")
        assert.strictEqual(yield* outcomeOf(pdfOf()), "1 shown")
      }).pipe(Effect.provide(SharpPictures.layer({ pdfSecondsMax: bound === "time" ? 1 : 20 })))
    )
})

describe("a PDF waits", () => {
  it.live("and too many are told that it is not their fault", () =>
    Effect.gen(function* () {
      const outcomes = yield* Effect.all(
        Array.from({ length: 3 }, () => outcomeOf(pdfOf())),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.toSorted(), ["1 shown", "1 shown", "PicturesUnavailable"])
      const pictures = yield* Pictures
      assert.strictEqual((yield* pictures.pages(pdfOf())).length, 1)
    }).pipe(Effect.provide(SharpPictures.layer({ concurrency: 1, waitingMax: 1 })))
  )
})
