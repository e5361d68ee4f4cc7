import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { settingsOf } from "../../../src/concepts/settings/Settings.ts"
import { consoleUrlFault, consoleUrlOf } from "../../../src/kernel/setting/consoleUrl.ts"

describe("where people sign in", () => {
  it("is https, or localhost, under a name and a plain path", () => {
    for (const right of [
      "https://pay.example.com",
      "https://pay.example.com:8443/",
      "https://pay.example.com/pay/v2",
      "http://localhost:3000",
      "http://shop.localhost:3000/"
    ])
      assert.isUndefined(consoleUrlFault(right), right)
    for (const wrong of [
      "",
      "pay.example.com",
      "http://pay.example.com",
      "ftp://pay.example.com",
      "https://203.0.113.7",
      "https://[::1]:3000",
      "https://anna:secret@pay.example.com",
      "https://pay.example.com?a=1",
      "https://pay.example.com#a",
      "https://pay.example.com//a",
      "https://pay.example.com/../a",
      "https://pay.example.com/./a",
      "https://pay.example.com/%2e%2e/a",
      "https://pay.example.com/a\\b",
      "https://pay.example.com:99999",
      "https://PAY.example.com",
      "https://pay.example.com /"
    ])
      assert.include(String(consoleUrlFault(wrong)), "must be https://, or http://localhost", wrong)
    assert.strictEqual(
      consoleUrlFault("http://127.0.0.1:3000"),
      "must be http://localhost:3000: browsers make no passkeys for an address"
    )
  })

  it("follows from the public URL, except in live mode", () => {
    const of = (mode: "sandbox" | "live", publicUrl: string, consoleUrl?: string) =>
      consoleUrlOf({ mode, publicUrl, consoleUrl })
    assert.strictEqual(of("sandbox", "http://127.0.0.1:3000"), "http://localhost:3000")
    assert.strictEqual(of("sandbox", "http://[::1]:3000/pay"), "http://localhost:3000/pay")
    assert.strictEqual(of("sandbox", "https://pay.example.com"), "https://pay.example.com")
    assert.isUndefined(of("sandbox", "http://10.0.0.7:3000"))
    assert.isUndefined(of("live", "https://pay.example.com"))
    assert.strictEqual(
      of("live", "https://pay.example.com", "https://desk.example.com"),
      "https://desk.example.com"
    )
  })

  it("is refused by its path in the settings", () => {
    const failure = Result.getOrThrow(Result.flip(settingsOf({ consoleUrl: "http://pay.example.com" })))
    assert.include(failure.message, "settings.consoleUrl must be https://, or http://localhost")
    const given = Result.getOrThrow(settingsOf({ consoleUrl: "https://pay.example.com/" }))
    assert.strictEqual(given.consoleUrl, "https://pay.example.com")
  })
})
