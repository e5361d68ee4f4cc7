import { Effect, Option } from "effect"
import { Analytics } from "../../concepts/analytics/Analytics.ts"
import type { AnalyticsRequest } from "../../concepts/analytics/AnalyticsRequest.ts"
import { BankCallbacks } from "../../concepts/bankPayment/BankCallbacks.ts"
import { BankPayments } from "../../concepts/bankPayment/BankPayments.ts"
import { bankPaymentView } from "../../concepts/bankPayment/BankPaymentView.ts"
import type { BankReceipt } from "../../concepts/bankPayment/BankReceipt.ts"
import { BankReceipts } from "../../concepts/bankPayment/BankReceipts.ts"
import { Batches } from "../../concepts/batch/Batches.ts"
import { batchCreatedView, batchView } from "../../concepts/batch/BatchView.ts"
import type { IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import type { InvoiceRequest } from "../../concepts/invoice/InvoiceRequest.ts"
import { Invoices } from "../../concepts/invoice/Invoices.ts"
import { invoiceCreatedView, invoiceView } from "../../concepts/invoice/InvoiceView.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { makeHistories } from "../../store/histories.ts"

/** A CSV file of invoices and the options of its import. */
export interface BatchFileInput {
  /** CSV, UTF-8: its bytes or its text. */
  readonly file: Uint8Array | string
  readonly sendEmails?: "send" | "none"
  readonly defaultCurrency?: FiatCurrency | undefined
  readonly defaultRedirectUrl?: string | undefined
}

/** Fiat invoices, their bank payments, CSV files of them, and analytics. */
export const makeFiatOperations = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const invoices = yield* Invoices
  const bankPayments = yield* BankPayments
  const callbacks = yield* BankCallbacks
  const receipts = yield* BankReceipts
  const batches = yield* Batches
  const analytics = yield* Analytics
  const histories = yield* makeHistories("partner")
  const invoice = (state: IssuedInvoice) => invoiceView(state, publicUrl)

  return {
    /** Fiat invoices. */
    invoices: {
      create: (partnerId: string, input: InvoiceRequest, idempotencyKey?: string) =>
        Effect.map(invoices.create(partnerId, idempotencyKey, input), ({ replayed, value }) => ({
          ...invoiceCreatedView(value, publicUrl),
          replayed
        })),
      get: (partnerId: string, id: string) => Effect.map(invoices.get(partnerId, id), invoice),
      /** What became of it and of its payments, and who caused it, the oldest first; an operator is only `operator`. */
      history: (partnerId: string, id: string) =>
        Effect.flatMap(invoices.get(partnerId, id), histories.invoice),
      cancel: (partnerId: string, id: string) => Effect.map(invoices.cancel(partnerId, id), invoice),
      /**
       * Erases the payer's e-mail, description, metadata and redirect URL; a pending invoice is cancelled
       * first.
       */
      redact: (partnerId: string, id: string) => Effect.map(invoices.redact(partnerId, id), invoice)
    },
    /** How fiat invoices are paid. */
    bankPayments: {
      /** The banks that a customer can choose for a currency. */
      banks: (currency: FiatCurrency) => bankPayments.banks(currency),
      /** Starts a payment for a customer who chose a bank; the rail is called in the background. */
      begin: (partnerId: string, invoiceId: string, bank: string) =>
        Effect.map(bankPayments.begin(partnerId, invoiceId, bank), bankPaymentView),
      ofInvoice: (partnerId: string, invoiceId: string) =>
        Effect.map(bankPayments.ofInvoice(partnerId, invoiceId), (all) => all.map(bankPaymentView)),
      /** For a rail that calls back: polls the payment now. The callback's content is not trusted. */
      refresh: (id: string) => Effect.map(callbacks.refresh(id), bankPaymentView),
      /** For an authenticated callback of a rail: the bank took the money of this payment. */
      confirm: (partnerId: string, id: string, receipt: BankReceipt) =>
        Effect.map(receipts.confirm(partnerId, id, receipt), bankPaymentView),
      /** The same for money that arrived for an invoice without a waiting payment. */
      receive: (partnerId: string, invoiceId: string, receipt: BankReceipt) =>
        Effect.map(receipts.receive(partnerId, invoiceId, receipt), bankPaymentView),
      /** Money that arrived and that no invoice could take, of all partners. */
      unresolved: () => Effect.map(bankPayments.unresolved, (all) => all.map(bankPaymentView)),
      /** Records that an operator returned such money. */
      markReturned: (id: string, reason: string) =>
        Effect.map(bankPayments.markReturned(id, reason), bankPaymentView)
    },
    batches: {
      /** Creates an invoice for every valid row, in one commit, and reports the errors of the others. */
      import: (
        partnerId: string,
        { defaultCurrency, defaultRedirectUrl, file, sendEmails = "none" }: BatchFileInput,
        idempotencyKey?: string
      ) => {
        const input = {
          file: typeof file === "string" ? new TextEncoder().encode(file) : file,
          sendEmails,
          defaultCurrency: Option.fromUndefinedOr(defaultCurrency),
          defaultRedirectUrl: Option.fromUndefinedOr(defaultRedirectUrl)
        }
        return Effect.map(batches.import(partnerId, input, idempotencyKey), (imported) => ({
          ...batchCreatedView(imported, publicUrl),
          replayed: imported.replayed
        }))
      },
      get: (partnerId: string, id: string) =>
        Effect.map(batches.get(partnerId, id), ({ batch, tally }) => batchView(batch, tally))
    },
    /** Analytics of fiat invoices. Instants are milliseconds since 1970. */
    analytics: (partnerId: string, request: AnalyticsRequest = {}) => analytics.get(partnerId, request)
  }
})
