/**
 * The hosted page where a customer pays a crypto invoice.
 *
 * A pure function of the facts: the server renders every state, the script in `page.js` only fetches this page
 * again and swaps `<main>`. The address and its QR code are in the document only while money is asked for.
 */
import { remarkOf, sayingOf } from "./CryptoPaymentSaying.ts"
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
import { transferList } from "./cryptoTransfers.ts"
import { type Html, html } from "./Html.ts"
import { statusIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { amountText, instantText } from "./localText.ts"
import type { Messages } from "./Messages.ts"
import { bankMessagesOf, messagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import {
  copyButton,
  countdown,
  descriptionRow,
  factRow,
  mainElement,
  money,
  nothing,
  notice,
  type PaymentStanding,
  qrCode,
  receiptLink,
  returning,
  returnSeconds,
  simulation,
  stateBlock,
  unpaidReturn
} from "./pageParts.ts"
import { webLink } from "./webLink.ts"

export type { CryptoPaymentView } from "./CryptoPaymentView.ts"

export interface CryptoPaymentPageOptions {
  readonly locale: Locale
  /**
   * This page's own path; the status stream is at `${path}/events`, and the form of a sandbox at `${path}/simulate`.
   */
  readonly path: string
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  readonly sandbox: boolean
  /** Whether the sandbox can pay it: not where it acts on a network itself. */
  readonly canSimulate?: boolean
  /** Who is paid, where that is shown. */
  readonly brand?: PageBrand | null
}

const remark = (view: CryptoPaymentView, messages: Messages): string | null => {
  const name = remarkOf(view)
  return name === null ? null : messages.remark[name]
}

const state = (view: CryptoPaymentView, messages: Messages): Html => {
  const attention = remark(view, messages)
  const name = sayingOf(view)
  const { explanation, headline } = messages.saying[name]
  const late = view.status === "expired" || view.status === "underpaid"
  const isAlarming = name === "vanished" || name === "takenBack" || name === "gone"
  const [colours, icon] = isAlarming
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
<div class="head">
<h2 class="label">${isPart(view) ? messages.amountStillToSend : messages.amountToSend}</h2>
${hasVanished(view) ? null : countdown(view.expiresAtMillis, view.nowMillis, messages)}
</div>
<p class="amount">${figure(view.remainingAmount, view, locale)}</p>
${copyButton("copy-amount", view.remainingAmount, messages.copyAmount)}
</div>`

const facts = (view: CryptoPaymentView, locale: Locale, messages: Messages): Html => {
  const asks = asksForMoney(view)
  const isDemanded = asks && !isPart(view) && !hasVanished(view)
  const isMissing = isPart(view) && (isClosed(view) || isTakenBack(view))
  return html`<dl class="facts">
${isDemanded ? null : factRow(messages.invoiceAmount, figure(view.expectedAmount, view, locale))}
${hasMoney(view) ? factRow(messages.received, figure(view.paidAmount, view, locale)) : null}
${isMissing ? factRow(messages.missing, figure(view.remainingAmount, view, locale)) : null}
${factRow(messages.network, html`${view.networkLabel}`)}
${descriptionRow(view.description, messages)}
</dl>`
}

/** How much of an address people compare. */
const comparedLength = 6

/** The code with the address alone, which every wallet reads. */
const addressCode = ({ address, networkLabel }: CryptoPaymentView, messages: Messages): Html =>
  html`${qrCode(address, messages.qrCode(networkLabel))}
<p class="hint scan">${messages.addressAlone}</p>`

/**
 * The code and link of the payment, if wallets of the network read such requests. Some wallets read only their first
 * address, which is the token's, and money that is sent there is lost: so the page says what to compare.
 */
const codes = (view: CryptoPaymentView, messages: Messages): Html => {
  const { address, currency, networkLabel, walletRequest } = view
  if (walletRequest === null) return addressCode(view, messages)
  return html`${qrCode(walletRequest, messages.qrRequest(currency, networkLabel))}
<a class="button primary this-device" id="open-wallet" href="${walletRequest}" target="_top">${messages.openWallet}</a>
<p class="hint">${messages.checkInWallet(address.slice(-comparedLength))}</p>
<details class="more" id="address-code">
<summary id="address-code-label">${messages.otherWallet}</summary>
${addressCode(view, messages)}
</details>`
}

const destination = (
  view: CryptoPaymentView,
  messages: Messages
): Html => html`<p class="warning">${warningIcon}<span>${messages.networkWarning(view.currency, view.networkLabel)}</span></p>
${codes(view, messages)}
<div class="address">
<h2 class="label" id="address-label">${messages.address}</h2>
<p class="address-text" id="address" translate="no">${view.address}</p>
${copyButton("copy-address", view.address, messages.copyAddress)}
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

/** Pays what is still asked for. */
const simulated = (view: CryptoPaymentView, { canSimulate, locale, path }: CryptoPaymentPageOptions): Html =>
  canSimulate === true && asksForMoney(view)
    ? simulation(`${path}/simulate?lang=${locale}`, bankMessagesOf(locale))
    : nothing

/** For the page around a frame. */
const standingOf = (view: CryptoPaymentView): PaymentStanding => {
  switch (view.status) {
    case "pending":
    case "confirming":
      return "open"
    case "paid":
      return isTakenBack(view) ? "failed" : "paid"
    case "underpaid":
      return "expired"
    case "expired":
    case "cancelled":
      return view.status
  }
}

const main = (view: CryptoPaymentView, options: CryptoPaymentPageOptions, messages: Messages): Html => {
  const { locale } = options
  const asks = asksForMoney(view)
  const isOpen = asks && !hasVanished(view)
  const link = view.status === "paid" ? webLink(view.successUrl) : null
  // A customer who must read about an irregularity is not redirected.
  const way = view.exception === "none" ? "automatic" : "byLink"
  const reload = reloadSeconds(view)
  const { headline } = messages.saying[sayingOf(view)]
  const announcement = [headline, remark(view, messages)].filter((text) => text !== null)
  const isDeadEnd = isClosed(view) || (isTakenBack(view) && link === null)
  const isUnbegun = view.status === "pending" && isOpen
  const content = html`<div class="card${isOpen ? " split" : ""}">
<div class="summary">
${state(view, messages)}
${progress(view, messages)}
${isOpen ? demand(view, locale, messages) : null}
${hasVanished(view) ? countdown(view.expiresAtMillis, view.nowMillis, messages) : null}
${returning(link, way, messages)}
${view.status === "paid" && !isTakenBack(view) ? receiptLink(options.path, locale) : null}
${isDeadEnd ? unpaidReturn(view.cancelUrl, "deadEnd", messages) : null}
</div>
${transfer(view, locale, messages)}
<div class="about">
${facts(view, locale, messages)}
${transferList(view, locale, messages)}
${isUnbegun ? unpaidReturn(view.cancelUrl, "quiet", messages) : null}
</div>
</div>
${simulated(view, options)}`
  return mainElement(
    {
      standing: standingOf(view),
      shown: `${view.status}|${view.exception}|${view.confirmations}`,
      announcement: announcement.join(". "),
      eventsPath: reload === null ? null : `${options.path}/events`,
      reloadSeconds: reload,
      asOf: instantText(view.nowMillis, locale),
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
    title: `${messages.saying[sayingOf(view)].headline} · ${messages.pageTitle}`,
    assetsPath: options.assetsPath,
    brand: options.brand,
    path: options.path,
    ribbon: options.sandbox ? messagesOf(options.locale).testMode : null,
    reloadSeconds: reloadSeconds(view),
    main: main(view, options, messages)
  })
}
