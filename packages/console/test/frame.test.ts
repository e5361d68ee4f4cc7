import { Operations } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { contentOf, inWorld, joined, nonceIn } from "./ConsoleWorld.ts"

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
