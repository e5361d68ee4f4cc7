import { assert, describe } from "@effect/vitest"
import {
  bankPaymentClaims,
  bankPaymentJobs,
  type IssuedInvoice,
  invoice,
  invoiceClaims,
  invoiceJobs,
  type JournalEntry,
  type RecordedBankPayment
} from "@quittance/core/adapter"
import { Option } from "effect"
import { start, test } from "./Deployment.ts"
import { lived, type Names } from "./livedInvoices.ts"
import { changeOnly, noticing, removeFrom, type Tamper, type Tampering, verified } from "./tampering.ts"

const changeInvoice =
  (
    isMeant: (invoice: IssuedInvoice, names: Names) => boolean,
    change: (invoice: IssuedInvoice) => IssuedInvoice
  ): Tamper<Names> =>
  (state, names) =>
    changeOnly(state.aggregates.Invoice, (invoice) => isMeant(invoice, names), change)

const isSettled = (invoice: IssuedInvoice, { settledId }: Names): boolean => invoice.order.id === settledId
const isOpen = (invoice: IssuedInvoice, { openId }: Names): boolean => invoice.order.id === openId

const changePayment =
  (
    isMeant: (payment: RecordedBankPayment) => boolean,
    change: (payment: RecordedBankPayment) => RecordedBankPayment
  ): Tamper<Names> =>
  (state) =>
    changeOnly(state.aggregates.BankPayment, isMeant, change)

/** Of the two settled payments the one that a customer began. */
const isBegun = (payment: RecordedBankPayment): boolean =>
  payment._tag === "settled" && payment.order.bank === "sandbox"

/** Of several entries of a kind the first. */
const changeEntry =
  (kind: JournalEntry["kind"], change: (entry: JournalEntry) => ReadonlyArray<JournalEntry>): Tamper<Names> =>
  (state) => {
    const index = state.journal.findIndex((entry) => entry.kind === kind)
    const entry = state.journal[index]
    assert.isDefined(entry)
    state.journal.splice(index, 1, ...change(entry))
  }

const redactedWith = (order: Partial<IssuedInvoice["order"]>): Tamper<Names> =>
  changeInvoice(isSettled, (paid) => ({
    ...paid,
    order: { ...invoice.erase(paid).order, ...order },
    redactedAt: Option.some(start)
  }))

const personal = /^invoice inv_\w+ is redacted and still has personal data$/

