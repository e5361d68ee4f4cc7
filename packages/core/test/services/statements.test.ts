import { assert, describe } from "@effect/vitest"
import { BankPayments, Invoices } from "@quittance/core"
import { Statements } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import {
  account,
  accountMoney,
  credit,
  figures,
  importEntries,
  importItems,
  issueTransfer,
  itemsOf,
  keyOf,
  listed,
  place,
  referenceTo,
  standings,
  transfers
} from "./bankStatements.ts"
import { testIn } from "./Deployment.ts"
import { booksAreRight, cancelFiat, drain, fiatMoney, readFiat, shop } from "./fiatInvoices.ts"

const test = testIn(transfers)

describe("a statement", () => {
  test("pays the invoice that an entry names, once, however often it is imported", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const entries = [credit({ reference: referenceTo(invoice) })]
    assert.deepStrictEqual(figures(yield* importEntries(entries)), [1, 1, 0, 0, 1, 0])
    assert.strictEqual((yield* readFiat(invoice))._tag, "paid")
    assert.deepStrictEqual(figures(yield* importEntries(entries)), [1, 0, 1, 0, 0, 0])
    assert.deepStrictEqual(yield* accountMoney, { clearing: 10_000n, deposits: -10_000n, unresolved: 0n })
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 10_000n, unresolved: 0n })
    const [entry] = yield* listed
    assert.deepInclude(entry, {
      ...{ account: "main", amount: 100, status: "matched", fault: null, invoiceId: invoice.id },
      ...{ reference: referenceTo(invoice), payerBank: "COBADEFF" }
    })
    yield* booksAreRight
  })

  test("finds the reference in a text that the bank broke into lines, and in no other spelling", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const reference = referenceTo(invoice)
    const wrong = `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`
    yield* importEntries([credit({ text: `invoice ${wrong}` })])
    assert.deepStrictEqual(yield* standings, ["unresolved: unknown_reference"])
    const broken = { texts: [`inv ${reference.slice(0, 6).toLowerCase()}`, reference.slice(6)] }
    yield* importEntries([credit({ fields: broken })])
    assert.strictEqual((yield* readFiat(invoice))._tag, "paid")
    yield* booksAreRight
  })

  test("says with a dry run what it would do, and records nothing", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const entries = [credit({ reference: referenceTo(invoice) }), credit(), credit({ amountMinor: 1n })]
    const wouldBe = yield* importEntries(entries, { dryRun: true })
    assert.deepStrictEqual(yield* listed, [])
    assert.deepStrictEqual(wouldBe, yield* importEntries(entries))
    assert.deepStrictEqual(figures(wouldBe), [3, 3, 0, 0, 1, 2])
  })

  test("is refused as a whole, or for an account that there is not", function* () {
    const statements = yield* Statements
    const items = Stream.concat(Stream.fromIterable(itemsOf([credit()])), Stream.fail("no end" as const))
    assert.strictEqual(yield* Effect.flip(statements.import(account.name, items)), "no end")
    assert.deepStrictEqual(yield* listed, [])
    const missing = yield* Effect.flip(statements.import(`not ${account.name}`, Stream.empty))
    assert.strictEqual(missing.message, "there is no bank account not main: the accounts are main")
  })

  test("credits nobody for debits, what is pending, nothing, and reversals of debits", function* () {
    yield* shop()
    const debit = { direction: "debit" } as const
    const report = yield* importItems([
      ...itemsOf([
        credit({ fields: debit }),
        credit({ fields: { status: "pending" } }),
        credit({ amountMinor: 0n }),
        credit({ fields: { isReversal: true } })
      ]),
      { _tag: "Skipped", place: place(9), reason: "no payment of the account" }
    ])
    assert.deepStrictEqual(figures(report), [5, 0, 0, 5, 0, 0])
    assert.deepStrictEqual(
      report.skippedReasons.map(({ line, reason }) => `${line} ${reason}`),
      [
        "1 a debit: only money that came in is recorded",
        "2 pending: only what is booked is recorded",
        "3 an entry of no amount",
        "4 a reversal of a debit: no payment of anybody",
        "9 no payment of the account"
      ]
    )
    assert.deepStrictEqual(yield* listed, [])
  })

  test("whose balances do not close is warned of, and what a payer may have written in it pays nothing", function* () {
    const partnerId = yield* shop()
    const paidBy = (written: object) =>
      Effect.map(issueTransfer(partnerId), (order) => ({
        ...credit({ reference: referenceTo(order) }),
        ...written
      }))
    const section = (line: number, closingMinor: bigint) => ({
      _tag: "Section" as const,
      section: {
        place: place(line),
        openingMinor: Option.some(0n),
        closingMinor: Option.some(closingMinor),
        movedMinor: 10_000n
      }
    })
    const mayBeText = true
    const debit = { ...(yield* paidBy({ mayBeText })), direction: "debit" as const }
    const report = yield* importItems([
      ...itemsOf([yield* paidBy({}), yield* paidBy({ mayBeText })]),
      section(1, 1n),
      ...itemsOf([yield* paidBy({ mayBeText })]),
      section(2, 10_000n),
      ...itemsOf([yield* paidBy({}), yield* paidBy({ mayBeText }), debit]),
      section(3, 10_000n)
    ])
    assert.deepStrictEqual(figures(report), [6, 5, 0, 1, 3, 2])
    const [open, text] = [
      "opening balance and entries do not give the closing balance",
      "entries that stand where a payer's text may be broken into lines pay nothing by themselves"
    ]
    assert.deepStrictEqual(report.warnings, [
      { line: 1, message: `${open}; ${text}` },
      { line: 3, message: text }
    ])
    const doubted = "unresolved: ambiguous"
    assert.deepStrictEqual((yield* standings).toSorted(), ["matched", "matched", "matched", doubted, doubted])
  })
})

