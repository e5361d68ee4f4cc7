/**
 * The document around every page of the documents: the hosted pages' look, with a bar, search and the list of pages.
 * It is readable without a script, and nothing in it is inline.
 */
import type { Mode } from "@quittance/core"
import { assetsPath } from "../hosted/pageResponse.ts"
import { type Asset, docsScriptAsset, docsStylesheetAsset, tryScriptAsset } from "../pages/assets.ts"
import { type Html, html, raw } from "../pages/Html.ts"
import { iconHref } from "../pages/PageFrame.ts"
import { docsPath, errorsPath, searchPath } from "./docsPlaces.ts"

/** A page in the list of pages. */
export interface ListedPage {
  readonly path: string
  readonly title: string
}

/** Pages under one heading. */
export interface ListedPart {
  readonly title: string
  readonly pages: ReadonlyArray<ListedPage>
}

/** What all pages of a server share. */
export interface DocsSite {
  readonly mountPath: string
  readonly publicUrl: string
  readonly mode: Mode
  readonly parts: ReadonlyArray<ListedPart>
}

export interface DocsPage {
  /** Without the mount path. */
  readonly path: string
  readonly title: string
  /** One sentence, for search engines and readers of `llms.txt`. */
  readonly summary: string
  /** The whole content of `<main>`. */
  readonly content: Html
  /** `true` where operations can be tried. */
  readonly tries?: boolean
}

/** The part of a page's address that stands for its text. */
export const markdownPathOf = (path: string): string =>
  path === docsPath ? `${docsPath}/index.md` : `${path}.md`

const mark = raw(
  '<svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true" focusable="false"><rect width="16" height="16" rx="4" fill="var(--accent)"/><path d="m4 8.5 2.6 2.6L12 5.5" fill="none" stroke="var(--on-accent)" stroke-width="2"/></svg>'
)

const listed = (site: DocsSite, current: string): Html =>
  html`<details class="menu" id="menu">
<summary>All pages</summary>
<nav aria-label="All pages">
${[
  { title: "", pages: [{ path: docsPath, title: "Overview" }] },
  ...site.parts,
  { title: "", pages: [{ path: errorsPath, title: "Errors" }] }
].map(
  ({ pages, title }) =>
    html`${title === "" ? null : html`<h2>${title}</h2>`}<ul>${pages.map(
      (page) =>
        html`<li><a href="${site.mountPath}${page.path}"${page.path === current ? raw(' aria-current="page"') : null}>${page.title}</a></li>`
    )}</ul>`
)}
</nav>
</details>`

const stylesheet = (site: DocsSite, { name }: Asset): Html =>
  html`<link rel="stylesheet" href="${site.mountPath}${assetsPath}/${name}">`

/** At the end, so that it does not compete with the stylesheet for a slow line. */
const script = (site: DocsSite, { name }: Asset): Html =>
  html`<script src="${site.mountPath}${assetsPath}/${name}" defer></script>`

const search = (site: DocsSite): Html =>
  html`<div class="search only-with-script" data-search="${site.mountPath}${searchPath}" data-base="${site.mountPath}">
<input type="search" id="search" role="combobox" aria-label="Search the documents" aria-autocomplete="list" aria-expanded="false" aria-controls="found" autocomplete="off" spellcheck="false" placeholder="Search">
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
</div>`

/** The list of a page's sections, beside its text where there is room. */
export const onThisPage = (
  sections: ReadonlyArray<{ readonly anchor: string; readonly title: string }>
): Html =>
  html`<nav class="here" aria-label="On this page"><ul>${sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul></nav>`

export const renderDocsPage = (site: DocsSite, page: DocsPage): string => {
  const title = page.path === docsPath ? "Quittance documents" : `${page.title} · Quittance documents`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.summary}">
<title>${title}</title>
<link rel="icon" href="${iconHref}">
<link rel="alternate" type="text/markdown" href="${site.mountPath}${markdownPathOf(page.path)}">
${stylesheet(site, docsStylesheetAsset)}
</head>
<body class="docs">
<a class="skip" href="#page">Skip to the text</a>
<header class="bar">
<a class="brand" href="${site.mountPath}${docsPath}">${mark}<span>Quittance</span></a>
${search(site)}
<span class="mode mode-${site.mode}">${site.mode === "live" ? "Live" : "Sandbox"}</span>
</header>
<div class="columns">
${listed(site, page.path)}
<main id="page" tabindex="-1">
${page.content}
<footer><p><a href="${site.mountPath}${markdownPathOf(page.path)}">This page as Markdown</a></p></footer>
</main>
</div>
${script(site, docsScriptAsset)}
${page.tries === true ? script(site, tryScriptAsset) : null}
</body>
</html>
`.markup
}
