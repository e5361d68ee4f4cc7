import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { asciiDomain, emailAddress, emailFault, mailAddress } from "../../../src/kernel/input/EmailAddress.ts"
import { decoderOf } from "../../../src/kernel/input/Input.ts"

const codesOf = (text: string) =>
  Result.match(decoderOf(emailAddress)(text), {
    onSuccess: () => [],
    onFailure: ({ issues }) => issues.map(({ code }) => code)
  })

const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.ee`

describe("an e-mail address", () => {
  for (const text of [
    "name@example.com",
    "first.last+tag@mail.example.co",
    "a.b.c@example.com",
    "имя@example.com",
    "user@почта.рф",
    "user@ПОЧТА.РФ",
    "user@xn--80a1acny.xn--p1ai",
    "user@XN--80A1ACNY.XN--P1AI",
    "user@почта.xn--p1ai",
    "info@кошелёк.қаз",
    "info@mail.кошелёк.kz",
    "info@münchen.de",
    "info@fußball.de",
    "info@例え.テスト",
    "info@例え。テスト",
    "info@مثال.إختبار",
    "info@נוסח.co.il",
    "info@नमस्ते.भारत",
    "info@نامه\u200cای.com",
    longest
  ]) {
    it(`${text} is one`, () => {
      assert.deepStrictEqual(codesOf(text), [])
      assert.isUndefined(emailFault(text))
    })
  }

  for (const text of [
    "",
    "name",
    "name@example",
    "@example.com",
    "name@-example.com",
    "name@example-.com",
    "name@example..com",
    "name@example.com.",
    "name@example.com ",
    "name@example.com\nBcc: other@example.com",
    "Name <name@example.com>",
    "a@b@example.com",
    "name@127.0.0.1",
    "name@[127.0.0.1]",
    "name@example.123",
    "name@example.com:25",
    "name@example.com/path",
    "name@example.com?query",
    "name@example.c%6fm",
    "name@рф",
    "name@почта",
    "name@-почта.рф",
    "name@почта..рф",
    "name@почта.рф.",
    "name@почта.рф:25",
    "name@почта.рф/путь",
    "name@почта.р%D1%84",
    "name@поч та.рф",
    "name@по\u00adчта.рф",
    "name@по\u200bчта.рф",
    "name@по\u200cчта.рф",
    "name@почта\u202e.рф",
    "name@почта＠evil.рф",
    "name@１２７.０.０.１",
    "name@почта.123",
    "name@почта.xn--",
    `name@${"ж".repeat(60)}.рф`,
    `${"a".repeat(65)}@example.com`
  ]) {
    it(`${JSON.stringify(text)} is none`, () => {
      assert.deepStrictEqual(codesOf(text), ["invalid_email"])
      assert.strictEqual(emailFault(text)?.code, "invalid_email")
    })
  }

  for (const text of [
    "a..b@example.com",
    ".a@example.com",
    "a.@example.com",
    ".@example.com",
    "а..б@почта.рф"
  ]) {
    it(`${text} is none: its dots are wrong`, () =>
      assert.deepStrictEqual(emailFault(text), {
        code: "invalid_email",
        message: "must not have a dot first, last or doubled before its @"
      }))
  }

  it("of more than 254 characters is too long, however its domain is written", () => {
    assert.strictEqual(longest.length, 254)
    assert.deepStrictEqual(codesOf(`${longest}e`), ["too_long"])
    // Each label of two letters becomes one of eight, and рф one of eight.
    const written = (letters: number) => `${"a".repeat(64)}@${"жж.".repeat(19)}${"b".repeat(letters)}.рф`
    assert.strictEqual(mailAddress(written(9)).length, 254)
    assert.deepStrictEqual(codesOf(written(9)), [])
    assert.deepStrictEqual(codesOf(written(10)), ["too_long"])
  })
})

describe("mail", () => {
  it("goes to the ASCII form of an address", () => {
    const forms = {
      "user@почта.рф": "user@xn--80a1acny.xn--p1ai",
      "User@ПОЧТА.РФ": "User@xn--80a1acny.xn--p1ai",
      "user@xn--80a1acny.xn--p1ai": "user@xn--80a1acny.xn--p1ai",
      "info@кошелёк.қаз": "info@xn--e1ajbdn4d5c.xn--80ao21a",
      "info@例え。テスト": "info@xn--r8jz45g.xn--zckzah",
      "имя@почта.рф": "имя@xn--80a1acny.xn--p1ai",
      "Anna@Example.COM": "Anna@Example.COM"
    }
    for (const [address, ascii] of Object.entries(forms)) assert.strictEqual(mailAddress(address), ascii)
  })

  it("goes to an address as it is where its domain has no ASCII form", () => {
    for (const text of ["", "name", "name@почта.123", "name@по\u200bчта.рф"])
      assert.strictEqual(mailAddress(text), text)
  })
})

describe("a domain in ASCII", () => {
  it("is what a browser would look up", () =>
    assert.strictEqual(asciiDomain("mail.почта.рф"), "mail.xn--80a1acny.xn--p1ai"))

  it("is none for what is no name", () => {
    for (const text of ["почта.рф/x", "почта.рф:1", "а@почта.рф", "по чта.рф", "почта.р%D1%84", "почта.1"])
      assert.isUndefined(asciiDomain(text), text)
  })
})
