/** The receipt of a paid invoice, made to be printed: nobody waits on it for a change, so it has no events. */
import { type Html, html } from "./Html.ts"
import type { Locale } from "./Locale.ts"
import { amountText, instantText } from "./localText.ts"
import { messagesOf } from "./messages/messagesOf.ts"
import { receiptMessagesOf } from "./messages/receipt.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import { descriptionRow, factRow, mainElement, money, notice } from "./pageParts.ts"

/** A transfer of a network that paid the invoice. */
interface PaidTransfer {
  readonly hash: string
  readonly explorer: string | null
}

export interface ReceiptView {
  readonly number: string
  readonly description: string | null
  readonly paidAtMillis: number
  readonly late: boolean
  /** Exact decimals in `currency`; `fee` is what the payer paid above the price, and null if the seller pays it. */
  readonly total: string
  readonly currency: string
  readonly price: string
  readonly fee?: string | null
  readonly paidThrough:
    | { readonly bank: string }
    | { readonly networkLabel: string; readonly transfers: ReadonlyArray<PaidTransfer> }
}

export interface ReceiptPageOptions {
  readonly locale: Locale
  /** This page's own path. */
  readonly path: string
  /** The path of the page where it was paid. */
  readonly paymentPath: string
  readonly assetsPath: string
  readonly sandbox: boolean
  /** Who was paid, where that is shown. */
  readonly brand?: PageBrand | null
}

/** In UTC; the script adds the reader's own time. */
const instantRow = (at: number, locale: Locale): Html => {
  const { hereAt, paidAt } = receiptMessagesOf(locale)
  const iso = new Date(at).toISOString()
  return factRow(
    paidAt,
    html`<time datetime="${iso}">${instantText(at, locale)}</time><span class="local only-with-script" data-instant="${iso}">${hereAt} </span>`
  )
}

const wholeHash = ({ explorer, hash }: PaidTransfer): Html => {
  const shown = html`<span class="whole-hash" translate="no">${hash}</span>`
  return explorer === null
    ? html`<li>${shown}</li>`
    : html`<li><a href="${explorer}" rel="noreferrer noopener" target="_blank">${shown}</a></li>`
}

const paidThrough = ({ paidThrough: through }: ReceiptView, locale: Locale): Html => {
  const said = receiptMessagesOf(locale)
  return "bank" in through
    ? factRow(said.paidFrom, html`<bdi>${through.bank}</bdi>`)
    : html`${factRow(messagesOf(locale).network, html`${through.networkLabel}`)}
${factRow(said.transfer, html`<ul class="hashes">${through.transfers.map(wholeHash)}</ul>`)}`
}

const fees = (view: ReceiptView, locale: Locale): Html | null => {
  const { currency, fee, price } = view
  const said = receiptMessagesOf(locale)
  if (fee === undefined) return null
  if (fee === null) return factRow(said.fee, html`${said.feeOfMerchant}`)
  const row = (term: string, amount: string) =>
    factRow(term, money(amountText(amount, locale), currency, amount))
  return html`${row(said.price, price)}
${row(said.feeIncluded, fee)}`
}

const card = (view: ReceiptView, { locale, paymentPath, sandbox }: ReceiptPageOptions): Html => {
  const said = receiptMessagesOf(locale)
  const messages = messagesOf(locale)
  return html`<article class="card receipt">
<div class="summary">
<h1>${said.title}</h1>
<div class="demand">
<h2 class="label">${said.total}</h2>
<p class="amount">${money(amountText(view.total, locale), view.currency, view.total)}</p>
</div>
${sandbox ? notice(said.sandbox) : null}
<dl class="facts">
${instantRow(view.paidAtMillis, locale)}
${factRow(said.number, html`<span class="whole-hash" translate="no">${view.number}</span>`)}
${descriptionRow(view.description, messages)}
${fees(view, locale)}
${paidThrough(view, locale)}
</dl>
${view.late ? html`<p class="hint">${said.late}</p>` : null}
<p class="leave"><button type="button" class="button only-with-script" id="print" data-print="">${said.print}</button> <a href="${paymentPath}?lang=${locale}">${said.back}</a></p>
</div>
</article>`
}

/** The whole document for these facts. Deterministic: equal arguments give equal bytes. */
export const renderReceiptPage = (view: ReceiptView, options: ReceiptPageOptions): string => {
  const { assetsPath, brand, locale, path, sandbox } = options
  const { title } = receiptMessagesOf(locale)
  const messages = messagesOf(locale)
  const content = {
    shown: "receipt",
    standing: "paid" as const,
    announcement: title,
    content: card(view, options)
  }
  return renderPage({
    ...{ locale, assetsPath, brand, path, title },
    ribbon: sandbox ? messages.testMode : null,
    reloadSeconds: null,
    main: mainElement({ ...content, eventsPath: null, reloadSeconds: null, returnTo: null }, messages)
  })
}
