/** The transfers of a crypto invoice, as a list that stays readable however many there are. */
import type { CryptoPaymentView, ShownTransfer } from "./CryptoPaymentView.ts"
import { type Html, html } from "./Html.ts"
import type { Locale } from "./Locale.ts"
import { amountText } from "./localText.ts"
import type { Messages } from "./Messages.ts"
import { copyButton, money, nothing } from "./pageParts.ts"

/** More than these are in a part that has to be opened. */
const openCount = 5

/** The end of a hash, which is seen however narrow the page is. */
const endLength = 6

/** The whole hash is in the page: it is cut by its looks only, so that it is copied and read out whole. */
const hashText = (hash: string): Html =>
  html`<span class="hash" translate="no"><span class="start">${hash.slice(0, -endLength)}</span>${hash.slice(-endLength)}</span>`

const standing = (
  { confirmations, state }: ShownTransfer,
  { requiredConfirmations }: CryptoPaymentView,
  messages: Messages
): string =>
  state === "seen"
    ? `${messages.confirmations}: ${messages.confirmationsOf(Math.min(confirmations, requiredConfirmations), requiredConfirmations)}`
    : messages.transferState[state]

export const transferList = (view: CryptoPaymentView, locale: Locale, messages: Messages): Html => {
  const { currency, transfers, transfersOmitted } = view
  if (transfers.length === 0) return nothing
  const item = (each: ShownTransfer, index: number): Html => {
    const place = transfers.length - index + transfersOmitted
    const explorer =
      each.explorer === null
        ? null
        : html`<a href="${each.explorer}" rel="noreferrer noopener" target="_blank">${messages.explorer}</a>`
    return html`<li class="transfer-${each.state}">
<p class="sum"><strong>${money(amountText(each.amount, locale), currency, each.amount)}</strong> <span>${standing(each, view, messages)}</span></p>
<p class="named">${hashText(each.hash)} ${copyButton(`copy-hash-${place}`, each.hash, messages.copyHash(place), "small")} ${explorer}</p>
</li>`
  }
  const items = transfers.map(item)
  const more = items.slice(openCount)
  const omitted =
    transfersOmitted === 0 ? null : html`<p class="hint">${messages.transfersOmitted(transfersOmitted)}</p>`
  const rest =
    more.length === 0
      ? omitted
      : html`<details class="more" id="more-transfers">
<summary id="more-transfers-label">${messages.moreTransfers(more.length)}</summary>
<ul class="transfers">${more}</ul>
${omitted}
</details>`
  return html`<section aria-labelledby="transfers-label">
<h2 class="label" id="transfers-label">${messages.transfers}</h2>
<ul class="transfers">${items.slice(0, openCount)}</ul>
${rest}
</section>`
}
