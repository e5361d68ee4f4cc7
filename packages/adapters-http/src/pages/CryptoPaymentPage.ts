/**
 * The hosted page where a customer pays a crypto invoice.
 *
 * A pure function of the facts: the server renders every state, the script in `page.js` only fetches this page
 * again and swaps `<main>`. The address and its QR code are in the document only while money is asked for.
 */
import {
  asksForMoney,
  type CryptoPaymentView,
  hasMoney,
  hasVanished,
  isClosed,
  isPart,
  isTakenBack,
  reloadSeconds
} from "./CryptoPaymentView.ts"
import { type Html, html } from "./Html.ts"
import { copyIcon, statusIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { amountText } from "./localText.ts"
import type { Messages } from "./Messages.ts"
import { messagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import {
  countdown,
  descriptionRow,
  factRow,
  mainElement,
  money,
  nothing,
  notice,
  qrCode,
  returning,
  returnSeconds,
  stateBlock
} from "./pageParts.ts"
import { webLink } from "./webLink.ts"

export type { CryptoPaymentView } from "./CryptoPaymentView.ts"

export interface CryptoPaymentPageOptions {
  readonly locale: Locale
  /** This page's own path; the status stream is at `${path}/events`. */
  readonly path: string
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  readonly sandbox: boolean
  /** Who is paid, where that is shown. */
  readonly brand?: PageBrand | null
}

const copyButton = (id: string, text: string, name: string, messages: Messages): Html =>
  html`<button type="button" class="button copy only-with-script" id="${id}" aria-label="${name}" data-copy="${text}" data-copied="${messages.copied}">${copyIcon}<span>${messages.copy}</span></button>`

const note = (view: CryptoPaymentView, messages: Messages): string | null => {
  // An underpaid invoice says so in its headline and its figures, one whose money is gone in its headline.
  if (view.exception === "none" || view.exception === "underpaid" || hasVanished(view) || isTakenBack(view))
    return null
  if (view.exception !== "late" || view.status === "paid") return messages.exceptionNote[view.exception]
  return isClosed(view) ? messages.moneyOnClosed : messages.lateOnItsWay
}

/** The text at the top of the page. */
const saidOf = (
  view: CryptoPaymentView,
  messages: Messages
): { readonly headline: string; readonly explanation: string } => {
  if (hasVanished(view)) return messages.vanished
  if (isTakenBack(view)) return messages.takenBack
  if (asksForMoney(view) && isPart(view)) return messages.part
  return { headline: messages.headline[view.status], explanation: messages.explanation[view.status] }
}

const state = (view: CryptoPaymentView, messages: Messages): Html => {
  const attention = note(view, messages)
  const { explanation, headline } = saidOf(view, messages)
  const late = view.status === "expired" || view.status === "underpaid"
  const [colours, icon] =
    hasVanished(view) || isTakenBack(view)
      ? (["vanished", warningIcon] as const)
      : ([view.status, statusIcon[view.status]] as const)
  return html`${stateBlock(colours, icon, headline, explanation)}
${attention === null ? null : notice(attention)}
${late ? html`<p class="hint">${messages.lateMoney}</p>` : null}`
}

const progress = (view: CryptoPaymentView, messages: Messages): Html => {
  // The confirmed amount says nothing about what must still be sent.
  const isDone = asksForMoney(view) && view.confirmations >= view.requiredConfirmations
  if (view.status !== "confirming" || isDone || !hasMoney(view)) return nothing
  const seen = Math.min(view.confirmations, view.requiredConfirmations)
  const text = messages.confirmationsOf(seen, view.requiredConfirmations)
  return html`<div class="progress">
<p><span>${messages.confirmations}</span> <strong>${text}</strong></p>
<progress value="${seen}" max="${Math.max(1, view.requiredConfirmations)}" aria-label="${messages.confirmations}">${text}</progress>
</div>`
}

const figure = (amount: string, { currency }: CryptoPaymentView, locale: Locale): Html =>
  money(amountText(amount, locale), currency, amount)

const demand = (
  view: CryptoPaymentView,
  locale: Locale,
  messages: Messages
): Html => html`<div class="demand">
<h2 class="label">${isPart(view) ? messages.amountStillToSend : messages.amountToSend}</h2>
<p class="amount">${figure(view.remainingAmount, view, locale)}</p>
${copyButton("copy-amount", view.remainingAmount, messages.copyAmount, messages)}
</div>`

const facts = (view: CryptoPaymentView, locale: Locale, messages: Messages): Html => {
  const asks = asksForMoney(view)
  const isDemanded = asks && !isPart(view) && !hasVanished(view)
  return html`<dl class="facts">
${isDemanded ? null : factRow(messages.invoiceAmount, figure(view.expectedAmount, view, locale))}
${hasMoney(view) ? factRow(messages.received, figure(view.paidAmount, view, locale)) : null}
${isPart(view) && !asks ? factRow(messages.missing, figure(view.remainingAmount, view, locale)) : null}
${factRow(messages.network, html`${view.networkLabel}`)}
${descriptionRow(view.description, messages)}
</dl>`
}

const destination = (
  view: CryptoPaymentView,
  messages: Messages
): Html => html`<p class="warning">${warningIcon}<span>${messages.networkWarning(view.currency, view.networkLabel)}</span></p>
${qrCode(view.address, messages.qrCode(view.networkLabel))}
<h2 class="label" id="address-label">${messages.address}</h2>
<div class="address">
<p class="address-text" id="address" translate="no">${view.address}</p>
${copyButton("copy-address", view.address, messages.copyAddress, messages)}
</div>`

const transfer = (view: CryptoPaymentView, locale: Locale, messages: Messages): Html => {
  if (!asksForMoney(view)) return nothing
  // A customer who has sent once is asked to check before sending again.
  if (hasVanished(view))
    return html`<section class="transfer"><details class="more" id="send-again">
<summary id="send-again-label">${messages.sendAgain}</summary>
<div class="stack">
${demand(view, locale, messages)}
${destination(view, messages)}
</div>
</details></section>`
  return html`<section class="transfer" aria-labelledby="address-label">
${destination(view, messages)}
</section>`
}

const main = (view: CryptoPaymentView, options: CryptoPaymentPageOptions, messages: Messages): Html => {
  const { locale } = options
  const asks = asksForMoney(view)
  const link = view.status === "paid" ? webLink(view.successUrl) : null
  // A customer who must read about an irregularity is not redirected.
  const way = view.exception === "none" ? "automatic" : "byLink"
  const reload = reloadSeconds(view)
  const announcement = [saidOf(view, messages).headline, note(view, messages)].filter((text) => text !== null)
  const content = html`<div class="card${asks && !hasVanished(view) ? " split" : ""}">
<div class="summary">
${state(view, messages)}
${progress(view, messages)}
${asks && !hasVanished(view) ? demand(view, locale, messages) : null}
${asks ? countdown(view.expiresAtMillis, view.nowMillis, messages) : null}
${facts(view, locale, messages)}
${returning(link, way, messages)}
</div>
${transfer(view, locale, messages)}
</div>`
  return mainElement(
    {
      shown: `${view.status}|${view.exception}|${view.confirmations}`,
      announcement: announcement.join(". "),
      eventsPath: reload === null ? null : `${options.path}/events`,
      reloadSeconds: reload,
      returnTo: link === null || way === "byLink" ? null : { address: link, seconds: returnSeconds },
      content
    },
    messages
  )
}

/** The whole document for these facts. Deterministic: equal arguments give equal bytes. */
export const renderCryptoPaymentPage = (
  view: CryptoPaymentView,
  options: CryptoPaymentPageOptions
): string => {
  const messages = messagesOf(options.locale)
  return renderPage({
    locale: options.locale,
    title: `${saidOf(view, messages).headline} · ${messages.pageTitle}`,
    assetsPath: options.assetsPath,
    brand: options.brand,
    path: options.path,
    ribbon: options.sandbox ? messagesOf(options.locale).testMode : null,
    reloadSeconds: reloadSeconds(view),
    main: main(view, options, messages)
  })
}
