/**
 * The hosted page where a customer pays a crypto invoice.
 *
 * A pure function of the facts: the server renders every state, the script in `script.ts` only fetches this page
 * again and swaps `<main>`. The address and its QR code are in the document only while money is asked for.
 */
import { renderSVG } from "uqr"
import {
  asksForMoney,
  type CryptoPaymentView,
  clockText,
  hasMoney,
  isPart,
  reloadSeconds,
  successLink
} from "./CryptoPaymentView.ts"
import { type Html, html, raw } from "./Html.ts"
import { copyIcon, statusIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { type Messages, messagesOf } from "./Messages.ts"
import { renderPage } from "./PageFrame.ts"

export type { CryptoPaymentView } from "./CryptoPaymentView.ts"

export interface CryptoPaymentPageOptions {
  readonly locale: Locale
  /** This page's own path; the status stream is at `${path}/events`. */
  readonly path: string
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  readonly sandbox: boolean
}

const nothing = html``

const money = (amount: string, currency: string): Html =>
  html`<span class="figure">${amount}</span> <span class="unit">${currency}</span>`

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
  return html`<div class="state state-${view.status}">
<span class="badge">${statusIcon[view.status]}</span>
<h1>${headline(view, messages)}</h1>
<p>${explanation(view, messages)}</p>
</div>
${attention === null ? null : html`<p class="notice">${warningIcon}<span>${attention}</span></p>`}
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
  const remainingMillis = Math.max(0, view.expiresAtMillis - view.nowMillis)
  return html`<div class="demand">
<h2 class="label">${isPart(view) ? messages.amountStillToSend : messages.amountToSend}</h2>
<p class="amount">${money(amount, view.currency)}</p>
${copyButton("copy-amount", amount, messages.copyAmount, messages)}
</div>
<p class="timer"><span>${messages.timeLeft}</span> <strong role="timer" aria-label="${messages.timeLeft}" data-remaining-millis="${remainingMillis}">${clockText(remainingMillis)}</strong></p>`
}

const facts = (view: CryptoPaymentView, messages: Messages): Html => {
  const row = (term: string, value: Html) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`
  const asks = asksForMoney(view)
  const described = view.description !== null && view.description.trim() !== ""
  return html`<dl class="facts">
${asks && !isPart(view) ? null : row(messages.invoiceAmount, money(view.expectedAmount, view.currency))}
${hasMoney(view) ? row(messages.received, money(view.paidAmount, view.currency)) : null}
${isPart(view) && !asks ? row(messages.missing, money(view.remainingAmount, view.currency)) : null}
${row(messages.network, html`${view.networkLabel}`)}
${described ? row(messages.description, html`<bdi class="description">${view.description}</bdi>`) : null}
</dl>`
}

const transfer = (view: CryptoPaymentView, messages: Messages): Html => {
  if (!asksForMoney(view)) return nothing
  // Four modules of quiet zone (ISO/IEC 18004) and a white ground, also in dark mode: wallets need the contrast.
  const qr = raw(renderSVG(view.address, { ecc: "M", border: 4 }))
  return html`<section class="transfer" aria-labelledby="address-label">
<p class="warning">${warningIcon}<span>${messages.networkWarning(view.currency, view.networkLabel)}</span></p>
<div class="qr" role="img" aria-label="${messages.qrCode(view.networkLabel)}">${qr}</div>
<h2 class="label" id="address-label">${messages.address}</h2>
<div class="address">
<p class="address-text" id="address" translate="no">${view.address}</p>
${copyButton("copy-address", view.address, messages.copyAddress, messages)}
</div>
</section>`
}

const returning = (link: string | null, automatic: boolean, messages: Messages): Html => {
  if (link === null) return nothing
  const soon = html`<p class="hint only-with-script" id="returning">${messages.returningSoon} <button type="button" class="link" id="stay" data-stay="">${messages.stayHere}</button></p>`
  return html`<div class="return">
<a class="button primary" id="return" href="${link}" rel="noreferrer">${messages.backToSeller}</a>
${automatic ? soon : null}
</div>`
}

const main = (view: CryptoPaymentView, options: CryptoPaymentPageOptions, messages: Messages): Html => {
  const reload = reloadSeconds(view)
  const paid = view.status === "paid"
  const link = paid ? successLink(view) : null
  // A customer who has to read that something is unusual is not sent away from it.
  const automatic = link !== null && view.exception === "none"
  const announcement = [headline(view, messages), note(view, messages)].filter((text) => text !== null)
  return html`<main id="payment" tabindex="-1" data-shown="${view.status}|${view.exception}|${view.confirmations}" data-announcement="${announcement.join(". ")}"${
    reload === null
      ? null
      : html` data-events="${options.path}/events" data-poll-seconds="${reload > 15 ? 60 : 10}"`
  }${automatic ? html` data-return="${link}"` : null}>
<div class="card${asksForMoney(view) ? " split" : ""}">
<div class="summary">
${state(view, messages)}
${progress(view, messages)}
${demand(view, messages)}
${facts(view, messages)}
${returning(link, automatic, messages)}
</div>
${transfer(view, messages)}
</div>
${
  reload === null
    ? null
    : html`<p class="footnote"><span class="only-with-script">${messages.updatesByItself}</span><span class="only-without-script">${messages.updatesByReload(reload)}</span></p>`
}
</main>`
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
    sandbox: options.sandbox,
    reloadSeconds: reloadSeconds(view),
    main: main(view, options, messages)
  })
}
