import { html } from "@quittance/adapters-http/pages"
import type { CryptoInvoiceView } from "@quittance/core"
import { Effect } from "effect"
import { address, amount, amountIn, instant, status, text, word } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { type Column, type Fact, notice, section, table } from "../../look/parts.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { invoicePage } from "./invoicePage.ts"
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
  invoicePage(
    words,
    "cryptoInvoices",
    Effect.fnUntraced(function* (seen: Seen, wanted: string) {
      const { operations, partner } = seen
      const said = words.payments
      const invoice = yield* operations.cryptoInvoices.get(partner.id, wanted)
      const { network, transfersOmitted } = invoice
      const items = invoice.transfers ?? []
      const listed = { caption: said.transfers, columns: transferColumns(words, network), items }
      const paying = { address: invoice.address, amount: String(invoice.expectedAmount) }
      const older = transfersOmitted === 0 ? null : notice(said.transfersOmitted(transfersOmitted))
      return {
        ...{ invoice, name: invoice.externalId, facts: factsOf(invoice, words) },
        link: ["pending", "confirming"].includes(invoice.status) ? invoice.paymentLink : null,
        payTool: invoice.status === "pending" ? `deposit?${new URLSearchParams(paying)}` : null,
        history: yield* operations.cryptoInvoices.history(partner.id, wanted),
        telling: tellingOf(words, "USDT", network),
        more: items.length === 0 ? null : section(said.transfers, html`${older}${table(listed, seen)}`)
      }
    })
  )
