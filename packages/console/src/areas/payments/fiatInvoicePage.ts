import { html } from "@quittance/adapters-http/pages"
import type { InvoiceView } from "@quittance/core"
import type { BankPaymentView, InvoiceMailView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, amountIn, id, instant, status, text } from "../../look/Cell.ts"
import { actLinks, beside, type Column, type Fact, facts, known, section, table } from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { storyOf, storySection } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { endLinks } from "./invoiceEnds.ts"
import { customerLink } from "./payment.ts"
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
  pageScreen({
    ...{ scope: "partner", path: "/invoices/{id}", operation: "invoices.get" },
    title: words.payments.invoice,
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, parameters, partner } = seen
      const { id: wanted = "" } = parameters
      const said = words.payments
      const invoice = yield* operations.invoices.get(partner.id, wanted)
      const history = yield* operations.invoices.history(partner.id, wanted)
      const payments = yield* operations.bankPayments.ofInvoice(partner.id, wanted)
      const mail = seen.may("invoices.mail") ? yield* operations.invoices.mail(partner.id, wanted) : noMail
      const story = yield* storyOf(seen, history, tellingOf(words, invoice.currency), wanted)
      const left = html`${actLinks(endLinks(seen, "invoices", invoice))}${facts(known(factsOf(invoice, mail, seen), seen), seen)}${
        invoice.status === "pending"
          ? section(said.forCustomer, customerLink(invoice.paymentUrl, seen))
          : null
      }${
        payments.length === 0
          ? null
          : section(
              said.bankPayments,
              table({ caption: said.bankPayments, columns: paymentColumns(words), items: payments }, seen)
            )
      }`
      return {
        title: `${said.invoice} ${wanted}`,
        body: beside(left, storySection(story, seen)),
        live: {
          shown: `${invoice.status} ${invoice.updatedAt} ${story.entries.length}`,
          announcement: said.nowIs(said.invoice, invoice.status)
        }
      }
    })
  })
