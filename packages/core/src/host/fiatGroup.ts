import { Effect, Option } from "effect"
import { Analytics } from "../analytics/Analytics.ts"
import type { AnalyticsRequest } from "../analytics/AnalyticsRequest.ts"
import type { AnalyticsView } from "../analytics/AnalyticsView.ts"
import { BankCallbacks } from "../bankPayment/BankCallbacks.ts"
import { BankPayments } from "../bankPayment/BankPayments.ts"
import { type BankPaymentView, bankPaymentView } from "../bankPayment/BankPaymentView.ts"
import { BankReceipts } from "../bankPayment/BankReceipts.ts"
import { Batches } from "../batch/Batches.ts"
import { type BatchCreatedView, batchCreatedView, type BatchView, batchView } from "../batch/BatchView.ts"
import type { BankReceipt, IssuedInvoice } from "../invoice/Invoice.ts"
import { Invoices } from "../invoice/Invoices.ts"
import {
  type InvoiceCreatedView,
  invoiceCreatedView,
  type InvoiceView,
  invoiceView
} from "../invoice/InvoiceView.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { Bank } from "../ports/BankRail.ts"
import type { InvoiceFilter } from "../ports/InvoiceReader.ts"

/** A file of invoices and what to do with it. */
export interface BatchFileInput {
  /** CSV, UTF-8: its bytes or its text. */
  readonly file: Uint8Array | string
  readonly sendEmails?: "send" | "none"
  readonly defaultCurrency?: FiatCurrency
  readonly defaultRedirectUrl?: string
}

type Services = Analytics | BankCallbacks | BankPayments | BankReceipts | Batches | Invoices
type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

/** Fiat invoices, bank payments, batches and analytics in Promises: a part of what `createQuittance` gives. */
export const fiatGroup = (run: Run, publicUrl: string) => {
  const showInvoice = (invoice: IssuedInvoice): InvoiceView => invoiceView(invoice, publicUrl)

  return {
    /** Fiat invoices. */
    invoices: {
      create: (
        partnerId: string,
        input: unknown,
        idempotencyKey?: string
      ): Promise<InvoiceCreatedView & { readonly replayed: boolean }> =>
        run(
          Effect.map(
            Effect.flatMap(Invoices, (invoices) => invoices.create(partnerId, idempotencyKey, input)),
            ({ replayed, value }) => ({ ...invoiceCreatedView(value, publicUrl), replayed })
          )
        ),
      get: (partnerId: string, id: string): Promise<InvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(Invoices, (invoices) => invoices.get(partnerId, id)),
            showInvoice
          )
        ),
      list: (partnerId: string, filter: InvoiceFilter = {}, page = { page: 1, limit: 20 }) =>
        run(
          Effect.map(
            Effect.flatMap(Invoices, (invoices) => invoices.list(partnerId, filter, page)),
            ({ items, total }) => ({ items: items.map(showInvoice), total })
          )
        ),
      cancel: (partnerId: string, id: string): Promise<InvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(Invoices, (invoices) => invoices.cancel(partnerId, id)),
            showInvoice
          )
        ),
      /** Erases the payer's e-mail, description, metadata and redirect URL; one that is pending is cancelled first. */
      redact: (partnerId: string, id: string): Promise<InvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(Invoices, (invoices) => invoices.redact(partnerId, id)),
            showInvoice
          )
        )
    },
    /** How fiat invoices are paid. */
    bankPayments: {
      /** The banks that a customer can choose for a currency. */
      banks: (currency: FiatCurrency): Promise<ReadonlyArray<Bank>> =>
        run(Effect.flatMap(BankPayments, (payments) => payments.banks(currency))),
      /** Begins a payment for a customer who chose a bank; the rail is called in the background. */
      begin: (partnerId: string, invoiceId: string, bank: string): Promise<BankPaymentView> =>
        run(
          Effect.map(
            Effect.flatMap(BankPayments, (payments) => payments.begin(partnerId, invoiceId, bank)),
            bankPaymentView
          )
        ),
      ofInvoice: (partnerId: string, invoiceId: string): Promise<ReadonlyArray<BankPaymentView>> =>
        run(
          Effect.map(
            Effect.flatMap(BankPayments, (payments) => payments.ofInvoice(partnerId, invoiceId)),
            (all) => all.map(bankPaymentView)
          )
        ),
      /** For a rail that calls back: asks it now how the payment stands. What the callback says is not believed. */
      refresh: (id: string): Promise<BankPaymentView> =>
        run(
          Effect.map(
            Effect.flatMap(BankCallbacks, (callbacks) => callbacks.refresh(id)),
            bankPaymentView
          )
        ),
      /** For a rail whose word was proven: the bank took the money of this payment. */
      confirm: (partnerId: string, id: string, receipt: BankReceipt): Promise<BankPaymentView> =>
        run(
          Effect.map(
            Effect.flatMap(BankReceipts, (receipts) => receipts.confirm(partnerId, id, receipt)),
            bankPaymentView
          )
        ),
      /** The same for money that came for an invoice for which no payment was waiting. */
      receive: (partnerId: string, invoiceId: string, receipt: BankReceipt): Promise<BankPaymentView> =>
        run(
          Effect.map(
            Effect.flatMap(BankReceipts, (receipts) => receipts.receive(partnerId, invoiceId, receipt)),
            bankPaymentView
          )
        ),
      /** Money that came and that no invoice could take, of all partners. */
      unresolved: (): Promise<ReadonlyArray<BankPaymentView>> =>
        run(
          Effect.map(
            Effect.flatMap(BankPayments, (payments) => payments.unresolved),
            (all) => all.map(bankPaymentView)
          )
        ),
      /** Records that an operator returned such money. */
      markReturned: (id: string, reason: string): Promise<BankPaymentView> =>
        run(
          Effect.map(
            Effect.flatMap(BankPayments, (payments) => payments.markReturned(id, reason)),
            bankPaymentView
          )
        )
    },
    batches: {
      /** Issues an invoice for every row that is right, all or none, and tells what is wrong with the others. */
      import: (partnerId: string, input: BatchFileInput): Promise<BatchCreatedView> =>
        run(
          Effect.map(
            Effect.flatMap(Batches, (batches) =>
              batches.import(partnerId, {
                file: typeof input.file === "string" ? new TextEncoder().encode(input.file) : input.file,
                sendEmails: input.sendEmails ?? "none",
                defaultCurrency: Option.fromUndefinedOr(input.defaultCurrency),
                defaultRedirectUrl: Option.fromUndefinedOr(input.defaultRedirectUrl)
              })
            ),
            (imported) => batchCreatedView(imported, publicUrl)
          )
        ),
      get: (partnerId: string, id: string): Promise<BatchView> =>
        run(
          Effect.map(
            Effect.flatMap(Batches, (batches) => batches.get(partnerId, id)),
            ({ batch, tally }) => batchView(batch, tally)
          )
        )
    },
    /** What became of fiat invoices, in figures. Instants are milliseconds since 1970. */
    analytics: (partnerId: string, request: AnalyticsRequest = {}): Promise<AnalyticsView> =>
      run(Effect.flatMap(Analytics, (analytics) => analytics.get(partnerId, request)))
  }
}
