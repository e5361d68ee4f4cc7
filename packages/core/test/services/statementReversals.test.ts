import { assert, describe } from "@effect/vitest"
import { Statements } from "@quittance/core/adapter"
import { Effect } from "effect"
import {
  accountMoney,
  credit,
  figures,
  importEntries,
  issueTransfer,
  onItsWay,
  referenceTo,
  reversal,
  standings,
  transfers
} from "./bankStatements.ts"
import { Seen, testIn } from "./Deployment.ts"
import { booksAreRight, fiatMoney, readFiat, shop } from "./fiatInvoices.ts"

const test = testIn(transfers)

describe("a reversal of the bank", () => {
  test("takes money that paid an invoice back from the partner, once, and the invoice stays paid", function* () {
    const partnerId = yield* shop()
    const invoice = yield* issueTransfer(partnerId)
    const reference = referenceTo(invoice)
    yield* importEntries([credit({ reference })])
    const back = [reversal({ reference })]
    const report = yield* importEntries(back)
    assert.deepStrictEqual(figures(report), [1, 0, 0, 1, 0, 0])
    assert.match(report.skippedReasons[0]?.reason ?? "", /^a reversal: it takes back entry ste_\w{32}$/)
    assert.deepStrictEqual(yield* standings, ["matched: reversed"])
    yield* importEntries(back)
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 0n, unresolved: 0n })
    assert.deepStrictEqual(yield* accountMoney, { clearing: 0n, deposits: 0n, unresolved: 0n })
    assert.strictEqual((yield* readFiat(invoice))._tag, "paid")
    yield* booksAreRight
  })

  test("takes back the newest entry of before with its amount and reference, each another", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    yield* importEntries([
      credit({ reference }),
      credit({ reference, bookedOn: "2026-01-02" }),
      credit({ reference, bookedOn: "2026-01-03" }),
      reversal({ reference })
    ])
    // The second was held, so it is sent back.
    assert.deepStrictEqual(yield* standings, ["matched", "returned: reversed", "unresolved: already_paid"])
    yield* importEntries([reversal({ reference })])
    assert.deepStrictEqual(yield* standings, [
      "matched: reversed",
      "returned: reversed",
      "unresolved: already_paid"
    ])
    assert.strictEqual(yield* onItsWay(partnerId), 0n)
    yield* booksAreRight
  })

  test("takes back what waited for a person, by the payer", function* () {
    const statements = yield* Statements
    yield* importEntries([credit({ payer: "Zhanna" }), credit({ payer: "Ivan" })])
    yield* importEntries([reversal({ payer: "ZHANNA" })])
    assert.deepStrictEqual(yield* standings, ["returned: reversed", "unresolved: unknown_reference"])
    assert.deepStrictEqual(
      (yield* statements.unresolved).map(({ payer }) => payer),
      ["Ivan"]
    )
    yield* booksAreRight
  })

  test("of no known entry takes nothing, and tells operators", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    yield* importEntries([credit({ reference, bookedOn: "2026-01-03" })])
    const report = yield* importEntries([reversal({ reference }), reversal({ reference, amountMinor: 1n })])
    assert.deepStrictEqual(
      report.skippedReasons.map(({ reason }) => reason),
      ["a reversal of no known entry", "a reversal of no known entry"]
    )
    const { errors } = yield* Seen
    assert.strictEqual(errors.filter((error) => error.startsWith("the bank took back EUR")).length, 2)
    assert.deepStrictEqual(yield* standings, ["matched"])
  })

  test("imported before the file with its entry: that pays nothing, and is taken back when the file comes again", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    const back = [reversal({ reference, bookedOn: "2026-01-02" })]
    yield* importEntries(back)
    yield* importEntries(back)
    const { errors } = yield* Seen
    assert.strictEqual(errors.filter((error) => error.startsWith("the bank took back EUR")).length, 1)
    yield* importEntries([credit({ reference, bookedOn: "2026-01-01" })])
    assert.deepStrictEqual(yield* standings, ["unresolved: reversed"])
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 0n, unresolved: 0n })
    yield* importEntries(back)
    assert.deepStrictEqual(yield* standings, ["returned: reversed"])
    // Of a later day it is another payment.
    yield* importEntries([credit({ reference, bookedOn: "2026-01-03" })])
    assert.deepStrictEqual(yield* standings, ["matched", "returned: reversed"])
    yield* booksAreRight
  })

  test("imported by two at once takes back one entry", function* () {
    const partnerId = yield* shop()
    yield* importEntries([credit({ payer: "Zhanna" }), credit({ payer: "Zhanna" })])
    const back = [reversal({ payer: "Zhanna" })]
    yield* Effect.all([importEntries(back), importEntries(back)], { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* standings, ["returned: reversed", "unresolved: unknown_reference"])
    assert.strictEqual(yield* onItsWay(partnerId), 0n)
    yield* booksAreRight
  })

  test("that stands before its entry, as in files with the newest first, takes it back", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    const report = yield* importEntries([reversal({ reference }), credit({ reference })])
    assert.deepStrictEqual(figures(report), [2, 1, 0, 1, 1, 0])
    assert.deepStrictEqual(yield* standings, ["matched: reversed"])
    assert.deepStrictEqual(
      (yield* Seen).errors.filter((error) => error.includes("no entry is known")),
      []
    )
    yield* booksAreRight
  })

  test("takes nothing when it comes again under another kind of key, and tells operators", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    yield* importEntries([credit({ reference }), credit({ reference })])
    yield* importEntries([reversal({ reference })])
    const again = yield* importEntries([reversal({ reference, kind: "mt940Reference" })])
    assert.strictEqual(
      again.skippedReasons[0]?.reason,
      "a reversal that may be known from another kind of file"
    )
    assert.deepStrictEqual(yield* standings, ["matched", "returned: reversed"])
    assert.lengthOf(
      (yield* Seen).errors.filter((error) => error.includes("another kind of file")),
      1
    )
    // Two of one kind are two.
    yield* importEntries([reversal({ reference })])
    assert.deepStrictEqual(yield* standings, ["matched: reversed", "returned: reversed"])
    yield* booksAreRight
  })

  test("imported at once under two kinds of key takes back one entry", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    yield* importEntries([credit({ reference }), credit({ reference })])
    const back = (["bankReference", "mt940Reference"] as const).map((kind) => [reversal({ reference, kind })])
    yield* Effect.forEach(back, (entries) => importEntries(entries), { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* standings, ["matched", "returned: reversed"])
    yield* booksAreRight
  })

  test("finds its entry behind many later ones of the same payer and amount", function* () {
    const later = Array.from({ length: 60 }, () => credit({ payer: "Zhanna", bookedOn: "2026-01-03" }))
    yield* importEntries([credit({ payer: "Zhanna" }), ...later])
    const report = yield* importEntries([reversal({ payer: "Zhanna" })])
    assert.match(report.skippedReasons[0]?.reason ?? "", /^a reversal: it takes back entry ste_\w{32}$/)
    yield* booksAreRight
  })

  test("without a reference or payer takes nothing back by the amount alone", function* () {
    yield* importEntries([credit()])
    const report = yield* importEntries([reversal()])
    assert.strictEqual(report.skippedReasons[0]?.reason, "a reversal of no known entry")
    assert.deepStrictEqual(yield* standings, ["unresolved: unknown_reference"])
  })
})
