import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { readSmtpUrl } from "../src/SmtpUrl.ts"

const read = (url: string) => Result.getOrThrow(readSmtpUrl(url))

describe("the URL of a mail server", () => {
  it("has a usual port for each scheme", () => {
    assert.include(read("smtp://mail.example"), { host: "mail.example", port: 587 })
    assert.include(read("smtps://mail.example"), { host: "mail.example", port: 465 })
    assert.include(read("smtp://mail.example:2525"), { port: 2525 })
  })

  it("asks for encryption, but on this machine or where it says not to", () => {
    const protection = {
      "smtps://mail.example": "tls",
      "smtps://localhost": "tls",
      "smtp://mail.example": "startTls",
      "smtp://10.0.0.1": "startTls",
      "smtp://127.evil.example": "startTls",
      "smtp://localhost.example": "startTls",
      "smtp://mail.example?tls=off": "none",
      "smtp://localhost:1025": "none",
      "smtp://127.0.0.1": "none",
      "smtp://[::1]:25": "none"
    } as const
    for (const [url, expected] of Object.entries(protection)) {
      assert.strictEqual(read(url).protection, expected, url)
    }
  })

  it("has an internationalised name in ASCII, as it is looked up", () => {
    assert.strictEqual(read("smtps://mail.почта.рф:465").host, "mail.xn--80a1acny.xn--p1ai")
    assert.strictEqual(read("smtp://user:secret@почта.рф").host, "xn--80a1acny.xn--p1ai")
  })

  it("has an IPv6 address without its brackets", () =>
    assert.strictEqual(read("smtp://[::1]:25").host, "::1"))

  it("has user and password percent-decoded, or neither", () => {
    assert.deepStrictEqual(read("smtp://a%40b:c%3Ad%25@mail.example").login, { user: "a@b", pass: "c:d%" })
    assert.isUndefined(read("smtp://mail.example").login)
  })

  for (const url of [
    "",
    "mail.example",
    "http://user:secret@mail.example",
    "smtp://",
    "smtp://user@mail.example",
    "smtp://:secret@mail.example",
    "smtp://user:secret%@mail.example",
    "smtp://user:secret@mail.example:99999",
    "smtp://user:secret@mail%00.example",
    "smtp://user:secret@mail%2fevil.example",
    "smtp://user:secret@поч%20та.рф",
    "smtp://user:secret@mail%D1.example",
    "smtp://user:secret@mail.example/path",
    "smtp://user:secret@mail.example#x",
    "smtp://user:secret@mail.example?tls=on",
    "smtp://user:secret@mail.example?pool=true",
    "smtp://user:secret@mail.example?tls=off&tls=off",
    "smtps://user:secret@mail.example?tls=off"
  ]) {
    it(`${JSON.stringify(url)} is none, and what is wrong is said without the password`, () => {
      const refused = Result.flip(readSmtpUrl(url))
      assert.isTrue(Result.isSuccess(refused))
      assert.notInclude(Result.getOrThrow(refused).message, "secret")
    })
  }
})
