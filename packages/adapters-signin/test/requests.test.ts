import { assert, describe, it } from "@effect/vitest"
import { consolePlaceOf } from "@quittance/core/adapter"
import { Clock, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  anna,
  boris,
  browserAt,
  enrolled,
  inWorld,
  origin,
  password,
  prove,
  signInAt,
  withPassword
} from "./SignInWorld.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"

describe("requests of a browser at the console", () => {
  inWorld("sign in with a cookie that only this host gets, and that scripts cannot read", function* () {
    const phone = yield* enrolled(anna)
    const browser = yield* browserAt
    const { headers, said, status } = yield* signInAt(browser, phone)
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(said.user, { id: anna.id, name: "Anna" })
    assert.match(
      headers.get("set-cookie") ?? "",
      /^__Host-quittance=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=43200$/
    )
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const { said: shown } = yield* browser.ask("/session")
    assert.deepStrictEqual(shown.user, { id: anna.id, name: "Anna" })
    assert.isTrue(shown.credentials.needsAnother)
  })

  inWorld("with a cookie that was stolen are refused after the person has signed out", function* () {
    const phone = yield* enrolled(anna)
    const [browser, thief] = [yield* browserAt, yield* browserAt]
    yield* signInAt(browser, phone)
    thief.cookie = browser.cookie
    assert.strictEqual((yield* thief.ask("/session")).status, 200)
    const { headers } = yield* browser.ask("/session/sign-out", {})
    assert.match(headers.get("set-cookie") ?? "", /^__Host-quittance=; .*Max-Age=0$/)
    const { said, status } = yield* thief.ask("/session")
    assert.deepStrictEqual([status, said.error.code], [401, "not_signed_in"])
  })

  inWorld("get a new session at sign-in, whatever cookie they came with", function* () {
    const phone = yield* enrolled(anna)
    const other = yield* enrolled(boris)
    const [browser, attacker] = [yield* browserAt, yield* browserAt]
    yield* signInAt(attacker, other)
    browser.cookie = attacker.cookie
    yield* signInAt(browser, phone)
    assert.notStrictEqual(browser.cookie, attacker.cookie)
    assert.strictEqual((yield* attacker.ask("/session")).said.user.id, boris.id)
    assert.strictEqual((yield* browser.ask("/session")).said.user.id, anna.id)
    browser.cookie = "__Host-quittance=usr_anna.ses_x.00"
    assert.strictEqual((yield* browser.ask("/session")).status, 401)
  })

  inWorld("end after half an hour without one, and after twelve hours in any case", function* () {
    const phone = yield* enrolled(anna)
    const [idle, busy] = [yield* browserAt, yield* browserAt]
    yield* signInAt(idle, phone)
    yield* signInAt(busy, phone)
    for (let quarter = 0; quarter < 4 * 12 - 1; quarter++) {
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* busy.ask("/session/list")).status, 200)
      if (quarter === 0) assert.strictEqual((yield* busy.ask("/session/list")).said.sessions.length, 2)
    }
    assert.strictEqual((yield* idle.ask("/session")).status, 401)
    yield* TestClock.adjust("15 minutes")
    assert.strictEqual((yield* busy.ask("/session")).status, 401)
  })

  inWorld("see the sessions of their person, and end one or all others", function* () {
    const phone = yield* enrolled(anna)
    const browsers = [yield* browserAt, yield* browserAt, yield* browserAt] as const
    const [one, two, three] = browsers
    for (const each of browsers) yield* signInAt(each, phone)
    const { said } = yield* one.ask("/session/list")
    assert.deepStrictEqual(
      said.sessions.map(({ current }: { current: boolean }) => current),
      [true, false, false]
    )
    yield* one.ask("/session/revoke", { id: said.sessions[1].id })
    assert.strictEqual((yield* two.ask("/session")).status, 401)
    assert.strictEqual((yield* three.ask("/session")).status, 200)
    yield* one.ask("/session/revoke-others", {})
    assert.strictEqual((yield* three.ask("/session")).status, 401)
    assert.strictEqual((yield* one.ask("/session")).status, 200)
    // Another person's is none.
    const other = yield* browserAt
    yield* signInAt(other, yield* enrolled(boris))
    assert.strictEqual((yield* other.ask("/session/revoke", { id: said.sessions[0].id })).status, 404)
  })

  inWorld("stop when their person is disabled", function* ({ people }) {
    const browser = yield* browserAt
    yield* signInAt(browser, yield* enrolled(anna))
    people.enabled.delete(anna.id)
    assert.strictEqual((yield* browser.ask("/session")).status, 401)
  })

  inWorld("from other websites, and from nobody in particular, change nothing", function* () {
    const phone = yield* enrolled(anna)
    const browser = yield* browserAt
    yield* signInAt(browser, phone)
    const refused: ReadonlyArray<{ readonly [name: string]: string }> = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "https://evil.pay.example" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "" },
      { "sec-fetch-site": "", origin: "null" },
      { "sec-fetch-site": "", origin: "http://pay.example" },
      { "sec-fetch-site": "", origin: `${origin}.evil.example` }
    ]
    for (const headers of refused) {
      const { said, status } = yield* browser.ask("/session/sign-out", {}, headers)
      assert.deepStrictEqual([status, said.error.code], [403, "cross_site"], JSON.stringify(headers))
    }
    assert.strictEqual((yield* browser.ask("/session")).status, 200)
    assert.strictEqual(
      (yield* browser.ask("/session/sign-out", {}, { "sec-fetch-site": "", origin })).status,
      200
    )
  })

  inWorld("change credentials after a proof of their own, once", function* () {
    const phone = yield* enrolled(anna)
    const browser = yield* browserAt
    yield* signInAt(browser, phone)
    const nonce = "form-0001"
    const early = yield* browser.ask("/session/passkeys/begin", { nonce })
    assert.deepStrictEqual([early.status, early.said.error.code], [403, "step_up_needed"])
    const before = browser.cookie
    assert.strictEqual((yield* prove(browser, phone, "credentials.change", boris.id)).status, 200)
    assert.notStrictEqual(browser.cookie, before)
    assert.strictEqual((yield* browser.ask("/session/passkeys/begin", { nonce })).status, 403)
    yield* prove(browser, phone, "credentials.change", anna.id)
    const { said } = yield* browser.ask("/session/passkeys/begin", { nonce })
    const key = new SoftAuthenticator(origin)
    const made = { ticket: said.ticket, answer: key.create(said.options), name: "key" }
    assert.strictEqual((yield* browser.ask("/session/passkeys/finish", made)).status, 200)
    const other = yield* browserAt
    yield* signInAt(other, key)
    const { credentials } = (yield* other.ask("/session")).said
    assert.deepStrictEqual(
      credentials.passkeys.map(({ name }: { name: string }) => name),
      ["phone", "key"]
    )
    // A form that is sent twice removes once.
    yield* prove(browser, phone, "credentials.change", anna.id)
    const removal = { id: credentials.passkeys[1].id, nonce: "form-0002" }
    assert.strictEqual((yield* browser.ask("/session/passkeys/remove", removal)).status, 200)
    assert.strictEqual((yield* browser.ask("/session/passkeys/remove", removal)).status, 200)
    const more = { id: credentials.passkeys[0].id, nonce: "form-0002" }
    assert.strictEqual((yield* browser.ask("/session/passkeys/remove", more)).status, 403)
  })

  inWorld("sign in with a form, and are told in one sentence why not", function* () {
    const { codeOf } = yield* withPassword(anna)
    yield* TestClock.adjust("1 minute")
    const browser = yield* browserAt
    const code = codeOf(yield* Clock.currentTimeMillis)
    const form = (given: string) =>
      browser.ask(
        "/session/password",
        new URLSearchParams({ email: anna.account, password: given, code }).toString(),
        { "content-type": "application/x-www-form-urlencoded" }
      )
    const wrong = yield* form("wrong <password>")
    assert.strictEqual(wrong.status, 401)
    assert.match(wrong.text, /must belong together/)
    const right = yield* form(password)
    assert.deepStrictEqual([right.status, right.headers.get("location")], [303, "/console"])
    assert.strictEqual((yield* browser.ask("/session")).status, 200)
    const out = (to: string) =>
      browser.ask("/session/sign-out", new URLSearchParams({ to }).toString(), {
        "content-type": "application/x-www-form-urlencoded"
      })
    for (const [to, location] of [
      ["/console/sign-in?out", "/console/sign-in?out"],
      ["https://evil.example/console", "/console"],
      ["//evil.example/console", "/console"],
      ["/\\evil.example/console", "/console"],
      ["/console/../api", "/console"],
      ["/console/%2e%2e/api", "/console"],
      ["/consolex", "/console"],
      ["/console/session/sign-out", "/console"]
    ] as const) {
      const { headers, status } = yield* out(to)
      assert.deepStrictEqual([status, headers.get("location")], [303, location], to)
    }
  })

  inWorld("that are no requests of the console are refused, and nothing breaks", function* () {
    const phone = yield* enrolled(anna)
    const browser = yield* browserAt
    const { said: begun } = yield* browser.ask("/session/passkey/begin", {})
    const answer = phone.get(begun.options)
    const broken = { ...answer, response: { ...answer.response, authenticatorData: "oWVhd-_________" } }
    const json = { "content-type": "application/json" }
    const refused: ReadonlyArray<readonly [string, object | string | undefined, number, object?]> = [
      ["/nothing", undefined, 404],
      ["/session", {}, 405],
      ["/session/passkey/begin", undefined, 405],
      ["/session/passkey/begin", `"${"x".repeat(70_000)}"`, 413, json],
      ["/session/passkey/begin", "{", 400, json],
      ["/session/passkey/begin", "[1]", 400, json],
      ["/session/passkey/begin", "<a/>", 415, { "content-type": "text/xml" }],
      ["/session/passkey/finish", {}, 400],
      ["/session/passkey/finish", { ticket: "x", answer }, 401],
      ["/session/passkey/finish", { ticket: begun.ticket, answer: null }, 401],
      ["/session/passkey/finish", { ticket: begun.ticket, answer: { id: [], response: 7 } }, 401],
      ["/session/passkey/finish", { ticket: begun.ticket, answer: broken }, 401],
      ["/session/passkey/finish", { ticket: `${begun.ticket}A`, answer }, 401],
      ["/session/password", { email: "x", password: 7, code: {} }, 400],
      ["/session/password", { email: "\u0000", password: "x", code: "" }, 401],
      ["/session/step-up/begin", { act: "a", subject: "b" }, 401]
    ]
    for (const [path, body, expected, headers = {}] of refused) {
      const { status, text } = yield* browser.ask(path, body, { ...headers })
      assert.strictEqual(status, expected, `${path} ${JSON.stringify(body)?.slice(0, 80)}: ${text}`)
    }
    assert.strictEqual(
      (yield* browser.ask("/session/passkey/finish", { ticket: begun.ticket, answer })).status,
      200
    )
    yield* prove(browser, phone, "credentials.change", anna.id)
    const { said } = yield* browser.ask("/session/passkeys/begin", { nonce: "form-0001" })
    const created = new SoftAuthenticator(origin).create(said.options)
    for (const attestationObject of ["", "_w", "o2NmbXRkbm9uZQ", "A".repeat(20_001), "v2".repeat(2_000)]) {
      const given = { ...created, response: { ...created.response, attestationObject } }
      const made = { ticket: said.ticket, answer: given, name: "key" }
      assert.strictEqual((yield* browser.ask("/session/passkeys/finish", made)).status, 401)
    }
  })
})

describe("a console URL", () => {
  const placed = (url: string) =>
    Result.merge(Result.mapBoth(consolePlaceOf(url), { onFailure: String, onSuccess: ({ rpId }) => rpId }))
  it("is https, or http at localhost", () => {
    assert.strictEqual(placed("https://pay.example/shop/"), "pay.example")
    assert.strictEqual(placed("http://localhost:3000"), "localhost")
    assert.match(
      placed("http://127.0.0.1:3000"),
      /must be http:\/\/localhost:3000: browsers make no passkeys/
    )
    for (const wrong of ["http://pay.example", "https://[::1]", "https://192.0.2.1", "pay.example"])
      assert.match(placed(wrong), /consoleUrl must be https:\/\/, or http:\/\/localhost/)
  })
})
