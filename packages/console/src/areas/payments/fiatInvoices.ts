import { html } from "@quittance/adapters-http/pages"
import type { InvoiceFilter, InvoiceView } from "@quittance/core"
import {
  fiatCurrencies,
  type InvoiceMailView,
  invoiceStatuses,
  spacedReference,
  statementEntryPrefix
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, amountIn, type Cell, id, instant, longText, status, text } from "../../look/Cell.ts"
import { type Column, type Fact, tableSection } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { labelled } from "../../screen/labelled.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { invoicePage } from "./invoicePage.ts"

/** What lists and files tell of a fiat invoice. */
export const invoiceColumns = (said: Words["payments"]): ReadonlyArray<Column<InvoiceView>> => [
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
  { title: said.link, cell: (each) => text(each.paymentUrl), isOnlyInCsv: true },
  { title: said.reference, cell: (each) => text(each.reference), isOnlyInCsv: true }
]

export const invoiceChoices = (said: Words["payments"]) => [
  { name: "status", label: said.status, values: invoiceStatuses },
  { name: "currency", label: said.currency, values: fiatCurrencies }
]

const factsOf = (seen: Seen, invoice: InvoiceView, mail: InvoiceMailView | null): ReadonlyArray<Fact> => {
  const { payments: said } = seen.words
  const { batchId } = invoice
  const metadata = JSON.stringify(invoice.metadata, undefined, 1)
  return [
    [said.invoice, address(invoice.id)],
    [said.status, status(invoice.status)],
    [said.amount, amountIn(invoice.amount, invoice.currency)],
    [said.description, text(invoice.description)],
    [said.externalId, text(invoice.externalId)],
    [said.reference, text(invoice.reference && spacedReference(invoice.reference))],
    [
      said.batch,
      batchId === null ? text("") : html`<a href="${seen.base}/batches/${batchId}">${batchId}</a>`
    ],
    [said.created, instant(invoice.createdAt)],
    [said.expires, instant(invoice.expiresAt)],
    [said.paid, instant(invoice.paidAt)],
    [said.late, text(invoice.late ? said.yes : "")],
    [said.reversed, text(invoice.reversed ? said.yes : "")],
    [said.payerBank, text(invoice.payerBank)],
    [said.mail, status(mail?.status === "none" ? null : mail?.status)],
    [said.customerEmail, text(mail?.customerEmail)],
    [said.mailReason, text(mail?.reason)],
    [said.metadata, metadata === "{}" ? text("") : html`<pre><bdi>${metadata}</bdi></pre>`],
    [said.redirectUrl, text(invoice.redirectUrl)],
    [said.cancelUrl, text(invoice.cancelUrl)],
    [said.redacted, instant(invoice.redactedAt)]
  ]
}

/** An operation of a bank; one of a statement, for those who see these, as the way to its entry. */
const operationCell = (operation: string | null, { may, root, words: { payments: said } }: Seen): Cell => {
  const told = id(operation)
  if (operation?.startsWith(statementEntryPrefix) !== true) return told
  return {
    ...told,
    shown: () =>
      may("statements.get")
        ? html`<a href="${root}/operator/statements/${operation}">${said.ofStatement}</a>`
        : html`${said.ofStatement}`
  }
}

/** Fiat invoices: all, a new one, and each with its bank payments. */
export const fiatInvoices = screensOf("payments", (said) => [
  listScreen<InvoiceView>({
    ...{ path: "/invoices", operation: "invoices.list", hasDays: true, ...said.lists.invoices },
    columns: invoiceColumns(said),
    choices: invoiceChoices(said),
    read: ({ operations, partner }, chosen, part) =>
      operations.invoices.list(partner.id, chosen as InvoiceFilter, part),
    link: (each, { base }) => `${base}/invoices/${each.id}`,
    acts: [
      { to: "/invoices/new", verb: said.making.invoice.title, operation: "invoices.create" },
      { to: "/batches/new", verb: said.making.batch.title, operation: "batches.import" }
    ]
  }),
  actScreen({
    ...{ path: "/invoices/new", operation: "invoices.create", ...said.making.invoice },
    fields: labelled(said, [
      { name: "amount", kind: "amount" },
      { name: "currency", kind: "choice", options: fiatCurrencies },
      { name: "description", kind: "long", lengthMax: 500, isOptional: true },
      { name: "expiresAt", kind: "date", isOptional: true },
      { name: "redirectUrl", kind: "url", isOptional: true },
      { name: "cancelUrl", kind: "url", isOptional: true }
    ]),
    call: ({ operations, partner }, input, key) => operations.invoices.create(partner.id, input, key),
    to: ({ id }) => `/invoices/${id}`
  }),
  invoicePage(
    said,
    "invoices",
    Effect.fnUntraced(function* (seen) {
      const { operations, partner } = seen
      const invoice = yield* operations.invoices.get(partner.id, seen.id)
      const payments = yield* operations.bankPayments.ofInvoice(partner.id, seen.id)
      const mail = seen.may("invoices.mail") ? yield* operations.invoices.mail(partner.id, seen.id) : null
      const isOpen = invoice.status === "pending"
      return {
        ...{ invoice, name: seen.id, facts: factsOf(seen, invoice, mail), currency: invoice.currency },
        link: isOpen ? invoice.paymentUrl : null,
        payTool: isOpen ? `pay?${new URLSearchParams({ invoice: seen.id })}` : null,
        history: yield* operations.invoices.history(partner.id, seen.id),
        more: tableSection(seen, {
          ...{ caption: said.bankPayments, items: payments },
          columns: [
            { title: said.payment, cell: (each) => id(each.id) },
            { title: said.status, cell: (each) => status(each.status) },
            { title: said.amount, cell: (each) => amount(each.amount, each.currency) },
            { title: said.currency, cell: (each) => text(each.currency) },
            { title: said.bank, cell: (each) => text(each.payerBank ?? each.bank) },
            { title: said.operation, cell: (each) => operationCell(each.operationId, seen) },
            { title: said.fault, cell: ({ fault }) => text(fault && (said.faults[fault] ?? fault)) }
          ]
        })
      }
    })
  )
])
