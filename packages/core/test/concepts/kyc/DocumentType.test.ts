import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type DocumentType,
  documentTypeOf,
  documentTypes,
  isPicture,
  typesOfStep
} from "../../../src/concepts/kyc/DocumentType.ts"
import { holds } from "../../holds.ts"

const ascii = (text: string): ReadonlyArray<number> => [...text].map((char) => char.charCodeAt(0))
const bytesOf = (...parts: ReadonlyArray<ReadonlyArray<number> | string>): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? ascii(part) : part)))

/** The first bytes of real files. */
const heads: { readonly [T in DocumentType]: ReadonlyArray<Uint8Array> } = {
  "image/jpeg": [
    bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], "JFIF"),
    bytesOf([0xff, 0xd8, 0xff, 0xe1, 0x12, 0x34], "Exif")
  ],
  "image/png": [bytesOf([0x89], "PNG\r\n", [0x1a], "\n", [0, 0, 0, 13], "IHDR")],
  "image/webp": [bytesOf("RIFF", [1, 2, 3, 4], "WEBPVP8 "), bytesOf("RIFF", [0, 0, 0, 0], "WEBPVP8X")],
  "application/pdf": [bytesOf("%PDF-1.7\n"), bytesOf("%PDF-2.0\r\n")]
}

describe("the type of a file", () => {
  for (const type of documentTypes) {
    it(`is ${type} by its first bytes`, () => {
      for (const head of heads[type]) assert.strictEqual(documentTypeOf(head), type)
    })
  }

  it("is unknown for every other kind of file, and for one that is cut off within its first bytes", () => {
    const others = [
      bytesOf("GIF89a"),
      bytesOf("RIFF", [1, 2, 3, 4], "WAVEfmt "),
      bytesOf([0, 0, 0, 0x18], "ftypheic"),
      bytesOf("II*", [0]),
      bytesOf("<svg xmlns="),
      bytesOf("<!DOCTYPE html>"),
      bytesOf("PK", [3, 4]),
      bytesOf(" %PDF-1.7"),
      bytesOf("MZ"),
      bytesOf("%PDF"),
      bytesOf([0xff, 0xd8]),
      bytesOf("RIFF", [1, 2, 3, 4], "WEB"),
      new Uint8Array(0)
    ]
    for (const other of others) assert.isUndefined(documentTypeOf(other), String(other))
  })

  it("depends on no byte after the first twelve", () =>
    holds(
      fc.property(fc.constantFrom(...documentTypes), fc.uint8Array(), (type, rest) => {
        for (const head of heads[type])
          assert.strictEqual(documentTypeOf(Uint8Array.from([...head.subarray(0, 12), ...rest])), type)
      })
    ))
})

describe("a step takes", () => {
  it("pictures and PDFs, but of a face only pictures", () => {
    assert.deepStrictEqual(typesOfStep("document"), documentTypes)
    assert.deepStrictEqual(typesOfStep("proof_of_address"), documentTypes)
    assert.deepStrictEqual(typesOfStep("selfie"), ["image/jpeg", "image/png", "image/webp"])
    assert.isTrue(typesOfStep("selfie").every(isPicture))
  })
})