const tampering: Tampering<Names> = {
  "the entry of a paid invoice is removed": [
    changeEntry("invoice.paid", () => []),
    /^invoice inv_\w+ \(paid\) at available stands for 1000 minor units; its journal entries sum to 0$/
  ],
  "an invoice is credited twice": [
    changeEntry("invoice.paid", (entry) => [entry, entry]),
    /^invoice inv_\w+ \(paid\) has the journal entries \[invoice.paid, invoice.paid\], not \[invoice.paid\]$/
  ],
  "an invoice's money is posted as something else": [
    changeEntry("invoice.paid", (entry) => [{ ...entry, kind: "deposit.credited" }]),
    /^invoice inv_\w+ \(paid\) has the journal entries \[deposit.credited\], not \[invoice.paid\]$/
  ],
  "an invoice's money is posted in another currency": [
    changeEntry("invoice.paid", (entry) => [{ ...entry, currency: "USD" }]),
    /^invoice inv_\w+ \(paid\) is one of prt_\w+ in EUR; its entries are of prt_\w+ in USD$/
  ],
  "an invoice's money is posted for another partner": [
    changeEntry("invoice.paid", (entry) => [{ ...entry, partnerId: "prt_thief" }]),
    /^invoice inv_\w+ \(paid\) is one of prt_\w+ in EUR; its entries are of prt_thief in EUR$/
  ],
  "a paid invoice is called cancelled": [
    changeInvoice(isSettled, ({ order, redactedAt, updatedAt }) => ({
      _tag: "cancelled",
      order,
      redactedAt,
      updatedAt
    })),
    /^invoice inv_\w+ \(cancelled\) at available stands for 0 minor units; its journal entries sum to 1000$/
  ],
  "an invoice that nobody paid is called paid": [
    changeInvoice(isOpen, ({ order, redactedAt, updatedAt }) => ({
      _tag: "paid",
      order,
      redactedAt,
      updatedAt,
      paidAt: updatedAt,
      late: false,
      reversedAt: Option.none(),
      receipt: {
        operationId: "forged",
        amountMinor: order.amountMinor,
        currency: order.currency,
        payerBank: "x",
        bankTime: start,
        entryId: Option.none()
      }
    })),
    /^invoice inv_\w+ is paid by operation forged, which has no settled payment$/
  ],
  "an invoice's amount is changed": [
    changeInvoice(isSettled, (invoice) => ({ ...invoice, order: { ...invoice.order, amountMinor: 1n } })),
    /^invoice inv_\w+ \(paid\) at available stands for 1 minor units; its journal entries sum to 1000$/
  ],
  "an invoice is removed": [
    (state, { settledId }) => void state.aggregates.Invoice.delete(settledId),
    /^inv_\w+ has journal entries and no record$/
  ],
  "a settled payment is removed": [
    (state) => removeFrom(state.aggregates.BankPayment, ({ state: payment }) => isBegun(payment)),
    /^invoice inv_\w+ is paid by operation first, which has no settled payment$/
  ],
  "a settled payment is given another operation": [
    changePayment(isBegun, (payment) =>
      payment._tag === "settled"
        ? { ...payment, receipt: { ...payment.receipt, operationId: "forged" } }
        : payment
    ),
    /^bank payment pmt_\w+ is settled, and invoice inv_\w+ is not paid by its operation forged$/
  ],
  "money that nobody took back is called taken back by its invoice": [
    changeInvoice(isSettled, (invoice) => ({ ...invoice, reversedAt: Option.some(start) })),
    /^bank payment pmt_\w+ is settled, and invoice inv_\w+ is reversed$/
  ],
  "money that nobody took back is called taken back by its payment": [
    changePayment(isBegun, (payment) =>
      payment._tag === "settled" ? { ...payment, _tag: "reversed", recalledOn: "2026-01-20" } : payment
    ),
    /^bank payment pmt_\w+ is reversed, and invoice inv_\w+ is not reversed$/
  ],
  "money of an invoice is said to be of a statement": [
    changeInvoice(isSettled, (invoice) =>
      invoice._tag === "paid"
        ? { ...invoice, receipt: { ...invoice.receipt, entryId: Option.some("ste_forged") } }
        : invoice
    ),
    /^invoice inv_\w+ \(paid\) at clearing stands for -1000 minor units; its journal entries sum to 0$/
  ],
  "a payment settles an invoice that another paid": [
    (state, { settledId }) =>
      changeOnly(
        state.aggregates.BankPayment,
        (payment) => payment._tag === "settled" && payment.order.bank === "",
        (payment) => ({ ...payment, order: { ...payment.order, invoiceId: settledId } })
      ),
    /^bank payment pmt_\w+ is settled, and invoice inv_\w+ is not paid by its operation second$/
  ],
  "the claim of a bank's operation is removed": [
    (state) =>
      removeFrom(state.claims, ({ key, scope }) => scope === bankPaymentClaims.operation && key === "first"),
    /^bank payment pmt_\w+ does not hold the claim on its operation first$/
  ],
  "the claim of money to return is given to another": [
    (state) => {
      for (const [name, claim] of state.claims)
        if (claim.key === "again") state.claims.set(name, { ...claim, ownerId: "another" })
    },
    /^bank payment pmt_\w+ does not hold the claim on its operation again$/
  ],
  "money to return is called returned": [
    changePayment(
      ({ _tag }) => _tag === "unresolved",
      (payment) =>
        payment._tag === "unresolved" ? { ...payment, _tag: "returned", reason: "forged" } : payment
    ),
    /^bank payment pmt_\w+ \(returned\) at unresolved stands for 0 minor units; its journal entries sum to 2000$/
  ],
  "returned money is called unresolved": [
    changePayment(
      ({ _tag }) => _tag === "returned",
      (payment) => {
        if (payment._tag !== "returned") return payment
        const { reason: _, ...rest } = payment
        return { ...rest, _tag: "unresolved" }
      }
    ),
    /^bank payment pmt_\w+ \(unresolved\) has the journal entries \[bankPayment.unresolved, bankPayment.returned\], not/
  ],
  "the entry of a return is removed": [
    changeEntry("bankPayment.returned", () => []),
    /^bank payment pmt_\w+ \(returned\) at unresolved stands for 0 minor units; its journal entries sum to 7$/
  ],
  "money that came is forgotten": [
    (state) =>
      removeFrom(state.aggregates.BankPayment, ({ state: payment }) => payment._tag === "unresolved"),
    /^pmt_\w+ has journal entries and no record$/
  ],
  "the job of an open payment is removed": [
    (state) => {
      for (const [name, { kind }] of state.jobs) if (kind === bankPaymentJobs.follow) state.jobs.delete(name)
    },
    /^bank payment pmt_\w+ is requested and has no job$/
  ],
  "the job that records an expiry is removed": [
    (state) => removeFrom(state.jobs, ({ kind }) => kind === invoiceJobs.expire),
    /^invoice inv_\w+ is pending and has no job that records its expiry$/
  ],
  "a redacted invoice has its description again": [redactedWith({ description: Option.some("x") }), personal],
  "a redacted invoice has its metadata again": [redactedWith({ metadata: '{"a":1}' }), personal],
  "a redacted invoice has its redirect URL again": [
    redactedWith({ redirectUrl: Option.some("x") }),
    personal
  ],
  "a redacted invoice has its payer's e-mail again": [
    redactedWith({ customerEmail: Option.some("x") }),
    personal
  ],
  "a redacted invoice is called pending": [
    changeInvoice(isOpen, (invoice) => ({ ...invoice, redactedAt: Option.some(start) })),
    personal
  ],
  "the claim of an invoice's external id is removed": [
    (state) =>
      removeFrom(state.claims, ({ key, scope }) => scope === invoiceClaims.externalId && key === "two"),
    /^invoice inv_\w+ does not hold the claim on its external id$/
  ],
  "an invoice has a reference of transfers that it did not claim": [
    changeInvoice(isOpen, (invoice) => ({
      ...invoice,
      order: { ...invoice.order, creditorReference: Option.some("RF0400000000000") }
    })),
    /^invoice inv_\w+ does not hold the claim on its reference$/
  ]
}

describe("the audit of fiat invoices", () => {
  test("finds nothing in honest books, and counts what it looked at", function* () {
    yield* lived
    const { bankPaymentCount, faults, invoiceCount } = yield* verified
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual({ bankPaymentCount, invoiceCount }, { bankPaymentCount: 5, invoiceCount: 6 })
  })

  noticing(lived, tampering)
})
