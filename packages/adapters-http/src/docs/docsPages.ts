import type { SettingsShape } from "@quittance/core"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { mountPathOf } from "../routing/Router.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { errorsPage } from "./errorsPage.ts"
import { eventsPage, listedEvents } from "./eventsPage.ts"
import { groupPages, groupPathOf, groupsOf } from "./groupPages.ts"
import { guidePages, listedGuides } from "./guidePages.ts"
import { overviewPage } from "./overviewPage.ts"
import type { Page } from "./Page.ts"

/** All pages of the documents of these operations, and what they share. */
export const docsPages = (
  operations: ReadonlyArray<ApiOperation>,
  { mode, publicUrl }: Pick<SettingsShape, "mode" | "publicUrl">
): { readonly site: DocsSite; readonly pages: ReadonlyArray<Page> } => {
  const reference = groupsOf(operations).map((title) => ({ path: groupPathOf(title), title }))
  const parts = [...listedGuides(), { title: "Reference", pages: [...reference, listedEvents] }]
  const site = { mountPath: mountPathOf(publicUrl), publicUrl, mode, parts }
  const pages = [...guidePages(site), ...groupPages(operations, site), eventsPage(site), errorsPage(site)]
  return { site, pages: [overviewPage(operations, site, pages), ...pages] }
}

/** What language models read first: every page in one line (llmstxt.org). */
export const llmsText = (pages: ReadonlyArray<Page>, publicUrl: string): string => {
  const [overview, ...others] = pages
  const line = ({ path, summary, title }: Page) => `- [${title}](${publicUrl}${path}.md): ${summary}`
  const within = (part: string) => others.filter(({ path }) => path.includes(part)).map(line)
  return [
    "# Quittance",
    `> ${overview?.summary ?? ""}`,
    `The API at ${publicUrl} is described in [openapi.json](${publicUrl}/openapi.json). Each page below is Markdown.`,
    `## Guides\n\n${within("/guides/").join("\n")}`,
    `## Reference\n\n${[...within("/reference/"), ...within("/errors")].join("\n")}`
  ].join("\n\n")
}
