/** Where a visitor goes whom nothing leads back: to the site of who asks, or to their support. */
import { supportHref } from "@quittance/core/adapter"
import { type Html, html } from "./Html.ts"
import type { Messages } from "./Messages.ts"
import { outside, type PageBrand } from "./PageBrand.ts"
import { type ReturnTexts, returning } from "./pageParts.ts"
import { webLink } from "./webLink.ts"

/** The site, where no address of the visitor's own is known. */
export const siteReturn = (brand: PageBrand | null | undefined, texts: ReturnTexts): Html =>
  returning(webLink(brand?.siteUrl ?? null), "byLink", texts)

/** Nothing where they have none. */
export const supportLine = (brand: PageBrand | null | undefined, { contact }: Messages): Html | null =>
  brand?.support == null
    ? null
    : html`<p class="leave" id="support">${outside(supportHref(brand.support), contact)}</p>`
