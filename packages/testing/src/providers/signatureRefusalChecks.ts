import { assert } from "@effect/vitest"
import { SignatureImageRefused } from "@quittance/core"
import type { SignatureClassifier, SignatureImageFault } from "@quittance/core/adapter"
import { Effect } from "effect"
import { joined } from "../pictures/bytes.ts"
import { pngClaim } from "../pictures/pngFile.ts"
import type { Checks } from "../Suite.ts"
import { classify, drawnSignature, pngOfPixels } from "./signatureDrawings.ts"

const refused = Effect.fnUntraced(function* (file: Uint8Array, fault: SignatureImageFault, what: string) {
  const failure = yield* Effect.flip(classify(file))
  assert.instanceOf(failure, SignatureImageRefused, what)
  assert.strictEqual(failure.fault, fault, what)
})

/** Files of other kinds, some of which a forgiving reader takes. */
const foreign: { readonly [kind: string]: Uint8Array | string } = {
  zeros: new Uint8Array(1000),
  text: "a signature",
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600"/></svg>',
  PDF: "%PDF-1.7\n%%EOF",
  BMP: "BM\x1a\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0",
  TIFF: "II*\0\x08\0\0\0\0\0\0\0\0\0"
}

/** Files on which no evidence is given. */
export const signatureRefusalChecks = {
  "what is empty, and what is none of the four formats": Effect.gen(function* () {
    yield* refused(new Uint8Array(), "empty", "nothing")
    for (const [kind, content] of Object.entries(foreign))
      yield* refused(joined(content), "unsupported", kind)
  }),

  "what is cut off anywhere is unreadable": Effect.gen(function* () {
    const file = pngOfPixels(drawnSignature)
    for (let tenths = 1; tenths < 10; tenths++) {
      const start = file.subarray(0, Math.max(12, Math.floor((file.length * tenths) / 10)))
      yield* refused(start, "unreadable", `${tenths} tenths`)
    }
  }),

  "what only begins as an image is unreadable": Effect.gen(function* () {
    for (const beginning of [
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff\xe0",
      "GIF89a\x10\0\x10\0",
      "RIFF\x20\0\0\0WEBPVP8 "
    ])
      yield* refused(joined(beginning, "and nothing of one follows".repeat(9)), "unreadable", beginning)
  }),

  "a size that is too large is refused by its claim, whatever the file holds": Effect.gen(function* () {
    for (const [width, height] of [
      [10_001, 10],
      [10, 10_001],
      [6400, 6400],
      [50_000, 50_000]
    ] as const)
      yield* refused(pngClaim(width, height), "tooManyPixels", `${width} × ${height}`)
  })
} satisfies Checks<SignatureClassifier>
