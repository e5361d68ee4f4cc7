import { assert, describe } from "@effect/vitest"
import { BankPayments, Invoices } from "@quittance/core"
import { type InvoiceOrder, millisPerDay, Statements } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  accountMoney,
  credit,
  importEntries,
  issueTransfer,
  listed,
  onItsWay,
  referenceTo,
  reversal,
  standings,
  transfers
} from "./bankStatements.ts"
import { Seen, testIn } from "./Deployment.ts"
import { booksAreRight, drain, fiatMoney, paymentTags, readFiat, shop } from "./fiatInvoices.ts"

const test = testIn(transfers)

/** Invoices of one partner, long expired. */
const expired = Effect.fnUntraced(function* (partnerId: string) {
  const invoices: [InvoiceOrder, InvoiceOrder] = [
    yield* issueTransfer(partnerId),
    yield* issueTransfer(partnerId)
  ]
  yield* TestClock.setTime(invoices[1].expiresAt + 60 * millisPerDay)
  yield* drain
  return invoices
})

/** An entry that names the invoice and was booked when it had expired for weeks. */
const late = (invoice: InvoiceOrder) => credit({ reference: referenceTo(invoice), bookedOn: "2026-02-20" })

describe("an entry that came too late", () => {
  test("pays its own invoice when a person says so, late, and can be taken back as any other", function* () {
    const statements = yield* Statements
    const partnerId = yield* shop()
    const [invoice, other] = yield* expired(partnerId)
    yield* importEntries([late(invoice)])
    assert.deepStrictEqual(yield* standings, ["unresolved: too_late"])
    const [held] = yield* statements.unresolved
    const id = held?.id ?? ""
    const { errors } = yield* Seen
    assert.include(errors.at(-1), `(tooLate): return it, or assign entry ${id} to the invoice`)
    const elsewhere = yield* Effect.flip(statements.assign(id, other.id, "by phone"))
    assert.strictEqual(
      elsewhere.message,
      `the entry is held as bank payment ${held?.paymentId} of invoice ${invoice.id} (too_late), so assign to ${other.id} is not possible: return it, or assign it to ${invoice.id}`
    )
    const assigned = yield* statements.assign(id, invoice.id, "the goods are still there")
    assert.deepInclude(assigned, {
      ...{ status: "assigned", fault: null, invoiceId: invoice.id, paymentId: held?.paymentId ?? null },
      reason: "the goods are still there"
    })
    const paid = yield* readFiat(invoice)
    assert(paid._tag === "paid" && paid.late)
    assert.strictEqual(new Date(paid.paidAt).toISOString(), "2026-02-20T22:59:59.999Z")
    assert.deepStrictEqual(yield* paymentTags(invoice), ["settled"])
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 10_000n, unresolved: 0n })
    assert.deepStrictEqual(yield* accountMoney, { clearing: 10_000n, deposits: -10_000n, unresolved: 0n })
    yield* booksAreRight
    yield* importEntries([reversal({ reference: referenceTo(invoice), bookedOn: "2026-02-21" })])
    assert.deepStrictEqual(yield* standings, ["matched: reversed"])
    assert.deepStrictEqual(yield* fiatMoney(partnerId, "EUR"), { available: 0n, unresolved: 0n })
    yield* booksAreRight
  })

  test("can be assigned no more when its invoice is paid, or when it was sent back", function* () {
    const statements = yield* Statements
    const payments = yield* BankPayments
    const partnerId = yield* shop()
    const [invoice, other] = yield* expired(partnerId)
    yield* importEntries([late(invoice), late(invoice), late(other)])
    const waiting = yield* statements.unresolved
    const [first, second] = waiting.filter(({ invoiceId }) => invoiceId === invoice.id)
    const third = waiting.find(({ invoiceId }) => invoiceId === other.id)
    yield* statements.assign(first?.id ?? "", invoice.id, "by phone")
    const paid = yield* Effect.flip(statements.assign(second?.id ?? "", invoice.id, "by phone"))
    assert.include(paid.message, "the invoice is paid, so assign is not possible")
    // The job that tells the entry was not there yet.
    yield* payments.markReturned(third?.paymentId ?? "", "sent back")
    const gone = yield* Effect.flip(statements.assign(third?.id ?? "", other.id, "by phone"))
    assert.include(gone.message, "the entry is returned, so assign is not possible")
    yield* drain
    assert.deepStrictEqual(yield* standings, ["assigned", "returned: too_late", "unresolved: too_late"])
    assert.strictEqual((yield* readFiat(other))._tag, "expired")
    assert.strictEqual(yield* onItsWay(partnerId), 0n)
    yield* booksAreRight
  })

  test("is erased with its invoice once it has paid", function* () {
    const statements = yield* Statements
    const invoices = yield* Invoices
    const partnerId = yield* shop()
    const [invoice] = yield* expired(partnerId)
    yield* importEntries([{ ...late(invoice), texts: ["for tea"] }])
    yield* invoices.redact(partnerId, invoice.id)
    yield* drain
    const [held] = yield* listed
    assert.deepInclude(held, { text: "for tea", status: "unresolved" })
    yield* statements.assign(held?.id ?? "", invoice.id, "by phone")
    yield* drain
    assert.deepInclude((yield* listed)[0], { text: null, status: "assigned" })
    yield* booksAreRight
  })
})

test("an entry that is held for anything but its time is assigned to nothing, and says what to do", function* () {
  const statements = yield* Statements
  const invoice = yield* issueTransfer(yield* shop())
  yield* importEntries([credit({ reference: referenceTo(invoice), amountMinor: 1n })])
  const [held] = yield* statements.unresolved
  const refused = yield* Effect.flip(statements.assign(held?.id ?? "", invoice.id, "by phone"))
  assert.strictEqual(
    refused.message,
    `the entry is held as bank payment ${held?.paymentId} of invoice ${invoice.id} (wrong_amount), so assign is not possible: return it`
  )
})
