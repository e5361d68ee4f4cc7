import { Operations } from "@quittance/core"
import { Users } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { programOf } from "../src/areas/people/programOf.ts"
import { browserWith, contentOf, inWorld, joined, nonceIn, shownFor } from "./ConsoleWorld.ts"

const shop = Effect.flatMap(Operations, ({ partners }) => partners.ensure("shop"))

const linkIn = (page: string): string => /\/console(\/join\/[0-9a-f]{64})/.exec(page)?.[1]?.slice(1) ?? ""

describe("the people of a partner", () => {
  inWorld("are invited with a link that is shown once, get another role, and are removed", function* () {
    const { browser, code } = yield* joined({ name: "Anna", partner: "shop" })
    const vera = yield* joined({ name: "Vera <i>", partner: "shop", role: "viewer" })
    const { id } = yield* shop
    const list = yield* browser.get(`p/${id}/people`)
    assert.include(list.text, "Vera &lt;i&gt;")
    assert.match(contentOf(list.text), /Anna .* Owner .* Vera .* Viewer/)

    const fields = { name: "Boris", email: "boris@shop.example", role: "finance" }
    const unproven = yield* browser.submit(`p/${id}/people/invite`, fields)
    assert.strictEqual(unproven.status, 403)
    assert.include(unproven.text, 'value="Boris"')
    const proven = { ...fields, nonce: "form-0001", code: yield* code }
    const made = yield* browser.post(`p/${id}/people/invite`, proven)
    assert.strictEqual(made.status, 200, contentOf(made.text))
    const link = linkIn(made.text)
    const again = yield* browser.post(`p/${id}/people/invite`, { ...fields, nonce: "form-0001" })
    assert.strictEqual(linkIn(again.text), "")
    assert.include(contentOf(again.text), "Nothing was done twice.")
    const stranger = yield* browserWith()
    assert.include(contentOf((yield* stranger.get(link)).text), "Hello Boris. You join shop as finance.")

    const invitations = yield* browser.get(`p/${id}/people/invitations`)
    const open = /href="\/console\/(p\/[^"]+\/revoke)"/.exec(invitations.text)?.[1] ?? ""
    const revoked = yield* browser.submit(open, { code: yield* code })
    assert.strictEqual(revoked.status, 303, contentOf(revoked.text))
    assert.include(contentOf((yield* browser.get(revoked.location)).text), "The link opens nothing any more.")
    assert.strictEqual((yield* stranger.get(link)).status, 409)

    const role = `p/${id}/people/${vera.id}/role`
    assert.include((yield* browser.get(role)).text, '<option value="viewer" selected>')
    const unknown = yield* browser.submit(role, { role: "boss", code: yield* code })
    assert.strictEqual(unknown.status, 400, "an unknown role makes nobody a viewer")
    const changed = yield* browser.submit(role, { role: "support", code: yield* code })
    assert.strictEqual(changed.status, 303, contentOf(changed.text))
    const page = yield* browser.get(changed.location)
    assert.match(contentOf(page.text), /The role was changed\..* Support/)
    // Nobody else has this right, and nobody has it for people of others.
    assert.strictEqual((yield* vera.browser.get(`p/${id}/people`)).status, 403)
    assert.strictEqual((yield* browser.get(`p/${id}/people/usr_none`)).status, 404)
    const removed = yield* browser.submit(`p/${id}/people/${vera.id}/remove`, { code: yield* code })
    assert.strictEqual(removed.status, 303, contentOf(removed.text))
    assert.strictEqual((yield* vera.browser.get(`p/${id}/payouts`)).status, 404)
    const last = yield* browser
      .submit(`p/${id}/people/${(yield* joined({ name: "x" })).id}/remove`, {})
      .pipe(Effect.exit)
    assert.strictEqual(last._tag, "Failure")
  })

  inWorld("read what each role may do, as the permissions say it", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    yield* joined({ name: "Vera", partner: "shop", role: "viewer" })
    const { id } = yield* shop
    const { text } = yield* browser.get(`p/${id}/people/roles`)
    const row = (act: string) =>
      /<tr>.*?<\/tr>/gs.exec(text.slice(text.indexOf(`<bdi>${act}</bdi>`) - 60))?.[0] ?? ""
    assert.deepStrictEqual([...row("Payouts: create, approve").matchAll(/With proof/g)].length, 2)
    assert.notInclude(text, "Payouts: resolve")
  })
})

