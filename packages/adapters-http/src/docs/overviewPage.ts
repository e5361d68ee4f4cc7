import { type Html, html } from "../pages/Html.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { codeBlock } from "./codeBlock.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { docsPath, guidesPath, textPath } from "./docsPlaces.ts"
import { groupPathOf, groupsOf } from "./groupPages.ts"
import { keyWords } from "./operationSection.ts"
import type { Page } from "./Page.ts"

const summary =
  "Take payments in stablecoins and through banks, send payouts, verify identities, and be told of everything by webhooks."

const first = (publicUrl: string): string => `curl ${publicUrl}/api/v1/invoices \\
  -H "x-api-key: $SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  --data '{"amount":1250.5,"currency":"KZT","description":"Order 1042"}'`

const tasks = [
  [
    "first-payment",
    "First payment in five minutes",
    "A sandbox invoice, paid, and told to your own program."
  ],
  ["keys", "Which key goes where", "Four groups of operations, one table."],
  ["signing", "Sign a request", "curl, Node, Python, Go and PHP, each ready to copy."],
  ["crypto-invoices", "Take USDT", "Invoices on TRON, Ethereum and other networks."],
  ["payouts", "Send a payout", "From the balance, never twice."],
  ["webhooks", "Receive webhooks", "Verify, order, repeat."]
] as const

const card = (address: string, title: string, says: string): Html =>
  html`<li><a href="${address}"><strong>${title}</strong><span>${says}</span></a></li>`

/** The first page. */
export const overviewPage = (
  operations: ReadonlyArray<ApiOperation>,
  { mountPath, mode, publicUrl }: DocsSite,
  pages: ReadonlyArray<Page>
): Page => {
  const groups = groupsOf(operations).map((group) => {
    const own = operations.filter((each) => each.group === group)
    return { group, keys: [...new Set(own.map(keyWords))].join("; or ") }
  })
  return {
    path: docsPath,
    title: "Overview",
    summary,
    content: html`<div class="opening">
<div class="told">
<h1>Quittance documents</h1>
<p class="lead">${summary}</p>
<p><a class="button primary" href="${mountPath}${guidesPath}/first-payment">First payment in five minutes</a></p>
<p class="hint">This server is ${mode === "live" ? "live: it moves real money." : "a sandbox: networks, banks and checks are simulated, and no money moves."} It answers at <code>${publicUrl}</code> and describes itself for programs in <a href="${mountPath}/openapi.json">openapi.json</a> and, for language models, in <a href="${mountPath}${textPath}">llms.txt</a>.</p>
</div>
<div class="shown">${codeBlock("An invoice", first(publicUrl))}</div>
</div>
<h2>Guides</h2>
<ul class="cards">${tasks.map(([name, title, says]) => card(`${mountPath}${guidesPath}/${name}`, title, says))}</ul>
<h2>Operations</h2>
<div class="table" tabindex="0"><table>
<thead><tr><th scope="col">Group</th><th scope="col">Key</th></tr></thead>
<tbody>${groups.map(
      ({ group, keys }) =>
        html`<tr><th scope="row"><a href="${mountPath}${groupPathOf(group)}">${group}</a></th><td>${keys}</td></tr>`
    )}</tbody>
</table></div>`,
    markdown: [
      "# Quittance documents",
      summary,
      ...pages.map(
        ({ path, summary: says, title }) =>
          `- [${title}](${publicUrl}${path}.md): ${says.replace(/\s+/g, " ").split(". ")[0]}`
      )
    ].join("\n\n"),
    findable: [{ title: "Overview", address: docsPath, words: summary }]
  }
}
