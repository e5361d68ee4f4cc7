import { Operations } from "@quittance/core"
import { spacedReference } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { contentOf, inWorld, inWorldWith, joined, nonceIn } from "./ConsoleWorld.ts"
import { transferSettings, transfers } from "./transfers.ts"

/** What came in on the operator's own accounts, as operators see it. */

const inBank = inWorldWith(transfers, undefined, transferSettings)

/** An operator, and a shop whose invoices are paid by transfer. */
const desk = Effect.gen(function* () {
  const { browser, code } = yield* joined({ name: "Olga" })
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure("shop <i>")
  const invoiceOver = (amount: number) =>
    Effect.map(operations.invoices.create(id, { amount, currency: "EUR" }), (made) => ({
      ...{ id: made.id, path: `/console/p/${id}/invoices/${made.id}` },
      reference: made.reference ?? ""
    }))
  const contentAt = (path: string) =>
    Effect.map(browser.get(`operator/${path}`), ({ text }) => contentOf(text))
  const imported = (...lines: ReadonlyArray<string>) =>
    operations.statements.import({ account: "main", file: Buffer.from(lines.join("\n")) })
  return { browser, code, operations, id, invoiceOver, contentAt, imported }
})

const upload = (fields: { readonly [name: string]: string }, file: Uint8Array<ArrayBuffer> | string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ account: "main", ...fields })) form.set(name, value)
  form.set("file", typeof file === "string" ? file : new Blob([file]))
  return form
}

const bytes = (...lines: ReadonlyArray<string>) => Uint8Array.from(Buffer.from(lines.join("\n")))

const importing = "operator/statements/import"

describe("a bank statement in the console", () => {
  inBank("is checked first, and then imported once with a proof as it was checked", function* () {
    const { browser, code, contentAt, invoiceOver, operations } = yield* desk
    const invoice = yield* invoiceOver(12.5)
    assert.include(yield* contentAt("statements"), "No money came in yet")
    const nonce = nonceIn((yield* browser.get(importing)).text)
    const file = bytes(`1250 ${invoice.reference}`, "700 interest", "-900 rent", "-1 fee")
    const checked = yield* browser.post(importing, upload({ nonce }, file))
    assert.strictEqual(checked.status, 200)
    const figures = [
      ...["Account main", "Entries 4", "New 2", "New, paid an invoice 1", "New, wait for a person 1"],
      ...["Known already 0", "Skipped 2", "2 3, 4"]
    ]
    for (const told of ["Nothing is booked yet", ...figures]) assert.include(contentOf(checked.text), told)
    assert.isEmpty((yield* operations.statements.list()).items)

    const kept = /name="file" value="([^"]*)"/.exec(checked.text)?.[1] ?? ""
    assert.strictEqual((yield* browser.post(importing, upload({ nonce, step: "done" }, kept))).status, 403)
    const done = upload({ nonce, step: "done", code: yield* code }, kept)
    const told = contentOf((yield* browser.post(importing, done)).text)
    for (const each of ["The statement was imported.", ...figures]) assert.include(told, each)
    const again = yield* browser.post(importing, upload({ nonce: "another-form" }, file))
    assert.include(contentOf(again.text), "Known already 2")
    for (const told of [/ 12\.50 .* Paid an invoice/, / 7\.00 .* Unresolved Unknown reference/])
      assert.match(yield* contentAt("statements"), told)
    const { text } = yield* browser.get("operator/statements.csv?account=main&status=unresolved")
    assert.match(text, /\r\n2026-11-27,main,7\.00,EUR,.*,unresolved,unknown_reference,,interest,/)
    assert.include(yield* contentAt("statements?account=almaty"), "Nothing matches")
  })

  inBank(
    "that is refused or too large books nothing, and its form says where and what instead",
    function* () {
      const { browser, operations } = yield* desk
      const check = (file: Uint8Array<ArrayBuffer>) =>
        browser.post(importing, upload({ nonce: `form-of-${file.length}` }, file))
      const refused = yield* check(bytes("100 fine", "<b>"))
      assert.strictEqual(refused.status, 400)
      assert.include(
        refused.text,
        "File is refused at line 2: &lt;b&gt; is no payment. Nothing of it was booked"
      )
      assert.match(refused.text, /<option value="main" selected>main: EUR DE89370400440532013000</)
      const large = yield* check(new Uint8Array(3 * 1024 * 1024 + 1))
      assert.strictEqual(large.status, 400)
      assert.include(
        contentOf(large.text),
        "larger than 3 MB: import it on the server with quittance statements import"
      )
      const largest = yield* browser.post(importing, upload({ nonce: "largest-form" }, ""), {
        "content-length": String(6 * 1024 * 1024)
      })
      assert.strictEqual(largest.status, 413)
      assert.include(contentOf(largest.text), "A file must have at most 5 MB.")
      assert.isEmpty((yield* operations.statements.list()).items)
    }
  )

  inWorld("is of no account where none is configured, which its page says", function* () {
    const { contentAt } = yield* desk
    assert.include(yield* contentAt("statements"), "No bank account is configured.")
  })
})

