import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SignatureClassifierUnavailable } from "../../../src/concepts/signature/SignatureClassifier.ts"
import { SignatureImageRefused } from "../../../src/concepts/signature/SignatureImageRefused.ts"
import {
  signatureImageBytesMax,
  signatureImageTypeOf
} from "../../../src/concepts/signature/SignatureImageType.ts"
import { Signatures } from "../../../src/concepts/signature/Signatures.ts"
import * as MemorySignatureClassifier from "../../../src/reference/memory/MemorySignatureClassifier.ts"

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

const png = latin1("\x89PNG\r\n\x1a\n and more")
const beginnings: ReadonlyArray<readonly [string, string]> = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF\x01\x02\x03\x04WEBPVP8 "]
]

const validate = (bytes: Uint8Array) => Signatures.use((signatures) => signatures.validate(bytes))
const served = (classifier = MemorySignatureClassifier.layer()) =>
  Effect.provide(Signatures.layer.pipe(Layer.provide(classifier)))

describe("the format of an image", () => {
  it("is that of its first bytes", () => {
    for (const [type, text] of beginnings) assert.strictEqual(signatureImageTypeOf(latin1(text)), type)
    for (const text of ["", "\x89PNG", "GIF88a", "RIFF1234WAVE", "%PDF-1.7", "BM", "<svg>"])
      assert.isUndefined(signatureImageTypeOf(latin1(text)), text)
  })
})

describe("the validation of a signature", () => {
  it.effect("answers the verdict on what the classifier saw", () =>
    Effect.gen(function* () {
      for (const [, text] of beginnings) assert.isTrue((yield* validate(latin1(text))).isValid)
    }).pipe(served())
  )

  it.effect("refuses without a look what is empty, too large or no image", () =>
    Effect.gen(function* () {
      const large = new Uint8Array(signatureImageBytesMax + 1)
      large.set(png)
      for (const [file, fault] of [
        [latin1(""), "empty"],
        [large, "tooLarge"],
        [latin1("%PDF-1.7"), "unsupported"]
      ] as const) {
        const refused = yield* Effect.flip(validate(file))
        assert.instanceOf(refused, SignatureImageRefused)
        assert.strictEqual(refused.fault, fault)
      }
      yield* validate(large.subarray(0, signatureImageBytesMax))
    }).pipe(
      served(
        MemorySignatureClassifier.layer((bytes) =>
          bytes.length > signatureImageBytesMax
            ? Effect.die("nobody looks at it")
            : Effect.succeed(MemorySignatureClassifier.flawless)
        )
      )
    )
  )

  it.effect("passes on what the classifier refuses, and that it is not there", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(validate(png)))._tag, "SignatureClassifierUnavailable")
    }).pipe(
      served(
        MemorySignatureClassifier.layer(() =>
          Effect.fail(new SignatureClassifierUnavailable({ reason: "busy" }))
        )
      )
    )
  )

  it.effect("says that there is no classifier", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(validate(png))
      assert.deepInclude(missing, { _tag: "ProviderMissing", provider: "SignatureClassifier" })
    }).pipe(Effect.provide(Signatures.layer))
  )
})
