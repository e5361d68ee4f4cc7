import { Operations } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { contentOf, inWorld, joined, Time } from "./ConsoleWorld.ts"

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** A shop in Almaty with a credit, a correction and a payout, all on 2026-11-27. */
const shopWithMoney = Effect.gen(function* () {
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure("shop")
  yield* operations.partners.setTerms("shop", { timeZone: "Asia/Almaty" })
  yield* operations.sandbox.credit(id, { amount: 1_000 })
  yield* operations.balances.adjust(id, { amount: -10.5, reason: "<b>fee</b>" })
  const payout = yield* operations.payouts.create(id, "one", { amount: 25, network: "tron", address })
  return { id, payoutId: payout.id, operations }
})

const november = "?from=2026-11-01&to=2026-11-30"

describe("the balance", () => {
  inWorld("closes the file of a statement by the clock of the sandbox, as its page does", function* () {
    const { id } = yield* shopWithMoney
    yield* (yield* Time).pass("1 hour")
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const { text } = yield* browser.get(`p/${id}/balance/statement.csv?from=2026-11-27&to=2026-12-31`)
    assert.match(text, /\r\n2026-11-27T18:\d\d:\d\d\+05:00,closing,/)
  })

  inWorld("shows the figures of each currency, and every entry with what was left after it", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop", role: "viewer" })
    const { id, payoutId } = yield* shopWithMoney
    const page = yield* browser.get(`p/${id}/balance`)
    assert.strictEqual(page.status, 200, contentOf(page.text))
    const content = contentOf(page.text)
    assert.match(content, /USDT 962\.500000 27\.000000 0\.000000 27\.000000 989\.500000/)
    assert.match(content, /17:00:\d\d \+05:00 Payout with its fee/)
    assert.match(content, /−27\.000000 962\.500000 USDT/)
    assert.include(page.text, `/payouts/${payoutId}`)
    const csv = yield* browser.get(`p/${id}/balance.csv?kind=payout.reserved`)
    assert.match(
      csv.text,
      /T17:\d\d:\d\d\+05:00,payout\.reserved,[^,]+,[^,]+,-27\.000000,962\.500000,USDT\r\n$/
    )
    const wrong = yield* browser.get(`p/${id}/balance?from=yesterday`)
    assert.strictEqual(wrong.status, 400)
    assert.include(contentOf(wrong.text), "From must be a day such as 2026-11-27.")
  })

  inWorld("prints a statement of some days that adds up, and gives the same as a file", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const { id } = yield* shopWithMoney
    const asked = yield* browser.get(`p/${id}/balance/statement`)
    assert.include(contentOf(asked.text), "This month")
    assert.include(asked.text, november.replace("&", "&amp;"))
    const page = yield* browser.get(`p/${id}/balance/statement${november}`)
    const content = contentOf(page.text)
    assert.match(content, /Opening balance – – 0\.000000 USDT/)
    assert.match(content, /Closing balance – 962\.500000 962\.500000 USDT/)
    assert.match(content, /Correction 2 989\.500000 USDT/)
    const { text } = yield* browser.get(`p/${id}/balance/statement.csv${november}`)
    const [header, ...lines] = text.trimEnd().split("\r\n")
    assert.strictEqual(header, "When,Row,What,Of,Entry,Entries,Change,Available after,Currency")
    assert.deepStrictEqual(
      lines.map((line) => line.split(",").slice(1, 2).concat(line.split(",").slice(6)).join(" ")),
      [
        "opening  0.000000 USDT",
        "entry 1000.000000 1000.000000 USDT",
        "entry -10.500000 989.500000 USDT",
        "entry -27.000000 962.500000 USDT",
        "total -27.000000  USDT",
        "total 989.500000  USDT",
        "closing 962.500000 962.500000 USDT"
      ]
    )
    const before = yield* browser.get(`p/${id}/balance/statement?from=2026-01-01&to=2026-01-31`)
    assert.match(contentOf(before.text), /Closing balance – 0\.000000 0\.000000 USDT/)
    for (const [query, says] of [
      ["?from=2026-11-30&to=2026-11-01", "From must be before to"],
      ["?from=<b>", "From must be a day such as"]
    ] as const) {
      const refused = yield* browser.get(`p/${id}/balance/statement${query}`)
      assert.strictEqual(refused.status, 400)
      assert.include(contentOf(refused.text), says)
    }
  })

  inWorld("leads to a file where the entries are too many for a page, and is nobody else's", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const support = yield* joined({ name: "Sam", partner: "shop", role: "support" })
    const { id, operations } = yield* shopWithMoney
    for (let index = 0; index < 500; index++) yield* operations.sandbox.credit(id, { amount: 1 })
    const page = yield* browser.get(`p/${id}/balance/statement${november}`)
    assert.include(contentOf(page.text), "more than 500 entries")
    const { text } = yield* browser.get(`p/${id}/balance/statement.csv${november}`)
    assert.strictEqual(text.trimEnd().split("\r\n").length, 1 + 1 + 503 + 2 + 1)
    const other = yield* operations.partners.ensure("other")
    for (const path of ["balance", "balance/statement", "balance/statement.csv", "analytics"]) {
      assert.strictEqual((yield* browser.get(`p/${other.id}/${path}`)).status, 404)
      assert.strictEqual((yield* support.browser.get(`p/${id}/${path}`)).status, 403)
    }
  })
})

