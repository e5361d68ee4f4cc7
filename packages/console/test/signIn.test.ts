import { Operations } from "@quittance/core"
import { actingAs, Invitations, SignInLinks, Users } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe } from "vitest"
import {
  browserWith,
  contentOf,
  inWorld,
  inWorldWith,
  joined,
  nonceIn,
  shownFor,
  start
} from "./ConsoleWorld.ts"

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

const shop = Effect.flatMap(Operations, ({ partners }) => partners.ensure("shop"))

/** The hidden fields of the form on a page, as a browser sends them. */
const hiddenIn = (page: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = "", value = ""]) => [
        name,
        value
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&quot;", '"')
          .replaceAll("&#39;", "'")
          .replaceAll("&amp;", "&")
      ]
    )
  )

describe("who is not signed in", () => {
  inWorld(
    "signs in without scripts, and lands where they wanted to go, if that is in the console",
    function* () {
      const { code, email, password } = yield* joined({ name: "Anna", partner: "shop" })
      const { id } = yield* shop
      const browser = yield* browserWith()
      const wanted = `/console/p/${id}/payouts?status=PENDING`
      const sent = yield* browser.get(wanted)
      assert.deepStrictEqual(
        [sent.status, sent.location],
        [303, `/console/sign-in?to=${encodeURIComponent(wanted)}`]
      )
      const page = yield* browser.get(sent.location)
      assert.include(page.headers.get("content-security-policy"), "script-src 'self'")
      const { to = "" } = hiddenIn(page.text)
      assert.strictEqual(to, wanted)
      const wrong = yield* browser.post("sign-in", {
        to,
        as_email: email,
        as_password: "<wrong>",
        as_code: "1"
      })
      assert.strictEqual(wrong.status, 401)
      assert.include(contentOf(wrong.text), "must belong together")
      assert.notInclude(wrong.text, "wrong&gt;")
      assert.include(wrong.text, email)
      const as = { as_email: email, as_password: password }
      const right = yield* browser.post("sign-in", { ...as, to, as_code: yield* code })
      assert.deepStrictEqual([right.status, right.location], [303, wanted])
      assert.strictEqual((yield* browser.get(wanted)).status, 200)
      const other = yield* browserWith()
      for (const evil of ["https://evil.example/console", "//evil.example/console", "/console/../x"]) {
        const { text } = yield* other.get(`sign-in?to=${encodeURIComponent(evil)}`)
        assert.strictEqual(hiddenIn(text).to, "/console", evil)
      }
      const elsewhere = yield* other.post("sign-in", { ...as, to: "//evil.example/x", as_code: yield* code })
      assert.strictEqual(elsewhere.location, "/console")
      const out = yield* other.post("session/sign-out", { to: "/console/sign-in?out" })
      assert.include(contentOf((yield* other.get(out.location)).text), "You are signed out.")
    }
  )

  inWorld(
    "whose session ended in a form gets it back as it was, and nothing is done before it is sent",
    function* () {
      const { code, email, password } = yield* joined({ name: "Anna", partner: "shop" })
      const { id } = yield* shop
      const operations = yield* Operations
      yield* operations.sandbox.credit(id, { amount: 1_000 })
      const path = `p/${id}/payouts/create`
      const typed = { amount: "25", network: "tron", address: `${address}<"'>` }
      const browser = yield* browserWith()
      const ended = yield* browser.post(path, { nonce: "form-0001", ...typed, step: "done", code: "123456" })
      assert.strictEqual(ended.status, 401)
      assert.include(contentOf(ended.text), "what you typed is here again")
      const kept = hiddenIn(ended.text)
      assert.deepInclude(kept, { ...typed, nonce: "form-0001", resumed: "yes" })
      assert.notProperty(kept, "code")
      const as = { as_email: email, as_password: password }
      const wrong = yield* browser.post(path, { ...kept, ...as, as_password: "wrong", as_code: "1" })
      assert.strictEqual(wrong.status, 401)
      assert.deepStrictEqual(hiddenIn(wrong.text), kept)
      const back = yield* browser.post(path, { ...kept, ...as, as_code: yield* code })
      assert.strictEqual(back.status, 200, contentOf(back.text))
      assert.include(back.text, `value="25"`)
      assert.include(back.text, `value="${address}&lt;&quot;&#39;&gt;"`)
      assert.strictEqual(nonceIn(back.text), "form-0001")
      // Sent again by a reload, it is shown again.
      assert.strictEqual((yield* browser.post(path, { ...kept, ...as, as_code: "1" })).status, 200)
      assert.lengthOf((yield* operations.payouts.list(id)).items, 0)
      const proven = { ...typed, address, nonce: "form-0001", step: "done", code: yield* code }
      assert.strictEqual((yield* browser.post(path, proven)).status, 303)
      assert.lengthOf((yield* operations.payouts.list(id)).items, 1)
    }
  )

  inWorld("is told on a page that another website sent a form, and that nothing is at a path", function* () {
    const browser = yield* browserWith()
    const foreign = yield* browser.post("sign-in", { as_email: "a" }, { "sec-fetch-site": "cross-site" })
    assert.strictEqual(foreign.status, 403)
    assert.match(foreign.headers.get("content-type") ?? "", /text\/html/)
    assert.include(contentOf(foreign.text), "Only pages of https://pay.example may send this")
    const nothing = yield* browser.get("nothing/here")
    assert.strictEqual(nothing.status, 404)
    assert.include(contentOf(nothing.text), "There is nothing at this path")
  })
})