describe("an entry of a statement", () => {
  inBank("says why it pays no invoice, and is assigned to one that it may be for", function* () {
    const { browser, code, contentAt, imported, invoiceOver, operations } = yield* desk
    const meant = yield* invoiceOver(30)
    const other = yield* invoiceOver(40)
    yield* imported("3000 for my <i>shoes</i>")
    const [entry] = (yield* operations.statements.list()).items
    const page = `statements/${entry?.id}`
    const { text } = yield* browser.get(`operator/${page}`)
    for (const told of [meant.path, `${page}/assign?invoice=${meant.id}`, "for my &lt;i&gt;shoes&lt;/i&gt;"])
      assert.include(text, told)
    for (const told of [
      "It names no invoice that it could pay",
      "It waits for this amount",
      "shop &lt;i&gt;"
    ])
      assert.include(contentOf(text), told)

    const assign = `operator/${page}/assign`
    assert.match(
      (yield* browser.get(`${assign}?invoice=${meant.id}`)).text,
      new RegExp(`value="${meant.id}"`)
    )
    for (const [invoiceId, told] of [
      ["inv_none", "Invoice is of no invoice"],
      [other.id, "Invoice must be an invoice over 30 EUR"]
    ] as const) {
      const wrong = yield* browser.submit(assign, { invoiceId, reason: "called", code: yield* code })
      assert.strictEqual(wrong.status, 400)
      assert.include(contentOf(wrong.text), told)
    }
    assert.strictEqual((yield* browser.submit(assign, { invoiceId: meant.id, reason: "called" })).status, 403)
    const fields = { invoiceId: meant.id, reason: "she <b>called</b>", code: yield* code }
    const done = yield* browser.submit(assign, fields)
    assert.strictEqual(done.location, `/console/operator/${page}?done=statements.assign`)
    const after = yield* contentAt(page)
    for (const told of ["Assigned", "she &lt;b&gt;called&lt;/b&gt;", "Its invoice"])
      assert.include(after, told)
    assert.notInclude(after, "Ignore")
    const late = yield* browser.submit(`operator/${page}/ignore`, { reason: "interest" })
    assert.strictEqual(late.status, 409)
    assert.include(contentOf(late.text), "assigned")
    assert.include(contentOf((yield* browser.get(meant.path)).text), "From a bank statement")
  })

  inBank("whose invoice cannot take it says what is missing, waits once, and is returned", function* () {
    const { browser, contentAt, id, imported, invoiceOver, operations } = yield* desk
    const [less, more] = [yield* invoiceOver(30), yield* invoiceOver(40)]
    yield* imported(`2950 ${less.reference}`, `4100 ${more.reference}`, "500 interest")
    const list = yield* browser.get("operator/bank-payments")
    assert.include(contentOf(list.text), "3 in all")
    const all = yield* operations.statements.unresolved()
    const pageOver = (amount: number) =>
      `statements/${all.entries.find((each) => each.amount === amount)?.id}`
    const [short, long, interest] = [pageOver(29.5), pageOver(41), pageOver(5)]
    const attention = yield* browser.get("operator/attention")
    for (const told of [
      /2 payments came in by bank .* shop &lt;i&gt;/,
      /Money came in by bank .* The deployment/
    ])
      assert.match(contentOf(attention.text), told)
    assert.include(attention.text, 'href="/console/operator/bank-payments"')

    const told = [yield* contentAt(short), yield* contentAt(long)].join(" ")
    for (const each of [
      "0.50 EUR is missing.",
      "1.00 EUR is too much.",
      "kept as a bank payment of its invoice"
    ])
      assert.include(told, each)
    assert.notInclude(told, "Ignore")
    assert.notInclude(told, "Assign")
    for (const [page, act] of [
      [short, "return"],
      [long, "return"],
      [interest, "ignore"]
    ] as const) {
      const { location } = yield* browser.submit(`operator/${page}/${act}`, { reason: "sent back" })
      assert.strictEqual(location, `/console/operator/${page}?done=statements.${act}`)
    }
    assert.include(contentOf((yield* browser.get(less.path)).text), "Returned")
    assert.include(yield* contentAt("bank-payments"), "belongs to an invoice")
    assert.include(yield* contentAt("attention"), "Nothing needs you")
    const { browser: owner } = yield* joined({ name: "Anna", partner: "shop <i>" })
    assert.strictEqual((yield* owner.get(`operator/${short}`)).status, 404)
    assert.notInclude((yield* owner.get(less.path)).text, `/${short}`)
    assert.strictEqual(
      (yield* owner.get(`p/${id}/search?q=${encodeURIComponent(spacedReference(less.reference))}`)).location,
      less.path
    )
  })

  inBank(
    "that came too late is assigned to its invoice, and to no other; what was returned keeps it",
    function* () {
      const { browser, code, contentAt, imported, invoiceOver, operations } = yield* desk
      const [late, back] = [yield* invoiceOver(30), yield* invoiceOver(40)]
      yield* imported(`~3000 ${late.reference}`, `~4000 ${back.reference}`)
      const { items: all } = yield* operations.statements.list()
      const [page, other] = [30, 40].map(
        (over) => `statements/${all.find(({ amount }) => amount === over)?.id}`
      )
      const { text } = yield* browser.get(`operator/${page}`)
      assert.include(text, `${page}/assign?invoice=${late.id}`)
      assert.include(contentOf(text), "It can pay that invoice all the same")
      assert.notInclude(contentOf(text), "Ignore")
      const submitted = (invoiceId: string) =>
        Effect.flatMap(code, (code) =>
          browser.submit(`operator/${page}/assign`, { invoiceId, reason: "in stock", code })
        )
      assert.include(contentOf((yield* submitted(back.id)).text), `or assign it to ${late.id}`)
      assert.strictEqual(
        (yield* submitted(late.id)).location,
        `/console/operator/${page}?done=statements.assign`
      )
      assert.include(yield* contentAt(page ?? ""), "Assigned")
      yield* browser.submit(`operator/${other}/return`, { reason: "sent back" })
      for (const told of ["Returned", "Its invoice", "expired for too long"])
        assert.include(yield* contentAt(other ?? ""), told)
    }
  )

  inBank("that the bank took back leaves its invoice paid, and both say so", function* () {
    const { browser, contentAt, imported, invoiceOver, operations } = yield* desk
    const invoice = yield* invoiceOver(30)
    yield* imported(`3000 ${invoice.reference}`)
    yield* imported(`!3000 ${invoice.reference}`)
    yield* operations.drain()
    const [entry] = (yield* operations.statements.list()).items
    assert.include(yield* contentAt(`statements/${entry?.id}`), "The bank took the money back.")
    const page = contentOf((yield* browser.get(invoice.path)).text)
    for (const told of ["Taken back by the bank Yes", "Taken back", spacedReference(invoice.reference)])
      assert.include(page, told)
  })
})
