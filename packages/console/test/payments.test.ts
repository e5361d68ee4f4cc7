import { Operations } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { clickOver, contentOf, inWorld, joined, nonceIn } from "./ConsoleWorld.ts"

/** Invoices of both kinds, files of them and the search, as people see them. */

const owner = Effect.gen(function* () {
  const { browser } = yield* joined({ name: "Anna", partner: "shop" })
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure("shop")
  return { browser, operations, id, at: (path: string) => `p/${id}/${path}` }
})

/** Somebody else of the shop. */
const colleague = (role: "viewer" | "support" | "developer") =>
  Effect.map(joined({ name: role, partner: "shop", role }), ({ browser }) => browser)

const inSandbox = /<code class="address">([^<]*)<\/code>/

describe("a fiat invoice", () => {
  inWorld("is made once, however often its form is sent, and its page has the way to pay it", function* () {
    const { at, browser, id, operations } = yield* owner
    const list = yield* browser.get(at("invoices"))
    assert.include(list.text, ">EUR</option>", "currencies have the names that everybody knows")
    assert.include(contentOf(list.text), "There are no fiat invoices yet.")
    const form = yield* browser.get(at("invoices/new"))
    const cancelUrl = "https://shop.example/cart"
    const asked = { amount: "1250.5", currency: "KZT", expiresAt: "2026-12-03", cancelUrl }
    const fields = { nonce: nonceIn(form.text), ...asked }
    const made = yield* browser.post(at("invoices/new"), { ...fields, description: "<b>Order</b> 7" })
    yield* clickOver
    const again = yield* browser.post(at("invoices/new"), { ...fields, description: "<b>Order</b> 7" })
    assert.deepStrictEqual([made.status, again.status], [303, 303])
    assert.strictEqual(again.location, made.location)
    const { items } = yield* operations.invoices.list(id)
    assert.strictEqual(items.length, 1)
    const [invoice] = items
    assert.isDefined(invoice)
    // The end of the day that was chosen.
    assert.deepInclude(invoice, { amount: 1250.5, expiresAt: "2026-12-04T00:00:00.000Z" })
    const page = yield* browser.get(made.location)
    const content = contentOf(page.text)
    for (const told of [
      "The invoice was made.",
      "1,250.50",
      "&lt;b&gt;Order&lt;/b&gt; 7",
      "Created · Anna",
      cancelUrl
    ])
      assert.include(content, told)
    assert.include(page.text, `data-copy="${invoice.paymentUrl}"`)
    assert.include(page.text, "<svg")
    const csv = yield* browser.get(at("invoices.csv?currency=KZT"))
    assert.match(csv.text, new RegExp(`\r\n${invoice.id},pending,1250.50,KZT,`))
  })

  inWorld("tells what is wrong with what was typed, beside the field, and keeps it", function* () {
    const { at, browser, id, operations } = yield* owner
    const wrong = [
      { amount: "" },
      { amount: "12,50" },
      { amount: "1e400" },
      { amount: "<script>" },
      { redirectUrl: "javascript:alert(1)" },
      { cancelUrl: "javascript:alert(1)" },
      { description: "x".repeat(501) },
      { expiresAt: "soon" },
      { expiresAt: "2020-01-01" },
      { currency: "ABC" }
    ]
    for (const fault of wrong) {
      const fields = { amount: "10", currency: "USD", description: "Shoes", ...fault }
      const told = yield* browser.submit(at("invoices/new"), fields)
      assert.strictEqual(told.status, 400)
      const [name = ""] = Object.keys(fault)
      assert.include(told.text, `id="${name}-fault"`, JSON.stringify(fault))
      assert.notInclude(told.text, "<script>")
      if (name !== "description") assert.include(told.text, "Shoes")
    }
    assert.strictEqual((yield* operations.invoices.list(id)).total, 0)
  })

  inWorld("tells its whole story: payments, e-mail and webhooks, and who caused what", function* () {
    const { at, browser, id, operations } = yield* owner
    const hook = { url: "https://shop.example/hooks", events: ["invoice.created", "invoice.paid"] } as const
    yield* operations.webhooks.create(id, hook)
    const file = "amount,currency,email,externalId\n100,USD,jane@customer.example,order-1"
    const { batchId } = yield* operations.batches.import(id, { file, sendEmails: "send" })
    const [invoice] = (yield* operations.batches.invoices(id, batchId)).items
    assert.isDefined(invoice)
    yield* operations.drain()
    yield* operations.sandbox.pay(id, invoice.id, {})
    yield* operations.drain()
    const { text } = yield* browser.get(at(`invoices/${invoice.id}`))
    const content = contentOf(text)
    for (const told of [
      "jane@customer.example",
      "E-mail with the payment link sent",
      "Bank took the money",
      "Webhook invoice.created to shop.example",
      "Webhook invoice.paid to shop.example",
      "Reported by bank",
      `/batches/${batchId}`
    ])
      assert.include(told.startsWith("/") ? text : content, told)
    assert.match(text, /href="[^"]*\/deliveries\/dlv_[0-9a-f]{32}"/)
    assert.notInclude(content, "Cancel invoice")
    const seen = contentOf((yield* (yield* colleague("viewer")).get(at(`invoices/${invoice.id}`))).text)
    assert.notInclude(seen, "jane@customer.example")
    assert.notInclude(seen, "Erase personal data")
    assert.include(seen, "Webhook invoice.paid to shop.example")
  })

  inWorld(
    "is cancelled and erased on pages of their own, by those who may, and nobody else's is found",
    function* () {
      const { at, browser, id, operations } = yield* owner
      const { id: first } = yield* operations.invoices.create(id, {
        amount: 10,
        currency: "USD",
        description: "Shoes"
      })
      const support = yield* colleague("support")
      const page = yield* support.get(at(`invoices/${first}`))
      assert.include(contentOf(page.text), "Cancel invoice…")
      assert.notInclude(contentOf(page.text), "Erase")
      assert.strictEqual((yield* support.get(at(`invoices/${first}/redact`))).status, 403)
      const cancelled = yield* support.submit(at(`invoices/${first}/cancel`), {})
      assert.strictEqual(cancelled.location, `/console/p/${id}/invoices/${first}?done=invoices.cancel`)
      const late = yield* browser.submit(at(`invoices/${first}/cancel`), {})
      assert.deepStrictEqual([late.status, contentOf(late.text).includes("cancelled")], [409, true])
      yield* browser.submit(at(`invoices/${first}/redact`), {})
      const after = contentOf((yield* browser.get(at(`invoices/${first}`))).text)
      assert.notInclude(after, "Shoes")
      assert.include(after, "Cancelled · support")
      const other = yield* operations.partners.ensure("other")
      const { id: foreign } = yield* operations.invoices.create(other.id, { amount: 10, currency: "USD" })
      for (const path of [
        `invoices/${foreign}`,
        `invoices/${foreign}/cancel`,
        "invoices/inv_none",
        "batches/bat_none",
        "batches/bat_none.csv"
      ])
        assert.strictEqual((yield* browser.get(at(path))).status, 404, path)
      assert.strictEqual((yield* browser.get(`p/${other.id}/invoices`)).status, 404)
    }
  )
})