describe("everybody of the deployment", () => {
  inWorld("is listed for operators, let back in, disabled for ever and forgotten", function* () {
    const { browser, code } = yield* joined({ name: "Olga" })
    const anna = yield* joined({ name: "Anna", partner: "shop" })
    yield* joined({ name: "Boris", partner: "shop" })
    assert.match(
      contentOf((yield* browser.get("operator/people")).text),
      /Boris .* owner .* Anna .* Olga .* Operator/
    )
    assert.strictEqual((yield* anna.browser.get("operator/people")).status, 404)
    const path = `operator/people/${anna.id}`
    const page = yield* browser.get(path)
    assert.include(contentOf(page.text), "Let back in")
    const made = yield* browser.submit(`${path}/recover`, { code: yield* code })
    const stranger = yield* browserWith()
    assert.include(contentOf((yield* stranger.get(linkIn(made.text))).text), "Get back in")
    const disabled = yield* browser.submit(`${path}/disable`, { code: yield* code })
    assert.strictEqual(disabled.status, 303, contentOf(disabled.text))
    assert.strictEqual((yield* anna.browser.get("account")).status, 303)
    const forgotten = yield* browser.submit(`${path}/forget`, { code: yield* code })
    assert.strictEqual(forgotten.status, 303, contentOf(forgotten.text))
    assert.notInclude((yield* browser.get(path)).text, "Anna")
    const invited = yield* browser.submit("operator/people/invite", { name: "Oleg", code: yield* code })
    assert.include(contentOf((yield* stranger.get(linkIn(invited.text))).text), "You join as an operator.")
  })
})

it("a session is told by the program and the system that people know", () => {
  for (const [agent, said] of [
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0",
      "Edge, Windows"
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari, iPhone"],
    ["curl/8", "curl/8"]
  ] as const)
    assert.strictEqual(programOf(agent), said)
})

describe("one's own account", () => {
  inWorld("has a password that is replaced, recovery codes, and sessions that end", function* () {
    const { browser, code, cookie, email, id, password } = yield* joined({ name: "Anna", partner: "shop" })
    const account = contentOf((yield* browser.get("account")).text)
    assert.match(account, /You have one way to sign in\..*You have no passkey yet\..*10 left/)
    const other = yield* browserWith()
    const as = { as_email: email, as_password: password, as_code: yield* code }
    assert.strictEqual((yield* other.post("sign-in", as)).status, 303)
    assert.strictEqual((yield* other.get("account")).status, 200)
    const ended = yield* browser.submit("account/end-others", {})
    assert.strictEqual(ended.location, "/console/account?done=%2Faccount%2Fend-others")
    assert.include(contentOf((yield* browser.get(ended.location)).text), "All other sessions ended.")
    assert.strictEqual((yield* other.get("account")).status, 303)

    const codes = yield* browser.submit("account/recovery-codes", { code: yield* code })
    const [recovery = ""] = /[a-z2-7]{4}(-[a-z2-7]{4}){3}/.exec(codes.text) ?? []
    assert.strictEqual((yield* other.post("sign-in", { ...as, as_code: recovery })).status, 303)

    const begun = yield* browser.submit("account/password", { code: yield* code })
    const hidden = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(begun.text)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const at = (yield* (yield* Users).get(id)).createdAt
    const finish = { step: "finish", ticket: hidden("ticket"), secret: hidden("secret"), uri: hidden("uri") }
    const wrong = yield* browser.post("account/password", {
      ...finish,
      password: "another horse battery",
      shown: "1"
    })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, `value="${finish.secret}"`)
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    assert.isAbove(now, at)
    const shown = shownFor(finish.secret, now)
    const done = yield* browser.post("account/password", {
      ...finish,
      password: "another horse battery",
      shown
    })
    assert.strictEqual(done.status, 200, contentOf(done.text))
    assert.strictEqual((yield* other.post("sign-in", { ...as, as_code: yield* code })).status, 401)

    const last = yield* browser.get("account/password/remove")
    assert.strictEqual(last.status, 200)
    const foreign = yield* joined({ name: "Boris", partner: "shop" })
    const sessionOf = /account\/sessions\/(ses_[0-9a-f]+)\/end/.exec(
      (yield* foreign.browser.get("account")).text
    )?.[1]
    assert.strictEqual((yield* browser.get(`account/sessions/${sessionOf}/end`)).status, 404)
    const sent = yield* browser.post(`account/sessions/${sessionOf}/end`, { nonce: nonceIn(last.text) })
    assert.strictEqual(sent.status, 404)
    assert.strictEqual((yield* foreign.browser.get("account")).status, 200)
    assert.match(cookie, /^__Host-quittance=/)
  })
})