describe("analytics", () => {
  inWorld("tell of invoices by currency, period and bank, and never add currencies up", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop", role: "viewer" })
    const { id, operations } = yield* shopWithMoney
    const none = yield* browser.get(`p/${id}/analytics`)
    assert.include(contentOf(none.text), "Nothing was created in this range.")
    for (const [amount, currency] of [
      [10, "EUR"],
      [20.5, "EUR"],
      [700, "KZT"]
    ] as const) {
      const invoice = yield* operations.invoices.create(id, { amount, currency })
      if (amount !== 10) yield* operations.sandbox.pay(id, invoice.id, {})
    }
    const days = "from=2026-11-01&to=2026-11-27"
    const content = contentOf((yield* browser.get(`p/${id}/analytics?${days}`)).text)
    assert.match(content, /By currency .*EUR 2 1 50\.00 % 20\.50 KZT 1 1 100\.00 % 700\.00/)
    assert.match(content, /By bank .* 1 20\.50 EUR/)
    assert.match(content, /2026-11-27 2 1 50\.00 % 20\.50 EUR/)
    const tenge = yield* browser.get(`p/${id}/analytics?currency=KZT&groupBy=month&${days}`)
    assert.match(contentOf(tenge.text), /2026-11 1 1 100\.00 % 700\.00 KZT/)
    assert.match(tenge.text, /<svg role="img" aria-labelledby="volume-title volume-desc"/)
    const csv = yield* browser.get(`p/${id}/analytics.csv?currency=KZT&${days}`)
    assert.match(csv.text, /2026-11-27,1,1,100,700\.00,KZT\r\n$/)
    for (const query of ["?currency=XYZ", "?groupBy=year", "?from=x", "?groupBy=%3Cscript%3E"])
      assert.strictEqual((yield* browser.get(`p/${id}/analytics${query}`)).status, 400, query)
  })

  inWorld("tell of crypto invoices and payouts by network", function* () {
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const { id, operations } = yield* shopWithMoney
    const made = yield* operations.cryptoInvoices.create(id, { amount: 50, network: "tron", externalId: "a" })
    yield* operations.sandbox.deposit(id, { address: made.address, network: "tron", amount: 50 })
    yield* operations.drain()
    const payouts = contentOf((yield* browser.get(`p/${id}/analytics/payouts`)).text)
    assert.match(payouts, /By network .*Tron 1 [01] /)
    const invoices = contentOf((yield* browser.get(`p/${id}/analytics/crypto-invoices?groupBy=week`)).text)
    assert.match(invoices, /By network .*Tron 1 /)
    assert.match(invoices, /2026-11-23 1 /)
  })
})