describe("an entry that names an invoice which cannot take it", () => {
  test("is a bank payment that waits, and says so", function* () {
    const partnerId = yield* shop()
    const [wrong, cancelled, paid] = [
      yield* issueTransfer(partnerId),
      yield* issueTransfer(partnerId),
      yield* issueTransfer(partnerId)
    ]
    yield* cancelFiat(cancelled)
    const reference = referenceTo(paid)
    const report = yield* importEntries([
      credit({ reference: referenceTo(wrong), amountMinor: 9_999n }),
      credit({ reference: referenceTo(cancelled) }),
      credit({ reference }),
      credit({ reference })
    ])
    assert.deepStrictEqual(figures(report), [4, 4, 0, 0, 1, 3])
    assert.deepStrictEqual(yield* standings, [
      "matched",
      "unresolved: already_paid",
      "unresolved: cancelled",
      "unresolved: wrong_amount"
    ])
    assert.strictEqual((yield* readFiat(wrong))._tag, "pending")
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 10_000n, unresolved: 29_999n })
    const payments = yield* BankPayments
    assert.strictEqual((yield* payments.unresolved).length, 3)
    yield* booksAreRight
  })

  test("is nobody's if it is of another currency or account, names two, or came before the invoice", function* () {
    const partnerId = yield* shop()
    const invoices = [yield* issueTransfer(partnerId), yield* issueTransfer(partnerId)]
    const [one = "", other = ""] = invoices.map(referenceTo)
    yield* importEntries([
      credit({ fields: { structuredReferences: [one, other] } }),
      credit({ reference: one, bookedOn: "2025-12-31" }),
      credit({ reference: one, fields: { isBatch: true } })
    ])
    assert.deepStrictEqual(yield* standings, [
      "unresolved: ambiguous",
      "unresolved: unknown_reference",
      "unresolved: unknown_reference"
    ])
    assert.deepStrictEqual(yield* accountMoney, { clearing: 0n, deposits: -30_000n, unresolved: 30_000n })
    yield* booksAreRight
  })
})

const rouble = { ...account, name: "rouble", currency: "RUB" as const, account: "40702810000000000001" }
testIn({ settings: { banks: [account, rouble] } })(
  "a reference of an invoice in another currency pays nothing",
  function* () {
    const invoice = yield* issueTransfer(yield* shop(), { currency: "RUB" })
    yield* importEntries([credit({ reference: referenceTo(invoice) })])
    assert.deepStrictEqual(yield* standings, ["unresolved: wrong_currency"])
    yield* booksAreRight
  }
)

