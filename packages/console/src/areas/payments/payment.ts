import { type Html, html, qrCode } from "@quittance/adapters-http/pages"
import type { Seen } from "../../screen/Seen.ts"

/** What a customer is sent: to be copied as it stands, or shown to a camera. */
export const customerLink = (link: string, { words: { frame, payments: said } }: Seen): Html =>
  html`<div class="field"><label for="link">${said.link}</label><input id="link" readonly value="${link}"></div>
<p class="acts"><button type="button" class="second only-with-script" data-copy="${link}" data-copied="${frame.copied}"><span>${said.copyLink}</span></button><a class="button second" href="${link}" rel="noreferrer noopener" target="_blank">${said.openLink}</a></p>
${qrDetails(said.showQr, link, said.qrLabel)}`

/** A QR code that is there without a script, for who opens it. */
export const qrDetails = (title: string, content: string, label: string): Html =>
  html`<details><summary>${title}</summary>${qrCode(content, label)}</details>`
