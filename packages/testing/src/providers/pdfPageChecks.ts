import { assert } from "@effect/vitest"
import { DocumentRefused } from "@quittance/core"
import {
  type CleanPicture,
  type DocumentFault,
  isSamePicture,
  Pictures,
  pdfPageSideMax,
  pdfPagesMax
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { joined } from "../pictures/bytes.ts"
import type { Pixels } from "../pictures/drawnPictures.ts"
import { hostilePdfs, payload } from "../pictures/hostilePdfs.ts"
import { jpegPartsOf } from "../pictures/jpegFile.ts"
import { lockedPdfOf } from "../pictures/lockedPdf.ts"
import { compressedPdfOf, type PdfPageContent, pdfOf, statement } from "../pictures/pdfFile.ts"
import type { Checks } from "../Suite.ts"
import type { PicturesHarness } from "./PicturesHarness.ts"

const pages = (pdf: Uint8Array) => Effect.flatMap(Pictures, (pictures) => pictures.pages(pdf))

const refused = Effect.fnUntraced(function* (pdf: Uint8Array, fault: DocumentFault, what: string) {
  const failure = yield* Effect.flip(pages(pdf))
  assert.instanceOf(failure, DocumentRefused, what)
  assert.strictEqual(failure.fault, fault, what)
})

/** What a picture must have to be shown. Of the frame that programs put around it, only the name. */
const needed = ["APP0", "DQT", "SOF", "DHT", "DRI", "SOS", "EOI"]

const isBare = ({ bytes }: CleanPicture, what: string): void => {
  assert.deepStrictEqual(
    jpegPartsOf(bytes).filter((part) => !needed.includes(part)),
    [],
    what
  )
  assert.isFalse(Buffer.from(bytes).includes(payload), what)
}

/** How light a place is. The place is given in parts of the width and height. */
const lightAt = ({ height, values, width }: Pixels, x: number, y: number): number =>
  values[(Math.floor(y * height) * width + Math.floor(x * width)) * 3] ?? 0

/** A page whose left half is black. */
const halfBlack = (width: number, height: number, more = ""): Partial<PdfPageContent> => ({
  width,
  height,
  more,
  draws: `0 0 ${width / 2} ${height} re f\n`
})

/** What the pages of PDFs show, what must not be in their pictures, and which PDFs are refused. */
export const pdfPageChecks = <R>({ decode }: PicturesHarness<R>) => {
  const shown = Effect.fnUntraced(function* (pdf: Uint8Array, what = "a PDF") {
    const made = yield* pages(pdf)
    for (const each of made) isBare(each, what)
    return yield* Effect.forEach(made, ({ bytes }) => decode(bytes))
  })
  const showsAs = Effect.fnUntraced(function* (
    { picture: expected }: CleanPicture,
    pdf: Uint8Array,
    what: string
  ) {
    const [found, ...others] = yield* pages(pdf)
    assert.isEmpty(others, what)
    assert(found !== undefined)
    isBare(found, what)
    const { brightness, fingerprint, height, sharpness, width } = found.picture
    assert.deepStrictEqual([width, height], [expected.width, expected.height], what)
    assert.isTrue(isSamePicture(fingerprint, expected.fingerprint), what)
    assert.closeTo(sharpness, expected.sharpness, expected.sharpness / 100, what)
    assert.closeTo(brightness, expected.brightness, 1, what)
  })
  const plain = Effect.map(pages(pdfOf()), ([page]) => page ?? assert.fail("there is no page"))

  return {
    "each page is a picture, in their order, with its measures": Effect.gen(function* () {
      const names = ["one", "two", "three"]
      const made = yield* pages(pdfOf({ pages: names.map((name) => ({ draws: statement(name) })) }))
      assert.lengthOf(made, names.length)
      for (const [index, name] of names.entries()) {
        const [alone] = yield* pages(pdfOf({ pages: [{ draws: statement(name) }] }))
        assert.deepStrictEqual(made[index]?.picture, alone?.picture, name)
      }
      for (const { bytes, picture } of made) {
        const { height, width } = yield* decode(bytes)
        assert.deepInclude(picture, { width, height })
        assert.isAbove(picture.sharpness, 100)
        assert.isAbove(picture.brightness, 150)
        assert.match(picture.fingerprint, /^[0-9a-f]{64}$/)
      }
    }),

    "a page is drawn as it is looked at, large enough to be read and no larger": Effect.gen(function* () {
      const [upright, turned, card, poster, narrow] = yield* shown(
        pdfOf({
          pages: [
            halfBlack(595, 842),
            halfBlack(595, 842, "/Rotate 90"),
            halfBlack(243, 153),
            halfBlack(pdfPageSideMax, 7200),
            halfBlack(10, 2000)
          ]
        })
      )
      assert(upright && turned && card && poster && narrow)
      for (const page of [upright, card, poster]) {
        assert.isBelow(lightAt(page, 0.25, 0.5), 20)
        assert.isAbove(lightAt(page, 0.75, 0.5), 235)
      }
      assert.isBelow(lightAt(turned, 0.5, 0.25), 20)
      assert.isAbove(lightAt(turned, 0.5, 0.75), 235)
      assert.closeTo(upright.height / upright.width, 842 / 595, 0.01)
      assert.closeTo(turned.width / turned.height, 842 / 595, 0.01)
      for (const { height, width } of [upright, turned, card, poster, narrow]) {
        assert.isAtLeast(Math.max(width, height), 1500)
        assert.isAtMost(Math.max(width, height), 3000)
      }
    }),

    "whatever a PDF does or carries, it shows the same, and nothing of it is in the picture": Effect.gen(
      function* () {
        const expected = yield* plain
        for (const [what, pdf] of Object.entries(hostilePdfs)) yield* showsAs(expected, pdf, what)
      }
    ),

    "a PDF whose objects are compressed shows the same": Effect.gen(function* () {
      const expected = yield* plain
      yield* showsAs(expected, compressedPdfOf({}), "compressed")
      yield* showsAs(expected, compressedPdfOf({}, "deflated, in hexadecimal"), "behind two filters")
    }),

    "a PDF that opens with a password only is refused with that reason; one to be changed with a password is not":
      Effect.gen(function* () {
        yield* refused(lockedPdfOf({}, { user: "secret", owner: "chief" }), "lockedPdf", "a user's password")
        yield* showsAs(yield* plain, lockedPdfOf({}, { user: "", owner: "chief" }), "an owner's password")
      }),

    "what is no PDF, or has no page, is broken": Effect.gen(function* () {
      for (const [what, content] of Object.entries({
        nothing: "",
        zeros: new Uint8Array(1000),
        "a beginning": "%PDF-1.7\n",
        "a beginning and an end": "%PDF-1.7\n%%EOF",
        HTML: "<!doctype html><script>alert(1)</script>",
        "a start": pdfOf().subarray(0, 200),
        "no page": pdfOf({ pages: [] })
      }))
        yield* refused(joined(content), "brokenPdf", what)
    }),

    "a PDF that is cut off shows its pages, or is broken": Effect.gen(function* () {
      const pdf = pdfOf({ pages: [{}, {}] })
      for (let tenths = 1; tenths < 10; tenths++) {
        const cut = pdf.subarray(0, Math.floor((pdf.length * tenths) / 10))
        const found = yield* Effect.match(pages(cut), {
          onFailure: (failure) => ("fault" in failure ? failure.fault : failure._tag),
          onSuccess: (made) => (made.length > 0 ? "shown" : "nothing")
        })
        assert.include(["shown", "brokenPdf"], found, `${tenths} tenths`)
      }
    }),

    "as many pages as there may be are drawn, and one more is too many": Effect.gen(function* () {
      const blank = Array.from({ length: pdfPagesMax }, () => ({ draws: "" }))
      assert.lengthOf(yield* pages(pdfOf({ pages: blank })), pdfPagesMax)
      yield* refused(pdfOf({ pages: [...blank, { draws: "" }] }), "tooManyPages", "one more")
      const many = Array.from({ length: 20_000 }, () => ({ draws: "" }))
      yield* refused(pdfOf({ pages: many }), "tooManyPages", "very many")
    }),

    "a page with a side that is too long is refused, wherever it is": Effect.gen(function* () {
      yield* refused(pdfOf({ pages: [{ width: pdfPageSideMax + 1 }] }), "tooLargePages", "its width")
      yield* refused(pdfOf({ pages: [{ height: pdfPageSideMax + 1 }] }), "tooLargePages", "its height")
      yield* refused(pdfOf({ pages: [{}, { height: 1e9 }] }), "tooLargePages", "the second one")
    })
  } satisfies Checks<Pictures | R>
}