describe("the same payment in another file", () => {
  test("is one as the sum and as what the sum is made of, whichever comes first", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const sum = keyOf("bankReference", "sum")
    const partOf = Option.some(sum)
    const parts = [
      credit({ reference: referenceTo(invoice), fields: { partOf } }),
      credit({ amountMinor: 500n, fields: { partOf } })
    ]
    const batch = credit({ amountMinor: 10_500n, fields: { key: sum, isBatch: true } })
    yield* importEntries([batch])
    const [part, rest] = parts
    yield* importEntries(part === undefined ? [] : [part])
    yield* importEntries(rest === undefined ? [] : [rest])
    assert.deepStrictEqual(yield* standings, ["ignored", "matched", "unresolved: unknown_reference"])
    assert.deepStrictEqual(figures(yield* importEntries([batch])), [1, 0, 1, 0, 0, 0])
    assert.deepStrictEqual(yield* accountMoney, { clearing: 10_000n, deposits: -10_500n, unresolved: 500n })
    yield* booksAreRight
  })

  test("is the single entry of which it is the only payment, and the payments of a sum that comes later", function* () {
    yield* shop()
    const whole = keyOf("bankReference", "whole")
    const single = credit({ fields: { key: whole } })
    const payment = credit({ fields: { partOf: Option.some(whole) } })
    yield* importEntries([single])
    assert.deepStrictEqual(figures(yield* importEntries([payment])), [1, 0, 1, 0, 0, 0])
    const later = keyOf("bankReference", "later")
    yield* importEntries([
      credit({ fields: { partOf: Option.some(later) } }),
      credit({ fields: { key: later, isBatch: true } })
    ])
    assert.strictEqual((yield* listed).length, 2)
  })

  test("under another kind of key waits for a person, even in the same file", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const reference = referenceTo(invoice)
    yield* importEntries([credit({ reference }), credit({ reference, kind: "mt940Reference" })])
    yield* importEntries([credit({ text: reference, kind: "content" })])
    yield* importEntries([credit({ reference, kind: "content", bookedOn: "2026-01-02" })])
    assert.deepStrictEqual(yield* standings, [
      "matched",
      "unresolved: already_paid",
      "unresolved: possible_duplicate",
      "unresolved: possible_duplicate"
    ])
    yield* booksAreRight
  })
})

