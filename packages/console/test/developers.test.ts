import { Operations, Worker } from "@quittance/core"
import { actingAs, RefusedRequests, Users } from "@quittance/core/adapter"
import { Effect, Fiber } from "effect"
import { assert, describe } from "vitest"
import { ConsoleDeployment } from "../src/index.ts"
import {
  clickOver,
  contentOf,
  inWorld,
  joined,
  nonceIn,
  quietDeployment,
  Receiver,
  start,
  Time
} from "./ConsoleWorld.ts"

const evil = `<img src=x onerror=alert(1)>`

/** A developer of a shop, and what its pages are below. */
const developer = Effect.gen(function* () {
  const person = yield* joined({ name: "Dev", partner: "shop", role: "developer" })
  const operations = yield* Operations
  const { id: partnerId } = yield* operations.partners.ensure("shop")
  return { ...person, operations, partnerId, at: (path: string) => `p/${partnerId}${path}` }
})

/** A webhook, and so many invoices of which it refused to hear. */
const failedDeliveries = Effect.fnUntraced(function* (count: number) {
  const dev = yield* developer
  const receiver = yield* Receiver
  const { drain, invoices, webhooks } = dev.operations
  const { id } = yield* webhooks.create(dev.partnerId, {
    url: "https://shop.example/hooks",
    events: ["invoice.created"]
  })
  receiver.status = 500
  receiver.answer = evil
  for (let each = 0; each < count; each++)
    yield* invoices.create(dev.partnerId, { amount: 100, currency: "USD" } as never)
  const { pass } = yield* Time
  for (let attempt = 0; attempt < 3; attempt++) {
    yield* drain()
    yield* pass("2 minutes")
  }
  receiver.status = 200
  return { ...dev, receiver, webhookId: id }
})

describe("branding in the console", () => {
  inWorld("is shown as customers see it, set by a form, and refused beside its field", function* () {
    const { at, browser, operations, partnerId } = yield* developer
    assert.include(contentOf((yield* browser.get(at("/branding"))).text), "Customers see no name yet")
    const fields = {
      name: "Corner <b>Shop</b>",
      colour: "#ffee00",
      support: "help@shop.example",
      embedOrigins: ""
    }
    const refused = yield* browser.submit(at("/branding/change"), { ...fields, colour: "yellow" })
    assert.strictEqual(refused.status, 400)
    assert.include(contentOf(refused.text), "Colour must be a colour as # and six hexadecimal digits")
    const set = yield* browser.submit(at("/branding/change"), fields)
    assert.match(set.location, /\/branding\?done=branding\.set$/)
    const { text } = yield* browser.get(at("/branding"))
    assert.include(text, "Corner &lt;b&gt;Shop&lt;/b&gt;")
    assert.include(text, 'fill="#ffee00"')
    assert.notMatch(text, / style=|<style/)
    assert.strictEqual((yield* operations.branding.get(partnerId)).support, "help@shop.example")
    const viewer = yield* joined({ name: "Vic", partner: "shop", role: "viewer" })
    assert.notInclude((yield* viewer.browser.get(at("/branding"))).text, "/branding/change")
    assert.strictEqual((yield* viewer.browser.get(at("/branding/change"))).status, 403)
  })
})

