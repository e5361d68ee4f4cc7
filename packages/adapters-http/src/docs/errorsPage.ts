import { html } from "../pages/Html.ts"
import { errorCodes } from "../refusal/ErrorCode.ts"
import { errorSampleOf } from "../refusal/errorSamples.ts"
import { codeBlock, described, readableJson } from "./codeBlock.ts"
import { type DocsSite, onThisPage } from "./DocsFrame.ts"
import { docsPath, errorsPath } from "./docsPlaces.ts"
import type { Page } from "./Page.ts"

const sample = (publicUrl: string) => errorSampleOf("invalid_request", publicUrl)

const introduction =
  "Programs decide by `code`, which never changes its meaning; `message` is for people, and `docUrl` leads to the code on this page. `details`, where there are any, names each wrong field. Give support the `requestId`. A refused request changes nothing, and its idempotency key can be used again."

const codes = Object.entries(errorCodes)

/** The page that explains every error code, each under an anchor that is the code. */
export const errorsPage = ({ mountPath, publicUrl }: DocsSite): Page => ({
  path: errorsPath,
  title: "Errors",
  summary: "Every error code: what it means and what to do.",
  content: html`<article class="guide"><h1>Errors</h1>
<p>${described(introduction)}</p>
${codeBlock("A refusal", readableJson(sample(publicUrl)))}
<p>The operations that a code belongs to list it: <a href="${mountPath}${docsPath}">all operations</a>.</p>
${codes.map(
  ([code, { means, remedy, status }]) => html`<section id="${code}">
<h2><a class="anchor" href="#${code}"><code>${code}</code></a> <small>${status}</small></h2>
<p>${described(means)}</p>
<p><strong>What to do:</strong> ${described(remedy)}</p>
</section>
`
)}</article>
${onThisPage(codes.map(([code]) => ({ anchor: code, title: code })))}`,
  markdown: [
    "# Errors",
    introduction,
    `\`\`\`json\n${readableJson(sample(publicUrl))}\n\`\`\``,
    ...codes.map(
      ([code, { means, remedy, status }]) =>
        `## ${code}\n\nStatus ${status}. ${means}\n\n**What to do:** ${remedy}`
    )
  ].join("\n\n"),
  findable: codes.map(([code, { means, remedy, status }]) => ({
    title: code,
    address: `${errorsPath}#${code}`,
    words: `${status} · ${means}`,
    unseen: remedy
  }))
})
