import type { SettingsShape } from "@quittance/core"
import { Effect } from "effect"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { mountPathOf } from "../routing/Router.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { errorsPage } from "./errorsPage.ts"
import { eventsPage, listedEvents } from "./eventsPage.ts"
import { groupPages, groupPathOf, groupsOf } from "./groupPages.ts"
import { guidePages, listedGuides } from "./guidePages.ts"
import { overviewPage } from "./overviewPage.ts"
import type { Page } from "./Page.ts"

/**
 * All pages of the documents of these operations, the overview first, and what they share. Other requests are served
 * between the making of two pages: all of them together take a quarter of a second.
 */
export const makeDocsPages = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  { mode, publicUrl }: Pick<SettingsShape, "mode" | "publicUrl">
) {
  const reference = groupsOf(operations).map((title) => ({ path: groupPathOf(title), title }))
  const parts = [...listedGuides(), { title: "Reference", pages: [...reference, listedEvents] }]
  const site: DocsSite = { mountPath: mountPathOf(publicUrl), publicUrl, mode, parts }
  const makers = [
    ...guidePages(site),
    ...groupPages(operations, site),
    () => eventsPage(site),
    () => errorsPage(site)
  ]
  const pages = yield* Effect.forEach(makers, (make) => Effect.andThen(Effect.yieldNow, Effect.sync(make)))
  return { site, pages: [overviewPage(operations, site, pages), ...pages] }
})

/** What language models read first: every page in one line (llmstxt.org). */
export const llmsText = (pages: ReadonlyArray<Page>, publicUrl: string): string => {
  const [overview, ...others] = pages
  const line = ({ path, summary, title }: Page) =>
    `- [${title}](${publicUrl}${path}.md): ${summary.replace(/\s+/g, " ")}`
  const within = (part: string) => others.filter(({ path }) => path.includes(part)).map(line)
  return [
    "# Quittance",
    `> ${overview?.summary ?? ""}`,
    `The API at ${publicUrl} is described in [openapi.json](${publicUrl}/openapi.json). Each page below is Markdown.`,
    `## Guides\n\n${within("/guides/").join("\n")}`,
    `## Reference\n\n${[...within("/reference/"), ...within("/errors")].join("\n")}`
  ].join("\n\n")
}