describe("a crypto invoice", () => {
  inWorld("is made once by its external id, and shows transfers with their confirmations", function* () {
    const { at, browser, id, operations } = yield* owner
    const form = yield* browser.get(at("crypto-invoices/new"))
    const externalId = /name="externalId"[^>]*value="([^"]*)"/.exec(form.text)?.[1] ?? ""
    const links = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    const fields = { nonce: nonceIn(form.text), amount: "100", network: "tron", externalId, ...links }
    const made = yield* browser.post(at("crypto-invoices/new"), fields)
    yield* clickOver
    assert.strictEqual((yield* browser.post(at("crypto-invoices/new"), fields)).location, made.location)
    const [invoice, ...more] = (yield* operations.cryptoInvoices.list(id)).items
    assert(invoice !== undefined && more.length === 0)
    const { address, network } = invoice
    yield* operations.sandbox.deposit(id, { address, network, amount: 40, confirmations: 3 })
    const page = yield* browser.get(at(`crypto-invoices/${invoice.id}`))
    const content = contentOf(page.text)
    for (const told of [
      ...Object.values(links),
      "100.000000 USDT",
      "Confirming",
      "3 of 20",
      "40.000000",
      "Transfer seen on the network"
    ])
      assert.include(content, told)
    assert.match(page.text, inSandbox)
    assert.notInclude(page.text, "tronscan.org")
    const list = contentOf((yield* browser.get(at("crypto-invoices?status=confirming"))).text)
    assert.include(list, externalId)
    const none = yield* browser.get(at("crypto-invoices?status=overpaid"))
    assert.include(contentOf(none.text), "Nothing matches this filter.")
  })
})

