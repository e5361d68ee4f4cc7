import { html } from "@quittance/adapters-http/pages"
import type { CryptoInvoiceView } from "@quittance/core"
import { Effect } from "effect"
import { address, amount, amountIn, instant, status, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import {
  actLinks,
  beside,
  type Column,
  type Fact,
  facts,
  known,
  notice,
  section,
  table
} from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { storyOf, storySection } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { endLinks } from "./invoiceEnds.ts"
import { customerLink } from "./payment.ts"
import { tellingOf } from "./telling.ts"

const usdt = (value: number) => amountIn(value, "USDT")

const factsOf = (invoice: CryptoInvoiceView, { payments: said }: Words): ReadonlyArray<Fact> => [
  [said.invoice, address(invoice.id)],
  [said.status, status(invoice.status)],
  [said.exception, status(invoice.exception === "none" ? null : invoice.exception)],
  [said.toPay, usdt(invoice.expectedAmount)],
  [said.received, usdt(invoice.paidAmount)],
  [said.credited, usdt(invoice.creditedAmount)],
  [said.fee, usdt(invoice.chargedFee)],
  [said.confirmations, text(said.ofNeeded(invoice.confirmations, invoice.requiredConfirmations))],
  [said.network, text(invoice.network)],
  [said.address, address(invoice.address)],
  [said.externalId, text(invoice.externalId)],
  [said.description, text(invoice.description)],
  [said.customerName, text(invoice.customerName)],
  [said.customerEmail, text(invoice.customerEmail)],
  [said.redirectUrl, text(invoice.successUrl)],
  [said.created, instant(invoice.createdAt)],
  [said.expires, instant(invoice.expiresAt)],
  [said.paid, instant(invoice.paidAt)],
  [said.redacted, instant(invoice.redactedAt)]
]

type Transfer = NonNullable<CryptoInvoiceView["transfers"]>[number]

const transferColumns = ({ payments: said }: Words, network: string): ReadonlyArray<Column<Transfer>> => [
  { title: said.transaction, cell: (each) => transaction(each.txHash, network) },
  { title: said.status, cell: (each) => status(each.status) },
  { title: said.amount, cell: (each) => amount(each.amount, "USDT") },
  {
    title: said.confirmations,
    cell: (each) => text(said.ofNeeded(each.confirmations, each.requiredConfirmations))
  },
  { title: said.seen, cell: (each) => instant(each.seenAt) }
]

export const cryptoInvoicePage = (words: Words): Screen =>
  pageScreen({
    ...{ scope: "partner", path: "/crypto-invoices/{id}", operation: "cryptoInvoices.get" },
    title: words.payments.cryptoInvoice,
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, parameters, partner } = seen
      const { id: wanted = "" } = parameters
      const said = words.payments
      const invoice = yield* operations.cryptoInvoices.get(partner.id, wanted)
      const history = yield* operations.cryptoInvoices.history(partner.id, wanted)
      const story = yield* storyOf(seen, history, tellingOf(words, "USDT", invoice.network), wanted)
      const { status: now, transfers, transfersOmitted } = invoice
      const items = transfers ?? []
      const columns = transferColumns(words, invoice.network)
      const isOpen = now === "pending" || now === "confirming"
      const left = html`${actLinks(endLinks(seen, "cryptoInvoices", invoice))}${facts(known(factsOf(invoice, words), seen), seen)}${
        isOpen ? section(said.forCustomer, customerLink(invoice.paymentLink, seen)) : null
      }${
        items.length === 0
          ? null
          : section(
              said.transfers,
              html`${transfersOmitted === 0 ? null : notice(said.transfersOmitted(transfersOmitted))}${table({ caption: said.transfers, columns, items }, seen)}`
            )
      }`
      return {
        title: `${said.cryptoInvoice} ${invoice.externalId}`,
        body: beside(left, storySection(story, seen)),
        live: {
          shown: `${now} ${invoice.updatedAt} ${story.entries.length}`,
          announcement: said.nowIs(said.cryptoInvoice, now)
        }
      }
    })
  })
