import type { CryptoInvoiceView } from "@quittance/core"
import {
  type CryptoInvoiceFilter,
  cryptoInvoiceExceptions,
  cryptoInvoiceList as list
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, amountIn, id, instant, longText, status, text, word } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { moneyText } from "../../look/money.ts"
import { type Column, type Fact, notice, tableSection } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { labelled } from "../../screen/labelled.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { invoicePage } from "./invoicePage.ts"

const columnsOf = (said: Words["payments"]): ReadonlyArray<Column<CryptoInvoiceView>> => [
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
  { title: said.link, cell: (each) => text(each.paymentLink), isOnlyInCsv: true }
]

const usdt = (value: number) => amountIn(value, "USDT")

const factsOf = (invoice: CryptoInvoiceView, said: Words["payments"]): ReadonlyArray<Fact> => [
  [said.invoice, address(invoice.id)],
  [said.status, status(invoice.status)],
  [said.exception, status(invoice.exception === "none" ? null : invoice.exception)],
  [said.toPay, usdt(invoice.expectedAmount)],
  [said.received, usdt(invoice.paidAmount)],
  [said.credited, usdt(invoice.creditedAmount)],
  [said.fee, usdt(invoice.chargedFee)],
  [said.confirmations, text(said.ofNeeded(invoice.confirmations, invoice.requiredConfirmations))],
  [said.network, word(invoice.network)],
  [said.address, address(invoice.address)],
  [said.externalId, text(invoice.externalId)],
  [said.description, text(invoice.description)],
  [said.customerName, text(invoice.customerName)],
  [said.customerEmail, text(invoice.customerEmail)],
  [said.redirectUrl, text(invoice.successUrl)],
  [said.cancelUrl, text(invoice.cancelUrl)],
  [said.created, instant(invoice.createdAt)],
  [said.expires, instant(invoice.expiresAt)],
  [said.paid, instant(invoice.paidAt)],
  [said.redacted, instant(invoice.redactedAt)]
]

const statuses: ReadonlyArray<string> = list.status?.values ?? []
/** What no status says, to be chosen beside the statuses: the list is by one or by the other. */
const exceptions = cryptoInvoiceExceptions.filter((each) => each !== "none" && !statuses.includes(each))
const isException = (value: unknown) => exceptions.some((each) => each === value)

/** Crypto invoices: all, a new one, and each with its transfers. */
export const cryptoInvoices = screensOf("payments", (said) => [
  listScreen<CryptoInvoiceView>({
    ...{ path: "/crypto-invoices", operation: "cryptoInvoices.list", hasDays: true },
    ...said.lists.cryptoInvoices,
    columns: columnsOf(said),
    choices: [{ name: "status", label: said.status, values: [...statuses, ...exceptions] }],
    read: ({ operations, partner }, { status: wanted, ...range }, part) => {
      const by = wanted === undefined ? {} : { [isException(wanted) ? "exception" : "status"]: wanted }
      return operations.cryptoInvoices.list(partner.id, { ...range, ...by } as CryptoInvoiceFilter, part)
    },
    link: (each, { base }) => `${base}/crypto-invoices/${each.id}`,
    acts: [
      {
        to: "/crypto-invoices/new",
        verb: said.making.cryptoInvoice.title,
        operation: "cryptoInvoices.create"
      }
    ]
  }),
  actScreen({
    ...{ path: "/crypto-invoices/new", operation: "cryptoInvoices.create", ...said.making.cryptoInvoice },
    fields: ({ newNonce, operations, partner }) =>
      Effect.map(operations.cryptoInvoices.networks(partner.id), (networks) =>
        labelled(said, [
          { name: "amount", label: said.amountUsdt, kind: "amount" },
          {
            name: "network",
            kind: "choice",
            options: networks.map(({ label, maxInvoice, minInvoice, name }) => [
              name,
              said.networkChoice(label, moneyText(minInvoice, "USDT"), moneyText(maxInvoice, "USDT"))
            ])
          },
          { name: "externalId", value: `console-${newNonce}`, lengthMax: 128 },
          { name: "description", kind: "long", lengthMax: 500, isOptional: true },
          { name: "customerName", isOptional: true, lengthMax: 200 },
          { name: "customerEmail", kind: "email", isOptional: true },
          { name: "successUrl", kind: "url", isOptional: true },
          { name: "cancelUrl", kind: "url", isOptional: true },
          { name: "expiresInMinutes", kind: "number", isOptional: true }
        ])
      ),
    call: ({ operations, partner }, input) => operations.cryptoInvoices.create(partner.id, input),
    to: ({ id }) => `/crypto-invoices/${id}`
  }),
  invoicePage(
    said,
    "cryptoInvoices",
    Effect.fnUntraced(function* (seen) {
      const { id, operations, partner } = seen
      const invoice = yield* operations.cryptoInvoices.get(partner.id, id)
      const { network, transfers, transfersOmitted } = invoice
      const paying = { address: invoice.address, amount: String(invoice.expectedAmount) }
      const above = transfersOmitted === 0 ? null : notice(said.transfersOmitted(transfersOmitted))
      return {
        ...{ invoice, name: invoice.externalId, facts: factsOf(invoice, said), currency: "USDT", network },
        link: ["pending", "confirming"].includes(invoice.status) ? invoice.paymentLink : null,
        payTool: invoice.status === "pending" ? `deposit?${new URLSearchParams(paying)}` : null,
        history: yield* operations.cryptoInvoices.history(partner.id, id),
        more: tableSection(seen, {
          ...{ caption: said.transfers, items: transfers ?? [], above },
          columns: [
            { title: said.transaction, cell: (each) => transaction(each.txHash, network) },
            { title: said.status, cell: (each) => status(each.status) },
            { title: said.amount, cell: (each) => amount(each.amount, "USDT") },
            {
              title: said.confirmations,
              cell: (each) => text(said.ofNeeded(each.confirmations, each.requiredConfirmations))
            },
            { title: said.seen, cell: (each) => instant(each.seenAt) }
          ]
        })
      }
    })
  )
])
