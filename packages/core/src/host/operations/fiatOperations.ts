import { Effect, Option } from "effect"
import { Analytics, type NetworkAnalyticsRequest } from "../../concepts/analytics/Analytics.ts"
import type { AnalyticsRequest } from "../../concepts/analytics/AnalyticsRequest.ts"
import { BankCallbacks } from "../../concepts/bankPayment/BankCallbacks.ts"
import { BankPayments } from "../../concepts/bankPayment/BankPayments.ts"
import { bankPaymentView } from "../../concepts/bankPayment/BankPaymentView.ts"
import type { BankReceipt } from "../../concepts/bankPayment/BankReceipt.ts"
import { BankReceipts } from "../../concepts/bankPayment/BankReceipts.ts"
import { Batches } from "../../concepts/batch/Batches.ts"
import type { BatchInvoiceFilter } from "../../concepts/batch/BatchInvoices.ts"
import { batchCreatedView, batchView } from "../../concepts/batch/BatchView.ts"
import { makeInvoiceMailOf } from "../../concepts/batch/InvoiceMailView.ts"
import type { IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import type { InvoiceRequest } from "../../concepts/invoice/InvoiceRequest.ts"
import { Invoices } from "../../concepts/invoice/Invoices.ts"
import { invoiceCreatedView, invoiceView } from "../../concepts/invoice/InvoiceView.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { isCalendarDate } from "../../kernel/time/CalendarDate.ts"
import { makeHistories } from "../../store/histories.ts"
import { answered, firstPage, pageShownAs } from "./shown.ts"

/** A CSV file of invoices and the options of its import. */
export interface BatchFileInput {
  /** CSV, UTF-8: its bytes or its text. */
  readonly file: Uint8Array | string
  readonly sendEmails?: "send" | "none"
  readonly defaultCurrency?: FiatCurrency | undefined
  readonly defaultRedirectUrl?: string | undefined
  readonly defaultCancelUrl?: string | undefined
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
  const mailOf = yield* makeInvoiceMailOf
  const histories = yield* makeHistories("partner")
  const invoice = (state: IssuedInvoice) => invoiceView(state, publicUrl)

  return {
    invoices: {
      create: (partnerId: string, input: InvoiceRequest, idempotencyKey?: string) =>
        Effect.map(invoices.create(partnerId, idempotencyKey, input), ({ replayed, value }) =>
          answered(invoiceCreatedView(value, publicUrl), replayed)
        ),
      get: (partnerId: string, id: string) => Effect.map(invoices.get(partnerId, id), invoice),
      history: (partnerId: string, id: string) =>
        Effect.flatMap(invoices.get(partnerId, id), histories.invoice),
      /** The e-mail with its payment link. */
      mail: (partnerId: string, id: string) => Effect.flatMap(invoices.get(partnerId, id), mailOf),
      cancel: (partnerId: string, id: string) => Effect.map(invoices.cancel(partnerId, id), invoice),
      redact: (partnerId: string, id: string) => Effect.map(invoices.redact(partnerId, id), invoice)
    },
    bankPayments: {
      banks: (currency: FiatCurrency) => bankPayments.banks(currency),
      begin: (partnerId: string, invoiceId: string, bank: string) =>
        Effect.map(bankPayments.begin(partnerId, invoiceId, bank), bankPaymentView),
      ofInvoice: (partnerId: string, invoiceId: string) =>
        Effect.map(bankPayments.ofInvoice(partnerId, invoiceId), (all) => all.map(bankPaymentView)),
      get: (partnerId: string, id: string) => Effect.map(bankPayments.get(partnerId, id), bankPaymentView),
      refresh: (id: string) => Effect.map(callbacks.refresh(id), bankPaymentView),
      confirm: (partnerId: string, id: string, receipt: BankReceipt) =>
        Effect.map(receipts.confirm(partnerId, id, receipt), bankPaymentView),
      receive: (partnerId: string, invoiceId: string, receipt: BankReceipt) =>
        Effect.map(receipts.receive(partnerId, invoiceId, receipt), bankPaymentView),
      recall: (partnerId: string, id: string, recalledOn: string) =>
        Effect.flatMap(
          isCalendarDate(recalledOn)
            ? Effect.succeed(recalledOn)
            : Effect.fail(InvalidInput.of("recalledOn", "invalid_value", "must be a day such as 2026-01-31")),
          (day) => Effect.map(receipts.recall(partnerId, id, day), bankPaymentView)
        ),
      unresolved: () => Effect.map(bankPayments.unresolved, (all) => all.map(bankPaymentView)),
      markReturned: (id: string, reason: string) =>
        Effect.map(bankPayments.markReturned(id, reason), bankPaymentView)
    },
    batches: {
      import: (
        partnerId: string,
        { defaultCancelUrl, defaultCurrency, defaultRedirectUrl, file, sendEmails = "none" }: BatchFileInput,
        idempotencyKey?: string
      ) => {
        const input = {
          file: typeof file === "string" ? new TextEncoder().encode(file) : file,
          sendEmails,
          defaultCurrency: Option.fromUndefinedOr(defaultCurrency),
          defaultRedirectUrl: Option.fromUndefinedOr(defaultRedirectUrl),
          defaultCancelUrl: Option.fromUndefinedOr(defaultCancelUrl)
        }
        return Effect.map(batches.import(partnerId, input, idempotencyKey), (imported) =>
          answered(batchCreatedView(imported, publicUrl), imported.replayed)
        )
      },
      get: (partnerId: string, id: string) =>
        Effect.map(batches.get(partnerId, id), ({ batch, tally }) => batchView(batch, tally)),
      /** Its invoices. The total counts those of other files too that were made in the same millisecond. */
      invoices: (partnerId: string, id: string, filter: BatchInvoiceFilter = {}, page = firstPage) =>
        Effect.flatMap(batches.get(partnerId, id), ({ batch }) =>
          pageShownAs(page, (part) => batches.invoices(batch, filter, part), invoice)
        )
    },
    analytics: (partnerId: string, request: AnalyticsRequest = {}) => analytics.get(partnerId, request),
    networkAnalytics: (partnerId: string, request: NetworkAnalyticsRequest = {}) =>
      analytics.networks(partnerId, request)
  }
})
