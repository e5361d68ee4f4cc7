import { assert, describe, it } from "@effect/vitest"
import { isSamePicture, Pictures } from "@quittance/core/adapter"
import { type PdfObject, pdfOf } from "@quittance/testing"
import { Effect } from "effect"
import { SharpPictures } from "../src/index.ts"

/**
 * Text in fonts that a PDF names but does not contain: letters of two alphabets that look the same are drawn the same.
 */

const latin = "ABEKMHOPCTX"
const cyrillic = "АВЕКМНОРСТХ"
const greek = "ΑΒΕΚΜΗΟΡCΤΧ"

const codesOf = (text: string): ReadonlyArray<number> => [...text].map((letter) => letter.charCodeAt(0))
const hexOf = (code: number): string => code.toString(16).padStart(4, "0").toUpperCase()

/** Letters are written in the bytes from here on, as exporters of Windows do it. */
const first = 192

/** A font of one byte a letter. */
const simpleFont = (type: string, name: string, text: string): PdfObject =>
  `<< /Type /Font /Subtype /${type} /BaseFont /${name} /FirstChar ${first} /LastChar ${first + text.length - 1} ` +
  `/Widths [${"700 ".repeat(text.length)}] /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding ` +
  `/Differences [${first} ${codesOf(text)
    .map((code) => `/uni${hexOf(code)}`)
    .join(" ")}] >> >>`

/** A font of two bytes a letter, whose letters are told by the map that copies text. */
const wideFont = (name: string): PdfObject =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /ToUnicode 5 0 R /DescendantFonts ` +
  `[<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /DW 700 ` +
  "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> " +
  `/FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 32 >> >>] >>`

const mapOf = (text: string): PdfObject => {
  const pairs = codesOf(text).map((code, index) => `<${hexOf(first + index)}> <${hexOf(code)}>`)
  const map =
    "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange " +
    `${pairs.length} beginbfchar ${pairs.join(" ")} endbfchar endcmap`
  return `<< /Length ${map.length} >>\nstream\n${map}\nendstream`
}

const pictureOf = Effect.fnUntraced(function* (font: PdfObject, text: string, isWide = false) {
  const bytes = [...text].map((_, index) => hexOf(first + index).slice(isWide ? 0 : 2)).join("")
  const draws = `BT /F1 60 Tf 10 30 Td <${bytes}> Tj ET`
  const resources = "/Font << /F1 4 0 R >>"
  const pdf = pdfOf({ objects: [font, mapOf(text)], pages: [{ width: 500, height: 120, draws, resources }] })
  const [page] = yield* (yield* Pictures).pages(pdf)
  return (page ?? assert.fail("there is no page")).picture
})

describe("text in a font that a PDF does not contain is drawn:", () => {
  const layer = SharpPictures.layer({ concurrency: 1 })
  for (const [type, name] of [
    ["TrueType", "ArialMT"],
    ["TrueType", "Arial,Bold"],
    ["TrueType", "TimesNewRomanPSMT"],
    ["TrueType", "TimesNewRomanPS-BoldMT"],
    ["TrueType", "CourierNew"],
    ["TrueType", "Tahoma"],
    ["Type1", "Helvetica"],
    ["Type1", "Times-Roman"],
    ["Type1", "Courier-Bold"]
  ] as const)
    it.live(`${name} (${type}) in Cyrillic, Kazakh and Greek`, () =>
      Effect.gen(function* () {
        const expected = yield* pictureOf(simpleFont(type, name, latin), latin)
        assert.isAbove(expected.sharpness, 100)
        for (const text of [cyrillic, greek]) {
          const shown = yield* pictureOf(simpleFont(type, name, text), text)
          assert.isTrue(isSamePicture(shown.fingerprint, expected.fingerprint), text)
          assert.closeTo(shown.sharpness, expected.sharpness, expected.sharpness / 5, text)
        }
        const kazakh = "ҚқҢңӘәҰұҮүҺһӨө"
        const shown = yield* pictureOf(simpleFont(type, name, kazakh), kazakh)
        assert.isAbove(shown.sharpness, expected.sharpness / 2)
      }).pipe(Effect.provide(layer))
    )
  it.live("ArialMT (Type0) in Cyrillic", () =>
    Effect.gen(function* () {
      const expected = yield* pictureOf(wideFont("ArialMT"), latin, true)
      const shown = yield* pictureOf(wideFont("ArialMT"), cyrillic, true)
      assert.isAbove(expected.sharpness, 100)
      assert.isTrue(isSamePicture(shown.fingerprint, expected.fingerprint))
      assert.closeTo(shown.sharpness, expected.sharpness, expected.sharpness / 5)
    }).pipe(Effect.provide(layer))
  )
})
