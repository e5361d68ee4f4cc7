/** How a verification that was opened at a desk goes on with a phone, which has the camera. */
import { type Html, html } from "./Html.ts"
import type { Locale } from "./Locale.ts"
import { qrCode } from "./pageParts.ts"
import type { VerificationMessages } from "./VerificationMessages.ts"

/** Shown only where another device may be at hand. The page here follows by its events. */
export const handOver = (pageUrl: string, locale: Locale, { handOver }: VerificationMessages): Html =>
  html`<section class="other-device beside hand-over" aria-labelledby="hand-over">
${qrCode(`${pageUrl}?lang=${locale}`, handOver.code)}
<div>
<h2 id="hand-over">${handOver.headline}</h2>
<p class="hint">${handOver.explanation}</p>
<p class="hint">${handOver.warning}</p>
</div>
</section>`
