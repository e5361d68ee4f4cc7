import { type Html, html, initialOf } from "@quittance/adapters-http/pages"
import { type BrandingView, brandColours } from "@quittance/core/adapter"
import type { Seen } from "../../screen/Seen.ts"

/** A colour for who has none: that of payment pages. */
const ownColour = "#3448c5"

const grounds = {
  light: { page: "#f3f4f7", card: "#ffffff", text: "#161a23" },
  dark: { page: "#0e1117", card: "#171b24", text: "#e9ecf3" }
} as const

const nameMax = 30

const shortened = (name: string): string => {
  const characters = [...name]
  return characters.length > nameMax ? `${characters.slice(0, nameMax - 1).join("")}…` : name
}

/** Room for a logo at the top of a page. */
const logoRoom = { width: 108, height: 36 }

/** How a payment page begins, drawn: its colours are attributes of a picture, so no style is needed. */
const panel = (view: BrandingView, name: string, ground: keyof typeof grounds, seen: Seen): Html => {
  const { branding: said } = seen.words.developers
  const { card, page, text } = grounds[ground]
  const colours = brandColours(view.colour ?? ownColour)
  const { accent, onAccent } = colours[ground]
  const logo = ground === "dark" ? (view.logoDark ?? view.logo) : view.logo
  const isPlated = ground === "dark" && view.logoDark === null
  const scale = logo === null ? 0 : Math.min(1, logoRoom.width / logo.width, logoRoom.height / logo.height)
  const size = { width: (logo?.width ?? 0) * scale, height: (logo?.height ?? 0) * scale }
  const logos = `${seen.root.replace(/\/console$/, "")}/pay/logos`
  const mark =
    logo === null
      ? html`<circle cx="34" cy="32" r="18" fill="${colours.brand}"/><text x="34" y="38" text-anchor="middle" font-size="16" font-weight="600" fill="${colours.onBrand}">${initialOf(name)}</text>`
      : html`${isPlated ? html`<rect x="12" y="${28 - size.height / 2}" width="${size.width + 8}" height="${size.height + 8}" rx="6" fill="#ffffff"/>` : null}<image href="${logos}/${logo.file}" x="16" y="${32 - size.height / 2}" width="${size.width}" height="${size.height}"/>`
  const after = logo === null ? 62 : 16 + size.width + 12
  return html`<figure class="card"><figcaption class="quiet">${said[ground]}</figcaption>
<svg role="img" aria-label="${said.preview}: ${said[ground]}" viewBox="0 0 360 150" width="100%" font-family="system-ui, sans-serif">
<rect width="360" height="150" rx="8" fill="${page}"/><rect width="360" height="4" fill="${accent}"/>
${mark}<text x="${after}" y="37" font-size="15" font-weight="600" fill="${text}">${shortened(name)}</text>
<rect x="12" y="64" width="336" height="74" rx="14" fill="${card}"/><rect x="28" y="80" width="304" height="42" rx="10" fill="${accent}"/>
<text x="180" y="106" text-anchor="middle" font-size="14" font-weight="600" fill="${onAccent}">${said.pay}</text></svg></figure>`
}

/** How it looks to customers, in light and in dark. */
export const brandingPreview = (view: BrandingView, seen: Seen): Html | null => {
  const { name } = view
  return name === null
    ? null
    : html`<div class="beside"><div>${panel(view, name, "light", seen)}</div><div>${panel(view, name, "dark", seen)}</div></div>`
}
