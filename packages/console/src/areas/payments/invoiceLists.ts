import type { CryptoInvoiceView, InvoiceFilter, InvoiceView } from "@quittance/core"
import {
  type CryptoInvoiceFilter,
  cryptoInvoiceExceptions,
  cryptoInvoiceList as cryptoInvoices,
  fiatCurrencies,
  invoiceStatuses
} from "@quittance/core/adapter"
import { amount, id, instant, longText, status, text, webAddress, word } from "../../look/Cell.ts"
import type { Column } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

/** What lists and files tell of a fiat invoice. */
export const invoiceColumns = ({ payments: said }: Words): ReadonlyArray<Column<InvoiceView>> => [
  { title: said.invoice, cell: (each) => id(each.id) },
  { title: said.status, cell: (each) => status(each.status) },
  { title: said.amount, cell: (each) => amount(each.amount, each.currency) },
  { title: said.currency, cell: (each) => text(each.currency) },
  { title: said.description, cell: (each) => longText(each.description) },
  { title: said.created, cell: (each) => instant(each.createdAt) },
  { title: said.externalId, cell: (each) => text(each.externalId), isOnlyInCsv: true },
  { title: said.paid, cell: (each) => instant(each.paidAt), isOnlyInCsv: true },
  { title: said.expires, cell: (each) => instant(each.expiresAt), isOnlyInCsv: true },
  { title: said.payerBank, cell: (each) => text(each.payerBank), isOnlyInCsv: true },
  { title: said.batch, cell: (each) => id(each.batchId), isOnlyInCsv: true },
  { title: said.link, cell: (each) => webAddress(each.paymentUrl), isOnlyInCsv: true }
]

export const invoiceChoices = ({ payments: said }: Words) => [
  { name: "status", label: said.status, values: invoiceStatuses },
  { name: "currency", label: said.currency, values: fiatCurrencies }
]

export const invoiceList = (words: Words): Screen =>
  listScreen<InvoiceView>({
    ...{ scope: "partner", path: "/invoices", operation: "invoices.list", hasDays: true },
    title: words.payments.invoices,
    tab: words.payments.invoicesTab,
    columns: invoiceColumns(words),
    choices: invoiceChoices(words),
    read: ({ operations, partner }, chosen, part) =>
      operations.invoices.list(partner.id, chosen as InvoiceFilter, part),
    link: (each, { base }) => `${base}/invoices/${each.id}`,
    empty: words.payments.noInvoices,
    acts: [
      { to: "/invoices/new", verb: words.payments.newInvoice, operation: "invoices.create" },
      { to: "/batches/new", verb: words.payments.importBatch, operation: "batches.import" }
    ]
  })

const columns = ({ payments: said }: Words): ReadonlyArray<Column<CryptoInvoiceView>> => [
  { title: said.invoice, cell: (each) => id(each.id) },
  { title: said.status, cell: (each) => status(each.status) },
  { title: said.exception, cell: (each) => status(each.exception === "none" ? null : each.exception) },
  { title: said.amount, cell: (each) => amount(each.expectedAmount, "USDT") },
  { title: said.received, cell: (each) => amount(each.paidAmount, "USDT") },
  { title: said.currency, cell: (each) => text(each.currency) },
  { title: said.network, cell: (each) => word(each.network) },
  { title: said.externalId, cell: (each) => longText(each.externalId) },
  { title: said.created, cell: (each) => instant(each.createdAt) },
  { title: said.paid, cell: (each) => instant(each.paidAt), isOnlyInCsv: true },
  { title: said.expires, cell: (each) => instant(each.expiresAt), isOnlyInCsv: true },
  { title: said.credited, cell: (each) => amount(each.creditedAmount, "USDT"), isOnlyInCsv: true },
  { title: said.fee, cell: (each) => amount(each.chargedFee, "USDT"), isOnlyInCsv: true },
  { title: said.address, cell: (each) => text(each.address), isOnlyInCsv: true },
  { title: said.description, cell: (each) => text(each.description), isOnlyInCsv: true },
  { title: said.customerName, cell: (each) => text(each.customerName), isOnlyInCsv: true },
  { title: said.customerEmail, cell: (each) => text(each.customerEmail), isOnlyInCsv: true },
  { title: said.link, cell: (each) => webAddress(each.paymentLink), isOnlyInCsv: true }
]

const statuses: ReadonlyArray<string> = cryptoInvoices.status?.values ?? []
/** What no status says, to be chosen beside the statuses: the list is by one or by the other. */
const exceptions = cryptoInvoiceExceptions.filter((each) => each !== "none" && !statuses.includes(each))
const isException = (value: unknown) => exceptions.some((each) => each === value)

export const cryptoInvoiceList = (words: Words): Screen =>
  listScreen<CryptoInvoiceView>({
    ...{ scope: "partner", path: "/crypto-invoices", operation: "cryptoInvoices.list", hasDays: true },
    title: words.payments.cryptoInvoices,
    tab: words.payments.cryptoInvoicesTab,
    columns: columns(words),
    choices: [{ name: "status", label: words.payments.status, values: [...statuses, ...exceptions] }],
    read: ({ operations, partner }, { status: wanted, ...range }, part) => {
      const by = wanted === undefined ? {} : { [isException(wanted) ? "exception" : "status"]: wanted }
      return operations.cryptoInvoices.list(partner.id, { ...range, ...by } as CryptoInvoiceFilter, part)
    },
    link: (each, { base }) => `${base}/crypto-invoices/${each.id}`,
    empty: words.payments.noCryptoInvoices,
    acts: [
      {
        to: "/crypto-invoices/new",
        verb: words.payments.newCryptoInvoice,
        operation: "cryptoInvoices.create"
      }
    ]
  })
