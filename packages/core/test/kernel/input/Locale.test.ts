import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { decoderOf } from "../../../src/kernel/input/Input.ts"
import { localeExpected, localeNamed, localeTag } from "../../../src/kernel/input/Locale.ts"

const decode = decoderOf(localeTag)

describe("a locale", () => {
  it("is that of a language tag, whatever narrows the language down and however it is written", () => {
    const tags = {
      ru: ["ru", "ru-RU", "RU-ru", "ru_RU", "ru-Cyrl-KZ", "ru-x-shop"],
      en: ["en", "en-US", "EN", "en-GB-oxendict", "en-001", "en_GB"],
      kz: ["kk", "kk-KZ", "kz", "kz-KZ", "KK", "kk-Cyrl-KZ", "kk-Latn"]
    }
    for (const [locale, all] of Object.entries(tags)) {
      for (const tag of all) {
        assert.strictEqual(localeNamed(tag), locale, tag)
        assert.deepStrictEqual(decode(tag), Result.succeed(tag), tag)
      }
    }
  })

  it("is none of a text that is no tag, or is another language's", () => {
    const others = [
      "",
      "de",
      "uk-UA",
      "rus",
      "kaz",
      "english",
      "enm",
      "ru-",
      "-ru",
      "ru--RU",
      "ru RU",
      "ru-RU\n"
    ]
    for (const text of [...others, "*", "р", "constructor", "ru-subtagtoolong"]) {
      assert.isUndefined(localeNamed(text), text)
      const issues = Result.match(decode(text), {
        onSuccess: () => [],
        onFailure: (failure) => failure.issues
      })
      assert.deepStrictEqual(issues, [{ field: "", code: "invalid_value", message: localeExpected }], text)
    }
  })
})
