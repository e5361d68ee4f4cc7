/**
 * The hosted page where a customer pays a crypto invoice.
 *
 * A pure function of the facts: the server renders every state, the script in `script.ts` only fetches this page
 * again and swaps `<main>`. The address and its QR code are in the document only while money is asked for.
 */
import { asksForMoney, type CryptoPaymentView, hasMoney, isPart, reloadSeconds } from "./CryptoPaymentView.ts"
import { type Html, html } from "./Html.ts"
import { copyIcon, statusIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { type Messages, messagesOf } from "./Messages.ts"
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
}

const copyButton = (id: string, text: string, name: string, messages: Messages): Html =>
  html`<button type="button" class="button copy only-with-script" id="${id}" aria-label="${name}" data-copy="${text}" data-copied="${messages.copied}">${copyIcon}<span>${messages.copy}</span></button>`

const note = (view: CryptoPaymentView, messages: Messages): string | null =>
  // An underpaid invoice says so in its headline and its figures.
  view.exception === "none" || view.exception === "underpaid" ? null : messages.exceptionNote[view.exception]

const headline = (view: CryptoPaymentView, messages: Messages): string =>
  asksForMoney(view) && isPart(view) ? messages.partHeadline : messages.headline[view.status]

const explanation = (view: CryptoPaymentView, messages: Messages): string =>
  asksForMoney(view) && isPart(view) ? messages.partExplanation : messages.explanation[view.status]

const state = (view: CryptoPaymentView, messages: Messages): Html => {
  const attention = note(view, messages)
  const late = view.status === "expired" || view.status === "underpaid"
  return html`${stateBlock(view.status, statusIcon[view.status], headline(view, messages), explanation(view, messages))}
${attention === null ? null : notice(attention)}
${late ? html`<p class="hint">${messages.lateMoney}</p>` : null}`
}

const progress = (view: CryptoPaymentView, messages: Messages): Html => {
  if (view.status !== "confirming") return nothing
  const seen = Math.min(view.confirmations, view.requiredConfirmations)
  const text = messages.confirmationsOf(seen, view.requiredConfirmations)
  return html`<div class="progress">
<p><span>${messages.confirmations}</span> <strong>${text}</strong></p>
<progress value="${seen}" max="${Math.max(1, view.requiredConfirmations)}" aria-label="${messages.confirmations}">${text}</progress>
</div>`
}

const demand = (view: CryptoPaymentView, messages: Messages): Html => {
  if (!asksForMoney(view)) return nothing
  const amount = view.remainingAmount
  return html`<div class="demand">
<h2 class="label">${isPart(view) ? messages.amountStillToSend : messages.amountToSend}</h2>
<p class="amount">${money(amount, view.currency)}</p>
${copyButton("copy-amount", amount, messages.copyAmount, messages)}
</div>
${countdown(view.expiresAtMillis, view.nowMillis, messages)}`
}

const facts = (view: CryptoPaymentView, messages: Messages): Html => {
  const asks = asksForMoney(view)
  return html`<dl class="facts">
${asks && !isPart(view) ? null : factRow(messages.invoiceAmount, money(view.expectedAmount, view.currency))}
${hasMoney(view) ? factRow(messages.received, money(view.paidAmount, view.currency)) : null}
${isPart(view) && !asks ? factRow(messages.missing, money(view.remainingAmount, view.currency)) : null}
${factRow(messages.network, html`${view.networkLabel}`)}
${descriptionRow(view.description, messages)}
</dl>`
}

const transfer = (view: CryptoPaymentView, messages: Messages): Html => {
  if (!asksForMoney(view)) return nothing
  return html`<section class="transfer" aria-labelledby="address-label">
<p class="warning">${warningIcon}<span>${messages.networkWarning(view.currency, view.networkLabel)}</span></p>
${qrCode(view.address, messages.qrCode(view.networkLabel))}
<h2 class="label" id="address-label">${messages.address}</h2>
<div class="address">
<p class="address-text" id="address" translate="no">${view.address}</p>
${copyButton("copy-address", view.address, messages.copyAddress, messages)}
</div>
</section>`
}

const main = (view: CryptoPaymentView, options: CryptoPaymentPageOptions, messages: Messages): Html => {
  const link = view.status === "paid" ? webLink(view.successUrl) : null
  // A customer who has to read that something is unusual is not sent away from it.
  const way = view.exception === "none" ? "automatic" : "byLink"
  const reload = reloadSeconds(view)
  const announcement = [headline(view, messages), note(view, messages)].filter((text) => text !== null)
  const content = html`<div class="card${asksForMoney(view) ? " split" : ""}">
<div class="summary">
${state(view, messages)}
${progress(view, messages)}
${demand(view, messages)}
${facts(view, messages)}
${returning(link, way, messages)}
</div>
${transfer(view, messages)}
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
    title: `${headline(view, messages)} · ${messages.pageTitle}`,
    assetsPath: options.assetsPath,
    path: options.path,
    ribbon: options.sandbox ? messagesOf(options.locale).testMode : null,
    reloadSeconds: reloadSeconds(view),
    main: main(view, options, messages)
  })
}