describe("a file of invoices", () => {
  const upload = (nonce: string, file: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ nonce, defaultCurrency: "USD", defaultRedirectUrl: "" }))
      form.set(name, value)
    form.set("file", new Blob([file], { type: "text/csv" }), "june.csv")
    return form
  }

  inWorld("is imported once, tells the fault of each line, and its rows are listed", function* () {
    const { at, browser, id, operations } = yield* owner
    const nonce = nonceIn((yield* browser.get(at("batches/new"))).text)
    const file = upload(nonce, "amount,externalId\n10,a\nten,b\n20,c\n")
    const partly = yield* browser.post(at("batches/new"), file)
    assert.strictEqual(partly.status, 200, partly.text)
    for (const told of ["2 rows became invoices, 1 did not", "amount must be"])
      assert.include(contentOf(partly.text), told)
    yield* clickOver
    const again = yield* browser.post(at("batches/new"), file)
    assert.include(contentOf(again.text), "2 rows became invoices, 1 did not")
    const [batch, ...more] = (yield* operations.batches.list(id)).items
    assert(batch !== undefined && more.length === 0)
    const page = yield* browser.get(at(`batches/${batch.batchId}`))
    // A total that counts invoices of other files, too, is not told.
    assert.notInclude(contentOf(page.text), "in all")
    const csv = yield* browser.get(at(`batches/${batch.batchId}.csv?status=pending`))
    assert.strictEqual(csv.text.trim().split("\r\n").length, 3)
    assert.include(contentOf((yield* browser.get(at("batches"))).text), "Completed")
  })

  inWorld("without a right line, or of another kind, says so and makes nothing", function* () {
    const { at, browser, id, operations } = yield* owner
    const nonce = nonceIn((yield* browser.get(at("batches/new"))).text)
    const refused = yield* browser.post(at("batches/new"), upload(nonce, "amount\nten\n-1\n"))
    assert.strictEqual(refused.status, 422)
    assert.include(contentOf(refused.text), "Row Column or external id Fault 1 amount")
    for (const file of ["", "PK\u0003\u0004", "amount;currency\n1;USD"]) {
      const told = yield* browser.post(at("batches/new"), upload(nonce, file))
      assert.strictEqual(told.status, 400, told.text)
      assert.include(told.text, "notice bad")
    }
    assert.strictEqual((yield* operations.batches.list(id)).total, 0)
    assert.strictEqual((yield* (yield* colleague("support")).get(at("batches/new"))).status, 403)
  })
})

describe("the search", () => {
  inWorld(
    "leads to the one record, lists several, and says what can be searched where there is none",
    function* () {
      const { at, browser, id, operations } = yield* owner
      const { id: invoice } = yield* operations.invoices.create(id, { amount: 10, currency: "USD" }, "key-1")
      const { id: crypto } = yield* operations.cryptoInvoices.create(id, {
        ...{ amount: 10, network: "tron", externalId: "key-1" }
      })
      const { id: wallet } = yield* operations.transit.wallets.create(id, { network: "tron", label: "Till" })
      const found = (q: string) => browser.get(at(`search?${new URLSearchParams({ q })}`))
      for (const [q, path] of [
        [` ${invoice} `, `invoices/${invoice}`],
        [crypto.toUpperCase(), `crypto-invoices/${crypto}`],
        [wallet, `wallets/${wallet}`]
      ] as const) {
        const { location, status } = yield* found(q)
        assert.deepStrictEqual([status, location], [303, `/console/p/${id}/${path}`])
        assert.strictEqual((yield* browser.get(location)).status, 200, path)
      }
      const both = yield* found("key-1")
      assert.strictEqual(both.status, 200)
      for (const each of [`invoices/${invoice}`, `crypto-invoices/${crypto}`]) assert.include(both.text, each)
      const none = yield* found("<i>nothing")
      assert.strictEqual(none.status, 404)
      assert.include(contentOf(none.text), "“&lt;i&gt;nothing”")
      assert.include(contentOf(none.text), "What can be searched")
      const [tabs = ""] = /<nav class="tabs".*?<\/nav>/s.exec(none.text) ?? []
      assert.include(tabs, "Wallets")
      assert.notInclude(tabs, "aria-current", "it is below no tab")
      assert.include(none.text, 'value="&lt;i&gt;nothing"')
      assert.strictEqual((yield* found("x".repeat(256))).status, 400)
      const hook = { url: "https://shop.example/hooks", events: ["invoice.created"] } as const
      const { id: webhook } = yield* operations.webhooks.create(id, hook)
      yield* operations.invoices.create(id, { amount: 10, currency: "USD" })
      yield* operations.drain()
      const [delivery] = (yield* operations.webhooks.deliveries(id, webhook)).items
      assert.isDefined(delivery)
      assert.strictEqual((yield* found(delivery.id)).location, `/console/p/${id}/deliveries/${delivery.id}`)
      assert.strictEqual((yield* found(`dlv_${"0".repeat(32)}`)).status, 404)
      assert.strictEqual((yield* (yield* colleague("developer")).get(at("search?q=x"))).status, 403)
    }
  )
})