describe("a link of the console", () => {
  inWorld(
    "lets somebody join with a password without scripts, and shows the recovery codes once",
    function* () {
      const { id } = yield* shop
      const { create } = yield* Invitations
      const invited = {
        partner: "shop",
        role: "finance",
        name: "Anna & <Co>",
        email: "anna@shop.example"
      } as const
      const { token } = yield* actingAs("operator:root", create(invited))
      const browser = yield* browserWith()
      const page = yield* browser.get(`join/${token}`)
      assert.include(page.text, "Hello Anna &amp; &lt;Co&gt;. You join shop as finance.")
      const begun = yield* browser.post(`join/${token}`, hiddenIn(page.text))
      assert.include(begun.text, "<svg")
      const secret = hiddenIn(begun.text).secret ?? ""
      const finish = { ...hiddenIn(begun.text), password: "short", shown: shownFor(secret, start) }
      const short = yield* browser.post(`join/${token}`, finish)
      assert.strictEqual(short.status, 400)
      assert.include(contentOf(short.text), "New password must have 12 to 256 characters.")
      assert.notInclude(short.text, "short")
      const wrong = yield* browser.post(`join/${token}`, {
        ...finish,
        password: "correct horse battery",
        shown: "1"
      })
      assert.include(contentOf(wrong.text), "The code must be the one that the authenticator shows now")
      const done = yield* browser.post(`join/${token}`, { ...finish, password: "correct horse battery" })
      assert.strictEqual(done.status, 200, contentOf(done.text))
      assert.lengthOf([...done.text.matchAll(/<li><code>[a-z2-7-]{19}<\/code>/g)], 10)
      assert.strictEqual((yield* browser.get(`p/${id}/payouts`)).status, 200)
      assert.strictEqual((yield* browser.get(`join/${token}`)).status, 409)
      const late = yield* browserWith()
      const used = yield* late.get(`join/${token}`)
      assert.include(contentOf(used.text), "The link was used already, and opens once")
    }
  )

  inWorld("joins who is signed in by one form, and greets who gets back in", function* () {
    const anna = yield* joined({ name: "Anna", partner: "shop" })
    const { create } = yield* Invitations
    yield* Effect.flatMap(Operations, ({ partners }) => partners.ensure("<cafe>"))
    const { token } = yield* create({ partner: "<cafe>", role: "viewer", name: "Anna" })
    const page = yield* anna.browser.get(`join/${token}`)
    assert.include(contentOf(page.text), "Join as Anna")
    assert.include(page.text, "You join &lt;cafe&gt; as viewer.")
    assert.strictEqual((yield* anna.browser.post("session/link/accept", { token })).status, 303)
    const { token: recovery } = yield* Effect.flatMap(Users, (users) => users.recover(anna.id))
    const stranger = yield* browserWith()
    assert.include(contentOf((yield* stranger.get(`join/${recovery}`)).text), "Get back in")
    assert.strictEqual((yield* stranger.get("join/none")).status, 409)
  })

  inWorldWith(Layer.empty, "http://localhost:3000")(
    "that signs in is only looked at by a GET, and what needs a proof asks for a credential first",
    function* () {
      const { id } = yield* shop
      const { ticket } = yield* Effect.flatMap(SignInLinks, ({ make }) => make(id))
      const browser = yield* browserWith()
      const at = `link?ticket=${encodeURIComponent(ticket)}`
      for (const _ of [1, 2]) {
        const page = yield* browser.get(at)
        assert.include(contentOf(page.text), "signs you in as an owner of shop")
      }
      const used = yield* browser.post("session/link/use", { ticket })
      assert.deepStrictEqual([used.status, used.location], [303, "/console"])
      const refused = yield* browser.post("session/link/use", { ticket })
      assert.strictEqual(refused.status, 401)
      assert.match(refused.headers.get("content-type") ?? "", /text\/html/)
      const act = `/console/p/${id}/payouts/create`
      const first = yield* browser.get(act)
      assert.deepStrictEqual(
        [first.status, first.location],
        [303, `/console/account/passkeys/add?to=${encodeURIComponent(act)}`]
      )
      const page = yield* browser.get(first.location)
      assert.include(contentOf(page.text), "Make a passkey")
      const begun = yield* browser.post("account/password", hiddenIn(page.text))
      assert.strictEqual(begun.status, 200, contentOf(begun.text))
      const finish = { ...hiddenIn(begun.text), password: "correct horse battery" }
      const shown = shownFor(hiddenIn(begun.text).secret ?? "", start)
      const done = yield* browser.post("account/password", { ...finish, shown })
      assert.include(done.text, `href="${act}"`)
      assert.strictEqual((yield* browser.get(act)).status, 200)
    }
  )
})
