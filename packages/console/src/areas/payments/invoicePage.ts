import { type Html, html, qrCode } from "@quittance/adapters-http/pages"
import type { CryptoInvoiceView, InvoiceView } from "@quittance/core"
import type { Currency } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amountIn, id, instant, status, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { actLinks, type Fact, facts, known, section } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { recordScreen } from "../../screen/recordScreen.ts"
import { type Screen, screensOf } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { History, Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

const invoicePaths = { invoices: "/invoices", cryptoInvoices: "/crypto-invoices" } as const
type InvoiceKind = keyof typeof invoicePaths

interface Endable {
  readonly id: string
  readonly status: string
  readonly redactedAt?: string | null
}

/** The ways to the ends that are possible for who looks. */
const endLinks = (
  seen: Seen,
  kind: InvoiceKind,
  { id, redactedAt, status }: Endable
): ReadonlyArray<Html | null> => {
  const end = (name: "cancel" | "redact") =>
    actFor(seen, `${kind}.${name}`, `${invoicePaths[kind]}/${id}/${name}`, seen.words.payments[name])
  return [
    status === "pending" ? end("cancel") : null,
    redactedAt == null && status !== "confirming" ? end("redact") : null
  ]
}

/** One of a kind, read or ended. */
const by = (
  { id, operations, partner }: Seen,
  kind: InvoiceKind,
  act: "get" | "cancel" | "redact"
): Effect.Effect<InvoiceView | CryptoInvoiceView, ScreenFailure> => operations[kind][act](partner.id, id)

/** What a page tells of an invoice of one kind. */
interface InvoiceParts {
  readonly invoice: Endable & { readonly updatedAt: string }
  readonly name: string
  readonly facts: ReadonlyArray<Fact>
  readonly currency: Currency
  /** Where its transactions are. */
  readonly network?: string
  /** Where the customer pays it, while it can be paid. */
  readonly link: string | null
  /** The tool that pays it in a sandbox, with what it needs to know, while it can be paid. */
  readonly payTool: string | null
  readonly history: History
  /** Below the facts. */
  readonly more: Html | null
}

/** The page of an invoice: what it is and the way to pay it beside what became of it. */
export const invoicePage = (
  said: Words["payments"],
  kind: InvoiceKind,
  read: (seen: Seen) => Effect.Effect<InvoiceParts, ScreenFailure>
): Screen =>
  recordScreen({
    ...{ path: `${invoicePaths[kind]}/{id}`, operation: `${kind}.get`, title: said.kindOf[kind] },
    read: (seen) =>
      Effect.map(read(seen), ({ history, invoice, link, more, name, payTool, ...parts }) => {
        const paying =
          payTool !== null && seen.isSandbox
            ? actFor(seen, "sandbox.pay", `/sandbox/${payTool}`, said.payHere)
            : null
        const acts = actLinks([paying, ...endLinks(seen, kind, invoice)])
        const customer = link === null ? null : section(said.forCustomer, customerLink(link, seen))
        return {
          title: `${said.kindOf[kind]} ${name}`,
          body: html`${acts}${facts(seen, known(seen, parts.facts))}${customer}${more}`,
          ...{ history, telling: tellingOf(said, parts) },
          course: [invoice.status, invoice.updatedAt],
          nowIs: said.nowIs(said.kindOf[kind], invoice.status)
        }
      })
  })

/** How its events are told: money in its currency, transactions on its network. */
const tellingOf = (
  said: Words["payments"],
  { currency, network = "" }: Pick<InvoiceParts, "currency" | "network">
): Telling => {
  const money = (value: string, { currency: unit }: { readonly currency?: unknown }) =>
    amountIn(Number(value), String(unit ?? currency))
  return {
    titles: said.events,
    details: {
      txHash: [said.transaction, (hash) => transaction(hash, network)],
      payment: [said.payment, id],
      expiresAt: [said.expires, instant],
      late: [said.late, () => text(said.yes)],
      fault: [said.fault, (fault) => text(said.faults[fault] ?? fault)],
      fee: [said.fee, money],
      amount: [said.amount, money],
      expectedAmount: [said.amount, money]
    }
  }
}

/** What a customer is sent: to be copied as it stands, or shown to a camera. */
const customerLink = (link: string, { words: { frame, payments: said } }: Seen): Html =>
  html`<div class="field"><label for="link">${said.link}</label><input id="link" readonly value="${link}"></div>
<p class="acts"><button type="button" class="second only-with-script" data-copy="${link}" data-copied="${frame.copied}"><span>${said.copyLink}</span></button><a class="button second" href="${link}" rel="noreferrer noopener" target="_blank">${said.openLink}</a></p>
${qrDetails(said.showQr, link, said.qrLabel)}`

/** A QR code that is there without a script, for who opens it. */
export const qrDetails = (title: string, content: string, label: string): Html =>
  html`<details><summary>${title}</summary>${qrCode(content, label)}</details>`

/** The ends that people give to invoices of either kind, each on a page of its own. */
export const invoiceEnds = screensOf("payments", (said) =>
  (["invoices", "cryptoInvoices"] as const).flatMap((kind) =>
    (["cancel", "redact"] as const).map((end) => {
      const path = `${invoicePaths[kind]}/{id}`
      return actScreen({
        ...{ path: `${path}/${end}`, operation: `${kind}.${end}`, isFinal: true },
        ...said.ends[end],
        about: (seen) =>
          Effect.map(by(seen, kind, "get"), (found) => [
            [said.invoice, text(found.id)],
            [said.amount, amountIn(found.amount, found.currency)],
            [said.description, text(found.description)],
            [said.status, status(found.status)]
          ]),
        call: (seen) => by(seen, kind, end),
        to: path
      })
    })
  )
)
