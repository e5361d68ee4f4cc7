import { Operations } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { clickOver, contentOf, inWorld, joined, nonceIn } from "./ConsoleWorld.ts"

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

describe("the console", () => {
  inWorld("shows an owner a list, makes a payout with a code once, and tells what was wrong", function* () {
    const { browser, code } = yield* joined({ name: "Anna <b>", partner: "shop" })
    const operations = yield* Operations
    const { id } = yield* operations.partners.ensure("shop")
    yield* operations.sandbox.credit(id, { amount: 1_000 })
    const home = yield* browser.get("/console")
    assert.strictEqual(home.location, `/console/p/${id}`)
    const list = yield* browser.get(`p/${id}/payouts`)
    assert.strictEqual(list.status, 200)
    assert.include(list.text, "Anna &lt;b&gt;")
    const form = yield* browser.get(`p/${id}/payouts/create`)
    const nonce = nonceIn(form.text)
    const fields = { nonce, amount: "25", network: "tron", address }
    const review = yield* browser.post(`p/${id}/payouts/create`, fields)
    assert.include(contentOf(review.text), address)
    const unproven = yield* browser.post(`p/${id}/payouts/create`, { ...fields, step: "done" })
    assert.strictEqual(unproven.status, 403, unproven.text)
    const proven = { ...fields, step: "done", code: yield* code }
    const done = yield* browser.post(`p/${id}/payouts/create`, proven)
    assert.strictEqual(done.status, 303, contentOf(done.text))
    assert.match(done.location, /\/payouts\/[\w-]+\?done=payouts\.create$/)
    const again = yield* browser.post(`p/${id}/payouts/create`, { ...fields, step: "done" })
    assert.strictEqual(again.status, 303, contentOf(again.text))
    const told = yield* browser.get(done.location)
    assert.include(contentOf(told.text), "The payout was created.")
    assert.match(contentOf(told.text), /25\.00/)
    const { items } = yield* operations.payouts.list(id)
    assert.strictEqual(items.length, 1)
    const csv = yield* browser.get(`p/${id}/payouts.csv`)
    assert.match(csv.text, /^Payout,Amount,Currency,Network,.*\r\n[^,]+,25.000000,USDT,Tron \(TRC-20\),/)
    const wrong = yield* browser.post(`p/${id}/payouts/create`, {
      ...fields,
      nonce: "other-nonce",
      amount: "x",
      step: "done",
      code: yield* code
    })
    assert.strictEqual(wrong.status, 400)
    assert.include(contentOf(wrong.text), "Amount")
    assert.strictEqual((yield* browser.get("p/prt_other/payouts")).status, 404)
    yield* Effect.void
  })

  inWorld(
    "marks the tab of the partner whose page an operator looks at, and not that of operators",
    function* () {
      const { id } = yield* Effect.flatMap(Operations, ({ partners }) => partners.ensure("shop"))
      const { browser } = yield* joined({ name: "Olga" })
      for (const [page, tab] of [
        [`p/${id}/people/roles`, `p/${id}/people/roles`],
        [`p/${id}/people/invite`, `p/${id}/people`],
        [`p/${id}/keys/create`, `p/${id}/keys`],
        [`p/${id}/account-webhook/set`, `p/${id}/webhooks`],
        ["operator/people/invite", "operator/people"]
      ] as const) {
        const { text } = yield* browser.get(page)
        const [, tabs = ""] = /<nav class="tabs"[^>]*>(.*?)<\/nav>/s.exec(text) ?? []
        const marked = [...tabs.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, to]) => to)
        assert.deepStrictEqual(marked, [`/console/${tab}`], page)
      }
    }
  )

  inWorld("gives the second of two equal forms what the first led to, and its cookie", function* () {
    const { browser, code, cookie } = yield* joined({ name: "Anna", partner: "shop" })
    const operations = yield* Operations
    const { id } = yield* operations.partners.ensure("shop")
    yield* operations.sandbox.credit(id, { amount: 1_000 })
    const fields = { nonce: "form-0001", amount: "25", network: "tron", address, step: "done" }
    const form = { ...fields, code: yield* code }
    const first = yield* browser.post(`p/${id}/payouts/create`, form)
    assert.strictEqual(first.status, 303, contentOf(first.text))
    // The browser sent it before it had the answer to the first.
    const second = yield* browser.post(`p/${id}/payouts/create`, form, { cookie })
    assert.deepStrictEqual([second.status, second.location], [303, first.location])
    assert.strictEqual(second.headers.get("set-cookie"), first.headers.get("set-cookie"))
    assert.strictEqual((yield* browser.get(second.location)).status, 200)
    yield* clickOver
    const late = yield* browser.post(`p/${id}/payouts/create`, form, { cookie })
    assert.strictEqual(late.status, 401)
    assert.include(contentOf(late.text), "If you sent it twice, see first whether it was done.")
  })

  inWorld("counts a wrong code once, however often its form is sent at once", function* () {
    const { browser, code } = yield* joined({ name: "Anna", partner: "shop" })
    const operations = yield* Operations
    const { id } = yield* operations.partners.ensure("shop")
    yield* operations.sandbox.credit(id, { amount: 1_000 })
    const sent = (nonce: string, shown: string) =>
      browser.post(`p/${id}/payouts/create`, {
        ...{ nonce, code: shown, amount: "25", network: "tron", address, step: "done" }
      })
    for (let each = 0; each < 8; each++) {
      const click = sent(`form-000${each}`, "000000")
      const answers = [...(yield* Effect.all([click, click], { concurrency: 2 })), yield* click]
      for (const { status } of answers) assert.strictEqual(status, 400)
    }
    assert.strictEqual((yield* sent("form-0009", yield* code)).status, 303)
  })

  inWorld("keeps who proved an act signed in, also where the act then finds nothing", function* () {
    const { browser, code } = yield* joined({ name: "Olga" })
    const missing = yield* browser.post("operator/partners/prt_none/adjust", {
      ...{ nonce: "form-0001", direction: "credit", amount: "1", reason: "a gift", step: "done" },
      code: yield* code
    })
    assert.strictEqual(missing.status, 404, contentOf(missing.text))
    assert.isNotNull(missing.headers.get("set-cookie"))
    assert.strictEqual((yield* browser.get("operator/partners")).status, 200)
  })

  inWorld("does nothing for a form without a name, or with two", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const operations = yield* Operations
    const { id } = yield* operations.partners.ensure("shop")
    const file = new FormData()
    file.append("nonce", new Blob(["of a file"]))
    for (const named of [
      {},
      { nonce: "" },
      { nonce: "short" },
      { nonce: ["one-nonce", "two-nonces"] },
      file
    ]) {
      const fields = named instanceof FormData ? named : { ...named, amount: "5000", currency: "KZT" }
      const refused = yield* browser.post(`p/${id}/invoices/new`, fields)
      assert.strictEqual(refused.status, 400, contentOf(refused.text))
      assert.include(contentOf(refused.text), "Nonce must have 8 to 100 visible characters")
    }
    assert.strictEqual((yield* operations.invoices.list(id)).items.length, 0)
  })

  inWorld("reads no form with more fields than any has, whoever sends it", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const file = new FormData()
    const names = Array.from({ length: 1_001 }, (_, at) => at.toString(36))
    for (const name of names) file.append(name, "")
    const fields = Object.fromEntries(names.map((name) => [name, ""]))
    for (const many of [file, fields]) {
      const refused = yield* browser.post("sign-in", many)
      assert.strictEqual(refused.status, 413)
      assert.include(contentOf(refused.text), "must have at most 1000 fields")
    }
  })
})
