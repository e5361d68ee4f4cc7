import { formPageHeaders, type Html, html, iconHref } from "@quittance/adapters-http/pages"
import { notice } from "../look/parts.ts"
import type { Shown } from "../screen/Screen.ts"
import type { Words } from "../words/Words.ts"
import { assetsPath, scripts, stylesheet } from "./assets.ts"

/** A link that is marked where the reader is. */
export interface NavLink {
  readonly to: string
  readonly title: string
  readonly isCurrent: boolean
  /** How much waits there. */
  readonly waiting?: number
}

/** What stands around the content of a page. */
export interface Frame {
  readonly words: Words
  /** The path of the console. */
  readonly root: string
  readonly title: string
  readonly isSandbox: boolean
  /** Undefined for who is not signed in. */
  readonly visitor?: {
    readonly name: string
    readonly partner: string
    readonly partners: ReadonlyArray<NavLink>
    readonly areas: ReadonlyArray<NavLink>
    readonly tabs: ReadonlyArray<NavLink>
    /** Where the search box leads, with what was sought; undefined where nothing can be searched. */
    readonly search?: { readonly to: string; readonly sought: string } | undefined
  }
  /** What the last act did. */
  readonly said?: string | undefined
  readonly content: Html
  readonly live?: Shown["live"] | undefined
  /** Where its events are, if it may change. */
  readonly events?: string
}

const link = ({ isCurrent, title, to, waiting = 0 }: NavLink): Html =>
  html`<li><a href="${to}"${isCurrent ? html` aria-current="page"` : null}>${title}${
    waiting === 0 ? null : html` <b class="count">${waiting}</b>`
  }</a></li>`

const links = (label: string, all: ReadonlyArray<NavLink>, kind: string): Html | null =>
  all.length === 0 ? null : html`<nav class="${kind}" aria-label="${label}"><ul>${all.map(link)}</ul></nav>`

const bar = ({ root, visitor, words }: Frame): Html => {
  const brand = html`<a class="brand" href="${root}"><span class="mark" aria-hidden="true"></span>${words.frame.product}</a>`
  if (visitor === undefined) return html`<header class="bar">${brand}</header>`
  const { name, partner, partners, search } = visitor
  const switching =
    partners.length === 0
      ? null
      : html`<details class="menu" id="partners"><summary><span class="visually-hidden">${words.frame.partner} </span><bdi>${partner}</bdi></summary><ul>${partners.map(link)}</ul></details>`
  const box =
    search === undefined
      ? null
      : html`<form class="search" role="search" method="get" action="${search.to}"><label class="visually-hidden" for="q">${words.frame.search}</label><input id="q" name="q" type="search" value="${search.sought}" placeholder="${words.frame.searchHint}" maxlength="255" required><button class="second">${words.frame.search}</button></form>`
  return html`<header class="bar">${brand}${switching}${box}<details class="menu person" id="person"><summary><bdi>${name}</bdi></summary><ul><li><a href="${root}/account">${words.frame.account}</a></li><li><form method="post" action="${root}/session/sign-out"><input type="hidden" name="to" value="${root}/sign-in?out"><button class="link">${words.frame.signOut}</button></form></li></ul></details></header>`
}

/** How often a page that may change looks whether it did, where nothing tells it. */
const pollSeconds = 5

/** A whole page. */
export const framed = (frame: Frame) => {
  const { content, isSandbox, live, root, said, title, visitor, words } = frame
  const facts =
    live === undefined
      ? null
      : html` data-shown="${live.shown}" data-announcement="${live.announcement}" data-events="${frame.events ?? ""}" data-poll-seconds="${pollSeconds}"`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${words.frame.product}</title>
<link rel="icon" href="${iconHref}">
<link rel="stylesheet" href="${root}${assetsPath}/${stylesheet.name}">
${scripts.map(({ name }) => html`<script src="${root}${assetsPath}/${name}" defer></script>`)}
</head>
<body data-root="${root}">
<a class="skip" href="#content">${words.frame.skip}</a>
${isSandbox ? html`<aside class="ribbon">${words.frame.testMode}</aside>` : null}
${bar(frame)}
<div class="layout${visitor === undefined ? " narrow" : ""}">${links(words.frame.areas, visitor?.areas ?? [], "areas")}
<main id="content" tabindex="-1"${facts}>
<h1><bdi>${title}</bdi></h1>
${links(title, visitor?.tabs ?? [], "tabs")}
${said === undefined ? null : notice(said, "good")}
<output id="told"></output>
${content}
</main></div>
<p id="announcer" class="visually-hidden" role="status" aria-live="polite"></p>
</body>
</html>
`
  return { html: page.markup, policy: formPageHeaders["Content-Security-Policy"] ?? "" }
}
