import { type AccentColours, brandColours } from "@quittance/core/adapter"
import { type Asset, asset, stylesheetAsset } from "./assets.ts"

/**
 * The stylesheet of pages with a partner's colour in it: one file, so that the first paint waits for one, and it says
 * nothing of a partner but the colour. It follows from its name, so no process has to know who has which.
 */

const rule = ({ accent, accentSoft, accentStrong, onAccent }: AccentColours, more = ""): string =>
  `:root{--accent:${accent};--accent-strong:${accentStrong};--accent-soft:${accentSoft};--on-accent:${onAccent}${more}}`

const made = new Map<string, Asset>()
/** Whoever asks for many colours makes work, and takes no room. */
const madeMax = 100

/** `colour` is `#rrggbb`; without one it is that of all pages. */
export const stylesheetIn = (colour: string | null): Asset => {
  if (colour === null) return stylesheetAsset
  const known = made.get(colour)
  if (known !== undefined) return known
  const { brand, dark, light, onBrand } = brandColours(colour)
  const body = `${stylesheetAsset.body}${rule(light, `;--brand:${brand};--on-brand:${onBrand}`)}
@media screen and (prefers-color-scheme:dark){${rule(dark)}}
`
  const sheet = asset(`page-${colour.slice(1)}`, "css", body)
  if (made.size >= madeMax) made.clear()
  made.set(colour, sheet)
  return sheet
}

/** The stylesheet of that name; undefined if it is none, or one of another version. */
export const stylesheetNamed = (name: string): Asset | undefined => {
  const [, digits] = /^page-([0-9a-f]{6})-[0-9a-f]+\.css$/.exec(name) ?? []
  if (digits === undefined) return undefined
  const sheet = stylesheetIn(`#${digits}`)
  return sheet.name === name ? sheet : undefined
}