describe("keys in the console", () => {
  inWorld(
    "are made with what was ticked, their secret shown once, and revoked on a page of its own",
    function* () {
      const { at, browser, code, operations, partnerId } = yield* developer
      const form = yield* browser.get(at("/keys/create"))
      const fields = {
        ...{ nonce: nonceIn(form.text), name: evil, scopes: ["payments:read", "webhooks:write"] },
        ...{ allowedIps: "192.0.2.0/24\n198.51.100.7", bind: "none", expiresInDays: "30" }
      }
      const unproven = yield* browser.post(at("/keys/create"), fields)
      assert.strictEqual(unproven.status, 403)
      assert.include(unproven.text, `value="payments:read" checked`, "what was typed is still there")
      const made = yield* browser.post(at("/keys/create"), { ...fields, code: yield* code })
      assert.strictEqual(made.status, 200, contentOf(made.text))
      const [secret = ""] = /sk_test_\w+/.exec(made.text) ?? []
      assert.isAbove(secret.length, 20)
      const again = yield* browser.post(at("/keys/create"), { ...fields, code: yield* code })
      assert.notInclude(again.text, secret)
      assert.include(contentOf(again.text), "was sent before")
      const list = yield* browser.get(at("/keys"))
      assert.notInclude(list.text, secret)
      assert.notInclude(list.text, evil)
      const told = contentOf(list.text)
      for (const each of ["payments:read, webhooks:write", "192.0.2.0/24, 198.51.100.7", "Dev", "Active"])
        assert.include(told, each)
      const { items } = yield* operations.keys.held(partnerId)
      assert.lengthOf(items, 1)
      const path = at(`/keys/${items[0]?.id}`)
      const revoke = yield* browser.submit(`${path}/revoke`, { code: yield* code })
      assert.strictEqual(revoke.location, `/console/${path}?done=keys.revoke`, contentOf(revoke.text))
      const page = yield* browser.get(revoke.location)
      assert.include(contentOf(page.text), "The key is revoked.")
      assert.notInclude(page.text, "/revoke", "it cannot be revoked again")
    }
  )

  inWorld("say what is wrong, keep what was typed, and are another partner's to nobody", function* () {
    const { at, browser, code, operations } = yield* developer
    const wrong = yield* browser.submit(at("/keys/create"), {
      ...{ name: "x".repeat(101), allowedIps: "everywhere", expiresInDays: "0", bind: "none" },
      code: yield* code
    })
    assert.strictEqual(wrong.status, 400)
    for (const each of ["name-fault", "expiresInDays-fault"]) assert.include(wrong.text, each)
    const none = yield* browser.submit(at("/keys/create"), { name: "till", bind: "none", code: yield* code })
    assert.include(contentOf(none.text), "must name at least one scope")
    assert.include(none.text, `value="till"`)
    const foreign = yield* operations.keys.create({ partner: "other" })
    for (const path of [`/keys/${foreign.id}`, `/keys/${foreign.id}/revoke`, "/keys/key_0"])
      assert.strictEqual((yield* browser.get(at(path))).status, 404, path)
    const taken = yield* browser.post(at(`/keys/${foreign.id}/revoke`), {
      ...{ nonce: "a-nonce-of-mine", code: yield* code }
    })
    assert.strictEqual(taken.status, 404)
    assert.strictEqual((yield* operations.keys.get(foreign.id)).status, "active")
  })

  inWorld("that a disabled person made are marked, and operators make and see their own", function* () {
    const { at, browser, id, operations, partnerId } = yield* developer
    const left = yield* joined({ name: "Gone", partner: "shop", role: "developer" })
    yield* actingAs(`user:${left.id}`, operations.keys.create({ partner: "shop", name: "till" }))
    yield* Effect.flatMap(Users, ({ disable }) => disable(left.id))
    assert.match(contentOf((yield* browser.get(at("/keys"))).text), /Gone Disabled/)
    const csv = yield* browser.get(at("/keys.csv"))
    assert.include(csv.text, "Gone (disabled)")
    assert.strictEqual((yield* left.browser.get(at("/keys"))).status, 303, "who is disabled signs in in vain")
    const olga = yield* joined({ name: "Olga" })
    assert.match(contentOf((yield* olga.browser.get(at("/keys"))).text), /Gone Disabled/)
    assert.include(contentOf((yield* olga.browser.get("operator/keys")).text), "There are no operator keys")
    const { items } = yield* operations.keys.held(partnerId)
    const underOperators = yield* olga.browser.get(`operator/keys/${items[0]?.id}`)
    assert.strictEqual(underOperators.status, 404, "a partner's key is none of the operators")
    assert.strictEqual((yield* browser.get("operator/keys")).status, 404)
    const fields = { name: "till", scopes: ["holds:read"], allowedIps: "192.0.2.7", expiresInDays: "" }
    const unproven = yield* olga.browser.submit("operator/keys/create", fields)
    assert.strictEqual(unproven.status, 403)
    const made = yield* olga.browser.submit("operator/keys/create", { ...fields, code: yield* olga.code })
    assert.match(contentOf(made.text), /ok_test_[0-9a-f]{64} Permissions holds:read/)
    const held = yield* olga.browser.get("operator/keys")
    assert.match(contentOf(held.text), /ok_test_\.\.\..{4} till Active Olga .* holds:read 192\.0\.2\.7/)
    yield* Effect.flatMap(Users, ({ disable }) => disable(id))
  })
})

