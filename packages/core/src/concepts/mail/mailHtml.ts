import { type Brand, supportHref } from "../branding/Branding.ts"
import { brandColours } from "../branding/brandColours.ts"
import { calm } from "./calmText.ts"
import type { MailPairs, SaidMail } from "./Mail.ts"

/**
 * An e-mail as HTML. Each element says its ground and its ink together, in its own style, so that programs that drop
 * the style sheet, and those that turn colours round by themselves, leave a pair that can be read. Programs that know
 * dark mode take the other pairs from the sheet.
 */
export const mailHtml = (said: SaidMail): string => {
  const { brand, common, facts, notice, url, ways, words } = said
  const href = escapeHtml(url)
  const { button, sheet } = coloursOf(brand)
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" valign="top" class="quiet" style="padding:4px 16px 4px 0;font-weight:normal;${light.quiet}">${name}</th>` +
      `<td valign="top" style="padding:4px 0;white-space:pre-line;overflow-wrap:anywhere;word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`
  )
  return `<!doctype html>
<html lang="${common.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.title}</title>
<style>${sheet}</style>
</head>
<body class="ground" style="margin:0;${light.ground}">
<div class="ground" style="padding:24px 16px;${light.ground};font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
${brand === undefined ? "" : `<p style="margin:0 0 16px;font-size:20px;font-weight:bold;overflow-wrap:anywhere"><bdi>${escapeHtml(calm(brand.name))}</bdi></p>\n`}<p style="margin:0 0 16px">${words.greeting}</p>
${notice === undefined ? "" : `<p style="margin:0 0 16px"><b>${notice}</b></p>\n`}<table cellspacing="0" cellpadding="0" style="margin:0 0 24px;font-size:16px">
${rows.join("\n")}
</table>
<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 24px"><tr><td class="button" bgcolor="${button.accent}" style="${button.style};border-radius:6px"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;${button.style};font-size:16px;font-weight:bold;text-decoration:none;border-radius:6px">${words.button}</a></td></tr></table>
<p style="margin:0 0 16px">${words.linkHint}<br><a class="link" href="${href}" style="${light.link};overflow-wrap:anywhere;word-break:break-all">${href}</a></p>
<p class="quiet" style="margin:0 0 16px;${light.quiet}">${common.unexpected}</p>
${ways.length === 0 ? "" : `<p class="quiet" style="margin:0;${light.quiet}">${ways.map(wayHtml).join(" · ")}</p>\n`}</div>
</div>
</body>
</html>
`
}

/** The pairs for light ground, as the styles of elements. */
const light = {
  ground: "background:#ffffff;color:#1a1a1a",
  quiet: "background:#ffffff;color:#5c6370",
  link: "background:#ffffff;color:#1a56db"
}

/** Of the button, where the partner has no colour. */
const plainButton = {
  light: { accent: "#1a56db", onAccent: "#ffffff" },
  dark: { accent: "#8ab4ff", onAccent: "#0b0e14" }
}

const coloursOf = (brand: Brand | undefined) => {
  const colour = brand?.look.colour
  const { dark, light: onLight } = colour === undefined ? plainButton : brandColours(colour)
  const pair = (ground: string, ink: string) => `background:${ground}!important;color:${ink}!important`
  return {
    button: { accent: onLight.accent, style: `background:${onLight.accent};color:${onLight.onAccent}` },
    sheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{${pair("#171b24", "#e8eaf0")}}
.quiet{${pair("#171b24", "#a9b0bf")}}
.link{${pair("#171b24", "#8ab4ff")}}
.button{${pair(dark.accent, dark.onAccent)}}
}`
  }
}

const wayHtml = ([name, value]: MailPairs[number]): string =>
  `<a class="quiet" href="${escapeHtml(supportHref(value))}" style="${light.quiet}">${name}</a>`

const htmlEntities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? "")