describe("what a person decides", () => {
  test("assigns an entry to an invoice with its amount, at any time", function* () {
    const partnerId = yield* shop()
    const statements = yield* Statements
    const [invoice, larger] = [
      yield* issueTransfer(partnerId),
      yield* issueTransfer(partnerId, { amount: 101 })
    ]
    yield* importEntries([credit({ payer: "Zhanna", bookedOn: "2027-01-01" })])
    const [entry] = yield* statements.unresolved
    const id = entry?.id ?? ""
    assert.deepStrictEqual(
      entry?.suggestions.map((each) => `${each.invoiceId} ${each.because}`),
      [`${invoice.id} amount`]
    )
    const refused = yield* Effect.flip(statements.assign(id, larger.id, "by phone"))
    assert.include(refused.message, "must be an invoice over 100 EUR")
    assert.include(
      (yield* Effect.flip(statements.assign(id, invoice.id, " "))).message,
      "reason must say why"
    )
    const assigned = yield* statements.assign(id, invoice.id, "by phone")
    assert.deepInclude(assigned, { status: "assigned", invoiceId: invoice.id, fault: null })
    assert.strictEqual((yield* readFiat(invoice))._tag, "paid")
    const again = yield* Effect.flip(statements.assign(id, invoice.id, "by phone"))
    assert.include(again.message, "the entry is assigned, so assign is not possible")
    assert.include((yield* Effect.flip(statements.ignore(id, "x"))).message, "the entry is assigned")
    yield* booksAreRight
  })

  test("sends back or ignores what nobody can be found for", function* () {
    const statements = yield* Statements
    yield* importEntries([credit(), credit()])
    const [one, other] = (yield* statements.unresolved).map(({ id }) => id)
    assert.strictEqual((yield* statements.returned(one ?? "", "not ours")).status, "returned")
    assert.strictEqual((yield* statements.ignore(other ?? "", "interest")).status, "ignored")
    assert.deepStrictEqual(yield* statements.unresolved, [])
    assert.deepStrictEqual(yield* accountMoney, { clearing: 0n, deposits: 0n, unresolved: 0n })
    yield* booksAreRight
  })

  test("sends back what an invoice could not take, by the entry or by its payment", function* () {
    const partnerId = yield* shop()
    const statements = yield* Statements
    const payments = yield* BankPayments
    const reference = referenceTo(yield* issueTransfer(partnerId))
    yield* importEntries([
      credit({ reference, amountMinor: 1n }),
      credit({ reference, amountMinor: 2n }),
      credit({ reference })
    ])
    const [one, other] = yield* statements.unresolved
    const held = yield* Effect.flip(statements.ignore(one?.id ?? "", "x"))
    assert.include(held.message, `the entry is held as bank payment ${one?.paymentId}`)
    assert.strictEqual((yield* statements.returned(one?.id ?? "", "too little")).status, "returned")
    yield* payments.markReturned(other?.paymentId ?? "", "too little")
    yield* drain
    assert.deepStrictEqual(yield* standings, ["matched", "returned: wrong_amount", "returned: wrong_amount"])
    const sentBack = (yield* listed).find(({ id }) => id === one?.id)
    assert.deepInclude(sentBack, {
      ...{
        invoiceId: one?.invoiceId ?? null,
        partnerId,
        paymentId: one?.paymentId ?? null,
        reason: "too little"
      }
    })
    assert.deepStrictEqual(yield* accountMoney, { clearing: 10_000n, deposits: -10_000n, unresolved: 0n })
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 10_000n, unresolved: 0n })
    yield* booksAreRight
  })

  test("is suggested the invoice whose reference is one edit away", function* () {
    const statements = yield* Statements
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId, { amount: 7 })
    const reference = referenceTo(invoice)
    const mistyped = [
      `${reference.slice(0, 6)}${(Number(reference[6]) + 1) % 10}${reference.slice(7)}`,
      `${reference.slice(0, 9)}${reference.slice(10)}`
    ]
    yield* importEntries(mistyped.map((text) => credit({ amountMinor: 700n, text: `for ${text}.` })))
    for (const { suggestions } of yield* statements.unresolved)
      assert.deepStrictEqual(suggestions, [
        { invoiceId: invoice.id, partnerId, reference, because: "reference" }
      ])
  })

  test("is suggested every invoice that it names, however close their references stand", function* () {
    const statements = yield* Statements
    const partnerId = yield* shop()
    const named = [yield* issueTransfer(partnerId), yield* issueTransfer(partnerId)]
    yield* importEntries([credit({ text: named.map(referenceTo).join(" ") })])
    const [entry] = yield* statements.unresolved
    assert.strictEqual(entry?.fault, "ambiguous")
    assert.sameMembers(
      entry?.suggestions.map((each) => `${each.invoiceId} ${each.because}`) ?? [],
      named.map(({ id }) => `${id} reference`)
    )
  })

  test("is suggested no invoice that it cannot be assigned to: of another amount, cancelled or paid", function* () {
    const statements = yield* Statements
    const partnerId = yield* shop()
    const [larger, cancelled, paid] = [
      yield* issueTransfer(partnerId, { amount: 101 }),
      yield* issueTransfer(partnerId),
      yield* issueTransfer(partnerId)
    ]
    yield* cancelFiat(cancelled)
    yield* importEntries([credit({ reference: referenceTo(paid) })])
    const mistyped = [larger, cancelled, paid].map((order) => `${referenceTo(order).slice(0, -1)} X`)
    yield* importEntries(mistyped.map((text) => credit({ text })))
    const waiting = yield* statements.unresolved
    assert.deepStrictEqual(
      waiting.map(({ suggestions }) => suggestions),
      [[], [], []]
    )
  })

  test("erases who paid an invoice with the invoice", function* () {
    const partnerId = yield* shop()
    const invoices = yield* Invoices
    const invoice = yield* issueTransfer(partnerId)
    yield* importEntries([credit({ text: referenceTo(invoice), payer: "Zhanna" })])
    assert.deepInclude((yield* listed)[0], { payer: "Zhanna", text: referenceTo(invoice) })
    yield* invoices.redact(partnerId, invoice.id)
    yield* drain
    assert.deepInclude((yield* listed)[0], { payer: null, text: null, status: "matched" })
    yield* booksAreRight
  })
})