describe("webhooks in the console", () => {
  inWorld("of both groups are added, changed, tested, rotated and removed", function* () {
    const { at, browser, code, operations, partnerId } = yield* developer
    const add = at("/webhooks/add")
    const fields = { url: "https://shop.example/hooks", events: ["invoice.paid"], active: "yes" }
    const made = yield* browser.submit(add, { ...fields, code: yield* code })
    assert.match(made.text, /whsec_/, contentOf(made.text))
    const [webhook] = yield* operations.webhooks.list(partnerId)
    const place = at(`/webhooks/${webhook?.id}`)
    const test = yield* browser.submit(`${place}/test`, { event: "invoice.paid" })
    assert.include(contentOf(test.text), "The receiver answered 200")
    const changed = yield* browser.submit(`${place}/change`, { url: fields.url, events: ["invoice.expired"] })
    assert.strictEqual(changed.location, `/console/${place}?done=webhooks.update`, contentOf(changed.text))
    const shown = yield* browser.get(place)
    assert.include(shown.text, `<title>Webhook ${webhook?.id} ·`)
    const page = contentOf(shown.text)
    for (const each of ["Disabled", "invoice.expired"]) assert.include(page, each)
    const bad = yield* browser.submit(`${place}/change`, { url: "ftp://x", events: ["invoice.expired"] })
    assert.strictEqual(bad.status, 409, contentOf(bad.text))
    assert.include(bad.text, `value="ftp://x"`)
    const rotated = yield* browser.submit(`${place}/rotate`, { code: yield* code })
    assert.match(rotated.text, /whsec_/)
    const set = yield* browser.submit(at("/account-webhook/set"), {
      ...{ url: "https://shop.example/account", active: "yes", code: yield* code }
    })
    assert.match(set.text, /whsec_/, contentOf(set.text))
    const list = contentOf((yield* browser.get(at("/webhooks"))).text)
    for (const each of ["https://shop.example/hooks", "https://shop.example/account", "All", "2 in all"])
      assert.include(list, each)
    const sample = yield* browser.submit(at("/account-webhook/test"), { event: "wallet.created" })
    assert.include(contentOf(sample.text), "The receiver answered 200")
    const removed = yield* browser.submit(`${place}/remove`, {})
    assert.strictEqual(removed.location, `/console/${at("/webhooks")}?done=webhooks.remove`)
    for (const path of [place, `${place}/deliveries`, `${place}/rotate`])
      assert.strictEqual((yield* browser.get(path)).status, 404, path)
  })

  inWorld("get one test event of a double click, whose answer both are told", function* () {
    const { at, browser, operations, partnerId } = yield* developer
    const receiver = yield* Receiver
    const { id } = yield* operations.webhooks.create(partnerId, {
      ...{ url: "https://shop.example/hooks", events: ["invoice.paid"] }
    })
    const click = browser.post(at(`/webhooks/${id}/test`), { nonce: "form-0001", event: "invoice.paid" })
    const answers = [...(yield* Effect.all([click, click], { concurrency: 2 })), yield* click]
    for (const { text } of answers) assert.include(contentOf(text), "The receiver answered 200")
    assert.lengthOf(receiver.bodies, 1)
  })

  inWorld("tell what was sent and answered, and send one delivery again, once for a form", function* () {
    const { at, browser, operations, partnerId, receiver, webhookId } = yield* failedDeliveries(1)
    const log = yield* browser.get(at(`/webhooks/${webhookId}/deliveries?status=failed`))
    for (const each of ["invoice.created", "Failed", "500", "3 of 3"])
      assert.include(contentOf(log.text), each)
    assert.include(
      log.text,
      ">invoice.payment_unresolved</option>",
      "events have the names that programs know"
    )
    const { items } = yield* operations.webhooks.deliveries(partnerId, webhookId)
    const path = at(`/deliveries/${items[0]?.id}`)
    const page = yield* browser.get(path)
    assert.notInclude(page.text, evil)
    for (const each of ["Attempt 3: 500", "&lt;img src=x", "&quot;type&quot;: &quot;invoice.created&quot;"])
      assert.include(page.text.replaceAll("&#34;", "&quot;"), each)
    const form = yield* browser.get(`${path}/redeliver`)
    const [, seenAt = ""] = /name="seenAt" value="(\d+)"/.exec(form.text) ?? []
    const sent = { nonce: nonceIn(form.text), seenAt }
    assert.strictEqual((yield* browser.post(`${path}/redeliver`, sent)).status, 303)
    yield* operations.drain()
    yield* clickOver
    assert.strictEqual((yield* browser.post(`${path}/redeliver`, sent)).status, 303)
    yield* operations.drain()
    assert.lengthOf(receiver.bodies, 4)
    const viewer = yield* joined({ name: "Vera", partner: "shop", role: "viewer" })
    const seen = yield* viewer.browser.get(at(`/webhooks/${webhookId}/deliveries`))
    assert.notInclude(seen.text, "/deliveries/dlv_", "nothing leads where a viewer may not go")
    assert.strictEqual((yield* viewer.browser.get(path)).status, 403)
    assert.strictEqual((yield* viewer.browser.get(`${path}/redeliver`)).status, 403)
    const stranger = yield* joined({ name: "Stan", partner: "other" })
    const { id: other } = yield* operations.partners.ensure("other")
    assert.strictEqual((yield* stranger.browser.get(path)).status, 404)
    assert.strictEqual((yield* stranger.browser.get(`p/${other}/deliveries/${items[0]?.id}`)).status, 404)
  })

  inWorld("send everything again that failed, say how many, and do it once for a form", function* () {
    const { at, browser, operations, receiver, webhookId } = yield* failedDeliveries(30)
    const path = at(`/webhooks/${webhookId}/redeliver-failed`)
    const form = yield* browser.get(path)
    assert.include(contentOf(form.text), "Failed deliveries of this webhook: 30.")
    const [, seenAt = ""] = /name="seenAt" value="(\d+)"/.exec(form.text) ?? []
    const sent = { nonce: nonceIn(form.text), seenAt, from: "2026-11-27T00:00" }
    const wrong = yield* browser.post(path, { ...sent, from: "yesterday" })
    assert.include(contentOf(wrong.text), "must be a day and a time")
    const late = yield* browser.post(path, { ...sent, from: "2027-01-01T00:00" })
    assert.include(contentOf(late.text), "Nothing failed in this time")
    const done = yield* browser.post(path, sent)
    assert.include(contentOf(done.text), "Deliveries on their way again: 30.")
    yield* operations.drain()
    yield* clickOver
    const again = yield* browser.post(path, sent)
    assert.include(contentOf(again.text), "Nothing failed in this time")
    yield* operations.drain()
    assert.lengthOf(receiver.bodies, 4 * 30)
  })
})

