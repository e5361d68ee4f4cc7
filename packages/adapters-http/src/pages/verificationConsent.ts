/** Who asks for what and why, what a person agrees to by sending it, and what is done with it. */
import { supportHref } from "@quittance/core/adapter"
import { type Html, html } from "./Html.ts"
import { lockIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { daysText, isolated } from "./localText.ts"
import { messagesOf } from "./messages/messagesOf.ts"
import { outside, type PageBrand } from "./PageBrand.ts"
import { nothing } from "./pageParts.ts"
import type { VerificationMessages } from "./VerificationMessages.ts"
import type { VerificationView } from "./VerificationView.ts"

export interface Consent {
  readonly view: VerificationView
  readonly options: { readonly brand?: PageBrand | null; readonly locale: Locale }
  readonly texts: VerificationMessages
}

const millisPerDay = 24 * 60 * 60 * 1000

/** Who asks, for a sentence; `null` where that is not shown. */
export const askerName = (brand: PageBrand | null | undefined): string | null =>
  brand == null ? null : isolated(brand.name)

/** Before anything was sent. */
export const introduction = ({ options, texts, view }: Consent): Html =>
  view.stage === "asking" && view.steps.every(({ course }) => course !== "taken")
    ? html`<p>${texts.introduction[view.level](askerName(options.brand))}</p>`
    : nothing

/** Beside the button that sends a file. */
export const consent = ({ options, texts }: Consent): Html =>
  html`<p class="hint" id="consent">${texts.consent(askerName(options.brand))}</p>`

const stored = ({ options, texts, view }: Consent): string =>
  view.keptMillis === null
    ? texts.storedUntilDeleted(askerName(options.brand))
    : texts.storedFor(daysText(Math.ceil(view.keptMillis / millisPerDay), options.locale))

/** How long what was sent is kept; the rest is to be opened. */
export const handling = (page: Consent): Html => {
  const { options, texts } = page
  const { brand, locale } = options
  const { compared, deletion, headline, pictures, record, seenBy } = texts.handling
  const name = askerName(brand)
  const messages = messagesOf(locale)
  const links = [
    [messages.privacy, brand?.privacyUrl],
    [messages.contact, brand?.support == null ? null : supportHref(brand.support)]
  ] as const
  const items = links.flatMap(([said, href]) => (href == null ? [] : [html`<li>${outside(href, said)}</li>`]))
  return html`<div class="handling">
<p class="hint kept">${lockIcon}<span>${stored(page)}</span></p>
<details class="more" id="handling">
<summary>${headline}</summary>
<ul>
<li>${seenBy(name)}</li>
<li>${pictures}</li>
<li>${compared(name)}</li>
<li>${deletion(name)}</li>
<li>${record}</li>
${items}
</ul>
</details>
</div>`
}
