import { html } from "@quittance/adapters-http/pages"
import type { InvoiceView } from "@quittance/core"
import type { BankPaymentView, InvoiceMailView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, amountIn, id, instant, status, text } from "../../look/Cell.ts"
import { actLinks, beside, type Column, type Fact, facts, section, table } from "../../look/parts.ts"
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
  const metadata = JSON.stringify(invoice.metadata, undefined, 1)
  const link = (path: string, value: string) => html`<a href="${base}${path}">${id(value).shown(seen)}</a>`
  return [
    [said.invoice, html`<code class="address">${invoice.id}</code>`],
    [said.status, status(invoice.status)],
    [said.amount, amountIn(invoice.amount, invoice.currency)],
    [said.description, text(invoice.description)],
    [said.externalId, text(invoice.externalId)],
    ...(invoice.batchId === null
      ? []
      : [[said.batch, link(`/batches/${invoice.batchId}`, invoice.batchId)] as const]),
    [said.created, instant(invoice.createdAt)],
    [said.expires, instant(invoice.expiresAt)],
    [said.paid, instant(invoice.paidAt)],
    ...(invoice.late ? [[said.late, text(said.yes)] as const] : []),
    [said.payerBank, text(invoice.payerBank)],
    ...(mail.status === "none" ? [] : [[said.mail, status(mail.status)] as const]),
    ...(mail.customerEmail === null ? [] : [[said.customerEmail, text(mail.customerEmail)] as const]),
    ...(mail.reason === null ? [] : [[said.mailReason, text(mail.reason)] as const]),
    ...(metadata === "{}" ? [] : [[said.metadata, html`<pre><bdi>${metadata}</bdi></pre>`] as const]),
    [said.redirectUrl, text(invoice.redirectUrl)],
    ...(invoice.redactedAt === null ? [] : [[said.redacted, instant(invoice.redactedAt)] as const])
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
      const left = html`${actLinks(endLinks(seen, "invoices", invoice))}${facts(factsOf(invoice, mail, seen), seen)}${
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
