import { html } from "@quittance/adapters-http/pages"
import type { InvoiceView } from "@quittance/core"
import type { BankPaymentView, InvoiceMailView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, amountIn, id, instant, status, text } from "../../look/Cell.ts"
import { type Column, type Fact, section, table } from "../../look/parts.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { invoicePage } from "./invoicePage.ts"
import { tellingOf } from "./telling.ts"

const noMail: InvoiceMailView = { status: "none", customerEmail: null, at: null, reason: null }

const factsOf = (invoice: InvoiceView, mail: InvoiceMailView, seen: Seen): ReadonlyArray<Fact> => {
  const { base, words } = seen
  const said = words.payments
  const { batchId } = invoice
  const metadata = JSON.stringify(invoice.metadata, undefined, 1)
  return [
    [said.invoice, address(invoice.id)],
    [said.status, status(invoice.status)],
    [said.amount, amountIn(invoice.amount, invoice.currency)],
    [said.description, text(invoice.description)],
    [said.externalId, text(invoice.externalId)],
    [said.batch, batchId === null ? text("") : html`<a href="${base}/batches/${batchId}">${batchId}</a>`],
    [said.created, instant(invoice.createdAt)],
    [said.expires, instant(invoice.expiresAt)],
    [said.paid, instant(invoice.paidAt)],
    [said.late, text(invoice.late ? said.yes : "")],
    [said.payerBank, text(invoice.payerBank)],
    [said.mail, status(mail.status === "none" ? null : mail.status)],
    [said.customerEmail, text(mail.customerEmail)],
    [said.mailReason, text(mail.reason)],
    [said.metadata, metadata === "{}" ? text("") : html`<pre><bdi>${metadata}</bdi></pre>`],
    [said.redirectUrl, text(invoice.redirectUrl)],
    [said.cancelUrl, text(invoice.cancelUrl)],
    [said.redacted, instant(invoice.redactedAt)]
  ]
}

const paymentColumns = ({ payments: said }: Words): ReadonlyArray<Column<BankPaymentView>> => [
  { title: said.payment, cell: (each) => id(each.id) },
  { title: said.status, cell: (each) => status(each.status) },
  { title: said.amount, cell: (each) => amount(each.amount, each.currency) },
  { title: said.currency, cell: (each) => text(each.currency) },
  { title: said.bank, cell: (each) => text(each.payerBank ?? each.bank) },
  { title: said.operation, cell: (each) => id(each.operationId) },
  {
    title: said.fault,
    cell: (each) => text(each.fault === null ? null : (said.faults[each.fault] ?? each.fault))
  }
]

export const fiatInvoicePage = (words: Words): Screen =>
  invoicePage(
    words,
    "invoices",
    Effect.fnUntraced(function* (seen: Seen, wanted: string) {
      const { operations, partner } = seen
      const said = words.payments
      const invoice = yield* operations.invoices.get(partner.id, wanted)
      const payments = yield* operations.bankPayments.ofInvoice(partner.id, wanted)
      const mail = seen.may("invoices.mail") ? yield* operations.invoices.mail(partner.id, wanted) : noMail
      const listed = { caption: said.bankPayments, columns: paymentColumns(words), items: payments }
      return {
        ...{ invoice, name: wanted, facts: factsOf(invoice, mail, seen) },
        link: invoice.status === "pending" ? invoice.paymentUrl : null,
        payTool: invoice.status === "pending" ? `pay?${new URLSearchParams({ invoice: wanted })}` : null,
        history: yield* operations.invoices.history(partner.id, wanted),
        telling: tellingOf(words, invoice.currency),
        more: payments.length === 0 ? null : section(said.bankPayments, table(listed, seen))
      }
    })
  )
