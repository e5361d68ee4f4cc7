import { describe, expect, it } from "vitest"
import { chooseLocale, type Locale, languageTag } from "../../src/pages/Locale.ts"

describe("chooseLocale", () => {
  const cases: ReadonlyArray<readonly [string | null, string | null, Locale]> = [
    [null, null, "en"],
    [null, "", "en"],
    ["ru", "en", "ru"],
    ["kz", "en", "kz"],
    ["kk", "en", "kz"],
    ["KK", null, "kz"],
    ["ru-RU", "en", "ru"],
    ["kk-KZ", "en", "kz"],
    ["kk-Cyrl-KZ", "en", "kz"],
    ["ru_RU", "en", "ru"],
    ["russian", "kk", "kz"],
    ["ru-", "kk", "kz"],
    ["de", "ru", "ru"],
    ["", "ru", "ru"],
    [null, "kk-KZ,ru;q=0.8", "kz"],
    [null, "kz", "kz"],
    [null, "ru-RU,ru;q=0.9,en;q=0.8", "ru"],
    [null, "en;q=0.5, ru;q=0.9", "ru"],
    [null, "de, fr;q=0.9, kk ; q=0.1", "kz"],
    [null, "ru;q=0, en;q=0.1", "en"],
    [null, "ru;q=0", "en"],
    [null, "ru;q=0.8,kk;q=0.8", "ru"],
    [null, "*", "en"],
    [null, "ru;q=2, kk;q=0.2", "kz"],
    [null, ";;,=,q=1,\u0000", "en"]
  ]
  it.each(cases)("lang %j and Accept-Language %j give %s", (parameter, header, expected) => {
    expect(chooseLocale(parameter, header)).toBe(expected)
  })

  it("names Kazakh kk in HTML", () => {
    expect(languageTag("kz")).toBe("kk")
    expect(languageTag("ru")).toBe("ru")
  })
})