describe("a developer", () => {
  inWorld("sees what was refused, with the way to what to do", function* () {
    const { at, browser, partnerId } = yield* developer
    assert.include(contentOf((yield* browser.get(at("/refused"))).text), "No request was refused")
    const refused = yield* RefusedRequests
    yield* refused.record(
      Array.from({ length: 30 }, (_, index) => ({
        ...{ partnerId, at: start - index, requestId: `request-${index}`, keyId: "key_1", method: "GET" },
        ...{ path: "/api/v2/crypto/payouts/{id}", status: 404, code: "not_found", millis: 1.4 }
      }))
    )
    const reader = joined({ name: "Doc", partner: "shop", role: "developer" })
    const served = yield* Effect.provideService(reader, ConsoleDeployment, quietDeployment)
    assert.include((yield* served.browser.get(at("/refused"))).text, `href="/docs/errors#not_found"`)
    const page = yield* browser.get(at("/refused"))
    assert.notInclude(page.text, "/docs/", "nothing leads to documents that are not served")
    for (const each of ["request-0", "request-24", "30 in all"]) assert.include(page.text, each)
    assert.notInclude(page.text, "request-25")
    assert.include((yield* browser.get(at("/refused?cursor=25"))).text, "request-29")
    assert.lengthOf((yield* browser.get(at("/refused.csv"))).text.trim().split("\r\n"), 31)
  })

  inWorld("makes things happen in a sandbox, once for each form, and of their own only", function* () {
    const { at, browser, operations, partnerId } = yield* developer
    const { amount: _, ...made } = yield* operations.invoices.create(partnerId, {
      ...{ amount: 100, currency: "USD" }
    } as never)
    const submitTwice = Effect.fnUntraced(function* (name: string, fields: { [name: string]: string }) {
      const form = yield* browser.get(at(`/sandbox/${name}`))
      const [, since = ""] = /name="since" value="(\d+)"/.exec(form.text) ?? []
      const sent = { nonce: nonceIn(form.text), since, ...fields }
      const first = yield* browser.post(at(`/sandbox/${name}`), sent)
      yield* clickOver
      const answers = [first, yield* browser.post(at(`/sandbox/${name}`), sent)]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [303, 303],
        contentOf(answers.map(({ text }) => text).join(""))
      )
    })
    yield* submitTwice("pay", { invoice: made.id })
    assert.strictEqual((yield* operations.invoices.get(partnerId, made.id)).status, "paid")
    assert.deepStrictEqual(yield* operations.bankPayments.unresolved(), [])
    yield* submitTwice("credit", { amount: "12.5" })
    assert.strictEqual((yield* operations.balances.get(partnerId)).available, 12.5)
    // The clock is ahead once the work that fell due has begun.
    const working = yield* Effect.forkChild(Effect.flatMap(Worker, (worker) => worker.run))
    yield* submitTwice("clock", { seconds: "2", unit: "3600" })
    yield* Fiber.interrupt(working)
    const later = yield* operations.invoices.create(partnerId, { amount: 1, currency: "USD" } as never)
    assert.isBelow(
      Math.abs(Date.parse(later.createdAt) - Date.parse(made.createdAt) - 2 * 3_600_000),
      300_000
    )
    const crypto = yield* operations.cryptoInvoices.create(partnerId, {
      ...{ amount: 10, network: "tron", externalId: "one" }
    } as never)
    yield* submitTwice("deposit", { address: crypto.address, amount: "10" })
    const { status } = yield* operations.cryptoInvoices.get(partnerId, crypto.id)
    assert.strictEqual(status, "paid")
    const unknown = yield* browser.submit(at("/sandbox/pay"), { invoice: `inv_${evil}` })
    assert.strictEqual(unknown.status, 400)
    assert.include(contentOf(unknown.text), "is none of yours")
    assert.notInclude(unknown.text, evil)
    const index = contentOf((yield* browser.get(at("/sandbox"))).text)
    for (const each of ["Pay an invoice", "Advance the clock", "Drop a transfer"]) assert.include(index, each)
    assert.notInclude(index, "Pay the invoice", "each is named once in its row")
  })
})
