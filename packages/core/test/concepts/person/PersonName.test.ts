import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { emailDigest, PersonEmail, PersonName } from "../../../src/concepts/person/PersonName.ts"
import { decoderOf } from "../../../src/kernel/input/Input.ts"

const nameOf = decoderOf(PersonName)
const emailOf = decoderOf(PersonEmail)

describe("the name of a person", () => {
  it("is one name in three Unicode forms, and whatever spaces it was written with", () => {
    const forms = ["Zo\u00eb \ufb01nch", "Zoe\u0308 finch", "\u3000Zo\u00eb \u00a0 ﬁnch "]
    for (const form of forms) assert.strictEqual(Result.getOrThrow(nameOf(form)), "Zo\u00eb finch")
  })

  it("is refused where it shows nothing, or changes how the text around it is shown", () => {
    const wrong = [
      "",
      " ",
      "\u3164",
      "\u200b\u2060",
      "...",
      "Anna\u0000",
      "Anna\nroot",
      "Anna\u2028",
      "\u202eannA",
      "Anna\u2066x",
      "Anna\u00ad",
      "A\ud800",
      "a".repeat(101)
    ]
    for (const text of wrong)
      assert.strictEqual(
        Result.getOrThrow(Result.flip(nameOf(text))).message,
        "the input must have 1 to 100 visible characters on one line, with a letter or digit among them",
        JSON.stringify(text)
      )
  })

  it("may be of any language", () => {
    for (const text of ["Айгүл Сәрсенқызы", "李小龍", "ന്‍റെ", "محمد", "O'Brien-Smith 3rd", "a".repeat(100)])
      assert.isTrue(Result.isSuccess(nameOf(text)), text)
  })
})

describe("the e-mail address of a person", () => {
  it("is an address, and found whatever its letters are", () => {
    assert.isTrue(Result.isSuccess(emailOf("anna@example.com")))
    for (const wrong of ["anna", "a..b@example.com", "anna@\u202eexample.com"])
      assert.isTrue(Result.isFailure(emailOf(wrong)), wrong)
    assert.strictEqual(emailDigest("Anna@EXAMPLE.com"), emailDigest("anna@example.com"))
    assert.strictEqual(emailDigest("a@почта.рф"), emailDigest("a@xn--80a1acny.xn--p1ai"))
    assert.notStrictEqual(emailDigest("anna@example.com"), emailDigest("anne@example.com"))
  })
})
