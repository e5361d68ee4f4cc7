/**
 * The document around every hosted page: head, test-mode ribbon, language switcher, live region.
 *
 * Nothing in it needs an inline script or style, so `pageHeaders` can forbid both.
 */
import { type Asset, scriptAsset } from "./assets.ts"
import { stylesheetIn } from "./brandStylesheet.ts"
import { type Html, html, raw } from "./Html.ts"
import { type Locale, languageTag, locales } from "./Locale.ts"
import { messagesOf } from "./messages/messagesOf.ts"
import { type PageBrand, sellerFoot, sellerHead, titleOf } from "./PageBrand.ts"

export interface PageFrame {
  readonly locale: Locale
  readonly title: string
  /** Where the stylesheet and the script are served, without a slash at the end. */
  readonly assetsPath: string
  /** Who is paid, or asks: first in the title and at the top, where that is shown. */
  readonly brand?: PageBrand | null | undefined
  /** The page's own path; "" where it is not known, so that links keep the visitor's address. */
  readonly path: string
  /** What else the page's address has to keep when the language changes, starting with `&`. */
  readonly moreQuery?: string
  /** What a sandbox says at the top of its pages; `null` elsewhere. */
  readonly ribbon: string | null
  /** Seconds between reloads for browsers without scripts, or `null` for a page that stays as it is. */
  readonly reloadSeconds: number | null
  /** Where browsers without scripts are taken, and after how many seconds. */
  readonly leaving?: { readonly address: string; readonly seconds: number } | null
  /** What the page loads beside what every page does. */
  readonly more?: { readonly stylesheet: Asset; readonly script: Asset }
  /** The whole `<main>` element. */
  readonly main: Html
}

/** The picture on the tab of every page. */
export const iconSvg =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#3448c5'/><path d='m4 8.5 2.6 2.6L12 5.5' fill='none' stroke='#fff' stroke-width='2'/></svg>"

// A data URL, because a browser would otherwise ask the host's root for an icon that is not ours to serve.
export const iconHref = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`

const languageLink = (frame: PageFrame, locale: Locale): Html => {
  const current = locale === frame.locale ? raw(' aria-current="true"') : null
  const tag = languageTag(locale)
  const name = messagesOf(locale).languageName
  return html`<li><a href="${frame.path}?lang=${locale}${frame.moreQuery ?? null}" lang="${tag}" hreflang="${tag}"${current}>${name}</a></li>`
}

/** What a browser without scripts does by itself. */
const refresh = ({ leaving, reloadSeconds }: PageFrame): Html | null => {
  if (leaving != null)
    return html`<noscript><meta http-equiv="refresh" content="${leaving.seconds};url=${leaving.address}"></noscript>`
  return reloadSeconds === null
    ? null
    : html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`
}

const stylesheetLink = (frame: PageFrame, { name }: Asset): Html =>
  html`<link rel="stylesheet" href="${frame.assetsPath}/${name}">`

const scriptElement = (frame: PageFrame, { name }: Asset): Html =>
  html`<script src="${frame.assetsPath}/${name}" defer></script>`

export const renderPage = (frame: PageFrame): string => {
  const messages = messagesOf(frame.locale)
  const { brand = null, more } = frame
  const ribbon = frame.ribbon === null ? null : html`<p class="ribbon">${frame.ribbon}</p>`
  return html`<!doctype html>
<html lang="${languageTag(frame.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${titleOf(brand, frame.title)}</title>
<link rel="icon" href="${iconHref}">
${stylesheetLink(frame, stylesheetIn(brand === null ? null : brand.colour))}${more === undefined ? null : stylesheetLink(frame, more.stylesheet)}
${scriptElement(frame, scriptAsset)}${more === undefined ? null : scriptElement(frame, more.script)}
${refresh(frame)}
</head>
<body>
<header>
${ribbon}
<div class="top">
${brand === null ? null : sellerHead(brand, messages)}
<nav class="languages" aria-label="${messages.languageSwitcher}"><ul>${locales.map((locale) => languageLink(frame, locale))}</ul></nav>
</div>
</header>
${frame.main}
${brand === null ? null : sellerFoot(brand, messages)}
<p id="announcer" class="visually-hidden" role="status" aria-live="polite"></p>
</body>
</html>
`.markup
}
