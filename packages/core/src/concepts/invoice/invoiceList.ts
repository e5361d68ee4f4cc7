import type { HostedList, ListFilter } from "../../kernel/list/List.ts"
import { statesOf } from "../../kernel/list/List.ts"
import { type FiatCurrency, fiatCurrencies } from "../../kernel/money/Currency.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { type InvoiceStatus, type IssuedInvoice, invoice, invoiceStatuses } from "./Invoice.ts"
import { invoiceAsOf } from "./InvoiceAsOf.ts"
import { type InvoiceView, invoiceView } from "./InvoiceView.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface InvoiceFilter extends ListFilter {
  readonly status?: InvoiceStatus
  readonly currency?: FiatCurrency
}

/** The fiat invoices of a partner. A due one counts as expired, whether or not its expiry was recorded. */
export const invoiceList: HostedList<IssuedInvoice, InvoiceFilter, SettingsShape, InvoiceView> = {
  name: "invoices",
  items: statesOf(invoice),
  orderOf: ({ order }) => order,
  owner: ["partnerId"],
  index: "listed",
  status: {
    field: "state",
    values: invoiceStatuses,
    of: ({ _tag }) => _tag,
    lapse: {
      from: ["pending"],
      to: ["expired"],
      at: ({ order }) => order.expiresAt,
      becomes: ({ _tag }) => (_tag === "pending" ? "expired" : undefined),
      field: "expiresAt",
      index: "expiring",
      states: ["pending"]
    }
  },
  kind: {
    filter: "currency",
    field: "currency",
    isRun: true,
    values: fiatCurrencies,
    of: ({ order }) => order.currency
  },
  shown: (state, { publicUrl }, now) => invoiceView(invoiceAsOf(state, now), publicUrl)
}
