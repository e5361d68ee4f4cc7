import { html } from "../pages/Html.ts"
import { type DocsSite, onThisPage } from "./DocsFrame.ts"
import { guidesPath } from "./docsPlaces.ts"
import { guideFile, guideParts } from "./guideFiles.ts"
import { readMarkdown, servedMarkdown } from "./markdown.ts"
import type { Page } from "./Page.ts"

const guidePage = (name: string, site: DocsSite): Page => {
  const text = guideFile(name)
  const { content, headings, pictures, summary, title, words } = readMarkdown(text, site)
  const path = `${guidesPath}/${name}`
  return {
    path,
    title,
    summary,
    content: html`<article class="guide">${content}</article>${headings.length < 3 ? null : onThisPage(headings)}`,
    markdown: servedMarkdown(text, site),
    pictures,
    findable: [
      { title, address: path, words: summary, unseen: words },
      ...headings.map((heading) => ({
        title: heading.title,
        address: `${path}#${heading.anchor}`,
        words: title,
        unseen: heading.words
      }))
    ]
  }
}

/** What makes the page of each guide. */
export const guidePages = (site: DocsSite): ReadonlyArray<() => Page> =>
  guideParts.flatMap(({ names }) => names.map((name) => () => guidePage(name, site)))

/** The same in the list of pages: only their titles are read. */
export const listedGuides = () =>
  guideParts.map(({ names, title }) => ({
    title,
    pages: names.map((name) => ({
      path: `${guidesPath}/${name}`,
      title: /^# (.*)$/m.exec(guideFile(name))?.[1] ?? name
    }))
  }))
