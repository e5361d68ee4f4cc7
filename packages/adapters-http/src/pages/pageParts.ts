/** The pieces that the hosted pages are made of, so that all of them look and behave alike. */
import type { BankMessages } from "./BankMessages.ts"
import { type Html, html, raw } from "./Html.ts"
import { copyIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import type { CopyTexts, Messages } from "./Messages.ts"
import { receiptMessagesOf } from "./messages/receipt.ts"
import { qrSvg } from "./qrSvg.ts"
import { webLink } from "./webLink.ts"

export const nothing: Html = html``

/** An amount as people write it. Whoever selects it copies `plain`, which every wallet and bank reads the same. */
export const money = (amount: string, currency: string, plain: string): Html =>
  html`<span class="figure" data-plain="${plain}">${amount}</span> <span class="unit">${currency}</span>`

/** What is the case, in the words of a headline and a sentence. `state` names the colours of the badge. */
export const stateBlock = (state: string, icon: Html, headline: string, explanation: string): Html =>
  html`<div class="state state-${state}">
<span class="badge">${icon}</span>
<h1>${headline}</h1>
<p>${explanation}</p>
</div>`

/** Something unusual that has to be read. */
export const notice = (text: string): Html => html`<p class="notice">${warningIcon}<span>${text}</span></p>`

/** The time left, counted down by the script. */
export const countdown = (expiresAtMillis: number, nowMillis: number, messages: Messages): Html => {
  const remainingMillis = Math.max(0, expiresAtMillis - nowMillis)
  return html`<p class="timer"><span>${messages.timeLeft}</span> <strong role="timer" aria-label="${messages.timeLeft}" data-remaining-millis="${remainingMillis}">${clockText(remainingMillis)}</strong></p>`
}

export const factRow = (term: string, value: Html): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`

/** The seller's words: text only, and its writing direction is its own. Nothing where there are none. */
export const descriptionRow = (description: string | null, messages: Messages): Html | null =>
  description === null || description.trim() === ""
    ? null
    : factRow(messages.description, html`<bdi class="description">${description}</bdi>`)

/** A QR code, on white also in dark mode: readers need the contrast. */
export const qrCode = (text: string, label: string): Html =>
  html`<div class="qr" role="img" aria-label="${label}">${raw(qrSvg(text))}</div>`

/** Copies a text. `small`: beside what it copies, its name is for those who do not see it. */
export const copyButton = (
  id: string,
  text: string,
  { done, name }: CopyTexts,
  size: "full" | "small" = "full"
): Html =>
  html`<button type="button" class="button copy${size === "small" ? " small" : ""} only-with-script" id="${id}" data-copy="${text}" data-copied="${done}">${copyIcon}<span${size === "small" ? html` class="visually-hidden"` : null}>${name}</span></button>`

/** The way to the receipt of what was paid. */
export const receiptLink = (path: string, locale: Locale): Html =>
  html`<a class="button" id="receipt" href="${path}/receipt?lang=${locale}">${receiptMessagesOf(locale).see}</a>`

/**
 * The way back for who did not pay: plain to see where nothing else is left to do, quiet where they can still pay.
 * Links to other sites take the whole window, because such a site is not shown in a frame.
 */
export const unpaidReturn = (
  cancelUrl: string | null,
  way: "deadEnd" | "quiet",
  messages: Messages
): Html => {
  const link = webLink(cancelUrl)
  if (link === null) return nothing
  return way === "deadEnd"
    ? html`<a class="button primary" id="back-to-shop" href="${link}" target="_top" rel="noreferrer">${messages.backToShop}</a>`
    : html`<p class="leave"><a id="cancel-and-return" href="${link}" target="_top" rel="noreferrer">${messages.cancelAndReturn}</a></p>`
}

/** What pays the invoice of a sandbox; `other` is another way to it. */
export const simulation = (
  action: string,
  { simulate, simulationLabel }: Pick<BankMessages, "simulate" | "simulationLabel">,
  other: Html | null = null
): Html =>
  html`<form class="simulation" method="post" action="${action}">
<span>${simulationLabel}</span>
${other}
<button class="button" id="simulate">${simulate}</button>
</form>`

export type ReturnTexts = Pick<Messages, "goBack" | "returningSoon" | "stayHere">

/** The way back to where the visitor came from; `automatic` says that the script takes it after a few seconds. */
export const returning = (link: string | null, way: "automatic" | "byLink", texts: ReturnTexts): Html => {
  if (link === null) return nothing
  const soon = html`<p class="hint only-with-script" id="returning">${texts.returningSoon} <button type="button" class="link" id="stay" data-stay="">${texts.stayHere}</button></p>`
  return html`<div class="return">
<a class="button primary" id="return" href="${link}" target="_top" rel="noreferrer">${texts.goBack}</a>
${way === "automatic" ? soon : null}
</div>`
}

/** How long a visitor can read that all is well before the script takes them back. */
export const returnSeconds = 6

/**
 * How a payment stands for who shows it in a frame. `failed`: the money was taken back; a page of a failure has none.
 */
export type PaymentStanding = "open" | "paid" | "expired" | "cancelled" | "failed"

export interface MainElement {
  /** The facts that are shown, as the page's events tell them: where they differ the script fetches the page again. */
  readonly shown: string
  /** What the page around a frame is told of the payment. */
  readonly standing?: PaymentStanding
  /** Read out when the script shows another page. */
  readonly announcement: string
  /** Where the page's events are, or `null` when nothing is expected to change. */
  readonly eventsPath: string | null
  /** How soon a visitor without live updates should look again, or `null` where a reload would help nobody. */
  readonly reloadSeconds: number | null
  /** When what is shown was true, for those whose page does not follow by itself. */
  readonly asOf?: string
  /** Where the script takes the visitor, if anywhere. */
  readonly returnTo: { readonly address: string; readonly seconds: number } | null
  /** `input`: what the visitor has put in stays until there is something else to show. */
  readonly holds?: "input"
  readonly content: Html
}

/** Seconds between looks of the script while it has no stream. */
const pollSeconds = (reload: number | null): number => (reload === null || reload > 15 ? 60 : 10)

/** The whole `<main>`, with what the script has to know about it. */
export const mainElement = (main: MainElement, messages: Messages): Html => {
  const { asOf, eventsPath, holds, reloadSeconds: reload, returnTo, standing } = main
  const events =
    eventsPath === null ? null : html` data-events="${eventsPath}" data-poll-seconds="${pollSeconds(reload)}"`
  const leaving =
    returnTo === null
      ? null
      : html` data-return="${returnTo.address}" data-return-seconds="${returnTo.seconds}"`
  const fresh =
    reload === null
      ? null
      : html`<span class="only-with-script only-fresh">${messages.updatesByItself}</span><span class="only-without-script">${asOf === undefined ? null : `${messages.asOf(asOf)} `}${messages.updatesByReload(reload)} <a href="">${messages.reloadNow}</a></span>`
  const footnote =
    eventsPath === null
      ? null
      : html`<p class="footnote">${fresh}<span class="only-stale" id="stale" data-said="${messages.cannotUpdate("{time}")}"></span></p>`
  return html`<main id="page" tabindex="-1" data-shown="${main.shown}" data-announcement="${main.announcement}"${standing === undefined ? null : html` data-standing="${standing}"`}${events}${leaving}${holds === undefined ? null : html` data-holds="${holds}"`}>
${main.content}
${footnote}
</main>`
}

/** A duration as `m:ss`, or `h:mm:ss` from one hour on; never negative, rounded up to a whole second. */
export const clockText = (remainingMillis: number): string => {
  const total = Math.max(0, Math.ceil(remainingMillis / 1000))
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  return hours === 0 ? `${minutes}:${pad(total % 60)}` : `${hours}:${pad(minutes)}:${pad(total % 60)}`
}
