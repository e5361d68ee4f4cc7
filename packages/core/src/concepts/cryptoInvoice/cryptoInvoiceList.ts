import {
  type HostedList,
  type List,
  type ListFilter,
  type ListOwner,
  statesOf
} from "../../kernel/list/List.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { asOf } from "./CryptoInvoiceAsOf.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import {
  type CryptoInvoiceException,
  type CryptoInvoiceStatus,
  cryptoInvoiceExceptions,
  cryptoInvoiceStanding,
  exceptionChangedAtExpiry,
  exceptionOf,
  statusAtExpiry
} from "./CryptoInvoiceStanding.ts"
import { type CryptoInvoiceView, cryptoInvoiceView } from "./CryptoInvoiceView.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface CryptoInvoiceFilter extends ListFilter {
  readonly status?: CryptoInvoiceStatus
  readonly network?: string
  /** Combined with the range only. */
  readonly exception?: CryptoInvoiceException
}

const { exception, exceptionAtExpiry, expiry } = cryptoInvoiceStanding

const order = {
  items: statesOf(cryptoInvoice),
  orderOf: ({ order }: IssuedCryptoInvoice) => order,
  owner: ["partnerId"]
} as const

const lapse = {
  at: ({ order }: IssuedCryptoInvoice) => order.expiresAt,
  field: "expiresAt",
  index: "expiring",
  states: ["pending", "confirming"]
} as const

/** The crypto invoices of a partner by their exceptions, in place of their statuses. */
export const cryptoInvoiceExceptionList: List<IssuedCryptoInvoice, ListOwner, ListFilter> = {
  ...order,
  name: "cryptoInvoiceExceptions",
  index: "by_exception",
  status: {
    field: exception,
    values: cryptoInvoiceExceptions,
    of: exceptionOf,
    lapse: {
      ...lapse,
      from: ["none", "overpaid", "late"],
      to: ["underpaid"],
      derived: exceptionAtExpiry,
      becomes: exceptionChangedAtExpiry
    }
  }
}

/** The crypto invoices of a partner, each in the status of the instant, whether or not its expiry was recorded. */
export const cryptoInvoiceList: HostedList<
  IssuedCryptoInvoice,
  CryptoInvoiceFilter,
  SettingsShape,
  CryptoInvoiceView
> = {
  ...order,
  name: "cryptoInvoices",
  index: "listed",
  status: {
    field: "state",
    values: ["pending", "confirming", "paid", "underpaid", "expired", "cancelled"],
    of: ({ _tag }) => _tag,
    lapse: {
      ...lapse,
      from: ["pending", "confirming"],
      to: ["underpaid", "expired"],
      derived: expiry,
      becomes: statusAtExpiry
    }
  },
  kind: {
    filter: "network",
    field: "network",
    index: "by_network",
    values: undefined,
    of: ({ order }) => order.network
  },
  instead: { filter: "exception", list: cryptoInvoiceExceptionList },
  shown: (invoice, { publicUrl }, now) => cryptoInvoiceView(asOf(invoice, now), publicUrl)
}
