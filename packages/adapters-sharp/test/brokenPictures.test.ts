import { assert, describe, it } from "@effect/vitest"
import { DocumentRefused } from "@quittance/core"
import type { Pictures } from "@quittance/core/adapter"
import {
  pdfPageChecks,
  pictureCleanChecks,
  pictureFactChecks,
  pictureRefusalChecks
} from "@quittance/testing"
import { Effect, type Layer } from "effect"
import { carelessPictures, changedPages, changedPictures } from "./carelessPictures.ts"
import { drawing } from "./drawing.ts"

/**
 * The suite of pictures can fail: each reader here breaks one promise, and the checks of that promise must die on it.
 */

const shown = pictureCleanChecks(drawing)
const refused = pictureRefusalChecks(drawing)
const facts = pictureFactChecks(drawing)
const drawn = pdfPageChecks(drawing)

const breaks = <E>(
  law: string,
  layer: Layer.Layer<Pictures, E>,
  ...checks: ReadonlyArray<Effect.Effect<void, unknown, Pictures>>
) =>
  it.effect(law, () =>
    Effect.gen(function* () {
      for (const [index, check] of checks.entries()) {
        const exit = yield* Effect.exit(Effect.provide(check, layer))
        assert.strictEqual(exit._tag, "Failure", `check ${index + 1} does not notice`)
      }
    })
  )

const careful = { autoOrient: true, failOn: "error" } as const

describe("a reader of pictures that", () => {
  breaks(
    "hands back what was sent",
    changedPictures((answer, file) => ({ ...answer, bytes: file })),
    shown["where, when and with what it was made is gone, and whatever else is written into the file"],
    shown["what is glued to a picture is gone: a page, a script, an archive, a second picture"],
    shown["of an animation the first picture is left"]
  )
  breaks(
    "keeps what is said of the picture",
    carelessPictures(careful, (picture) => picture.keepMetadata()),
    shown["where, when and with what it was made is gone, and whatever else is written into the file"]
  )
  breaks(
    "keeps how large it is to be printed",
    carelessPictures(careful),
    shown["where, when and with what it was made is gone, and whatever else is written into the file"]
  )
  breaks(
    "does not turn it",
    carelessPictures({ failOn: "error" }),
    shown["it is turned as it is meant to be looked at, and no longer says so"]
  )
  breaks(
    "keeps all pictures of an animation",
    carelessPictures({ ...careful, animated: true }),
    shown["of an animation the first picture is left"]
  )
  breaks(
    "shows what cannot be seen",
    carelessPictures(careful, (picture) => picture.removeAlpha()),
    shown["where one could see through it, it lies on white"]
  )
  breaks(
    "takes what it can get",
    carelessPictures({ autoOrient: true, failOn: "none" }),
    refused["what is cut off anywhere is unreadable"],
    refused["a picture of another type than it is said to be is unreadable"]
  )
  breaks(
    "looks for the end of a JPEG only",
    carelessPictures(careful),
    refused["a size that is claimed and not there is unreadable"]
  )
  breaks(
    "tries any size",
    carelessPictures(careful),
    refused["a size that is too large is refused by its claim, whatever the file holds"]
  )
  breaks(
    "sees nothing",
    carelessPictures(careful),
    facts["brightness is the mean luminance"],
    facts["sharpness is the variance of the Laplacian: none without an edge, most with nothing but edges"],
    facts["the softer a picture, the less its sharpness"],
    facts["fingerprints tell documents of one layout apart"]
  )
  breaks(
    "finds every picture new",
    changedPictures(({ bytes, picture }) => {
      const fingerprint = Buffer.from(bytes.subarray(-40, -8)).toString("hex")
      return { bytes, picture: { ...picture, fingerprint } }
    }),
    facts["a fingerprint stays that of the same picture when it is scaled or compressed anew"],
    facts["a fingerprint of nothing has no bit set"]
  )
})

/** Refuses PDFs in which there is a word. */
const searching = (word: string, fault: "brokenPdf" | "lockedPdf") =>
  changedPages(
    (pages) => (pdf) =>
      Buffer.from(pdf).includes(word) ? Effect.fail(new DocumentRefused({ fault })) : pages(pdf)
  )

describe("a reader of PDFs that", () => {
  breaks(
    "shows the first page only",
    changedPages((pages) => (pdf) => Effect.map(pages(pdf), (all) => all.slice(0, 1))),
    drawn["each page is a picture, in their order, with its measures"],
    drawn["a page is drawn as it is looked at, large enough to be read and no larger"]
  )
  breaks(
    "hands out the file with the picture",
    changedPages(
      (pages) => (pdf) =>
        Effect.map(pages(pdf), (all) =>
          all.map(({ bytes, picture }) => ({ bytes: Buffer.concat([bytes, pdf]), picture }))
        )
    ),
    drawn["whatever a PDF does or carries, it shows the same, and nothing of it is in the picture"]
  )
  breaks(
    "searches for what a PDF may do",
    searching("/GoToR", "brokenPdf"),
    drawn["whatever a PDF does or carries, it shows the same, and nothing of it is in the picture"]
  )
  breaks(
    "takes every lock for one that must be opened",
    searching("/Encrypt", "lockedPdf"),
    drawn[
      "a PDF that opens with a password only is refused with that reason; one to be changed with a password is not"
    ]
  )
  breaks(
    "shows nothing of what it cannot open",
    changedPages((pages) => (pdf) => Effect.catch(pages(pdf), () => Effect.succeed([]))),
    drawn["what is no PDF, or has no page, is broken"],
    drawn["a page with a side that is too long is refused, wherever it is"],
    drawn["as many pages as there may be are drawn, and one more is too many"]
  )
})
