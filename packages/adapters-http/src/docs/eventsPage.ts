import {
  accountWebhookEvents,
  fiatWebhookEvents,
  type WebhookEventType,
  webhookTopics
} from "@quittance/core/adapter"
import { type Html, html } from "../pages/Html.ts"
import { eventSampleOf } from "../reference/eventSample.ts"
import { jsonSchemaOf } from "../reference/jsonSchemaOf.ts"
import type { JsonForm } from "../reference/sampleOf.ts"
import { codeBlock, readableJson } from "./codeBlock.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { guidesPath, operationsPath } from "./docsPlaces.ts"
import { fieldList, fieldsOf } from "./fieldList.ts"
import type { Page } from "./Page.ts"

const path = `${operationsPath}/events`

const introduction =
  "The body of a delivery, by the name of its event. Of the events of one resource, those with a lower version are older."

const families = [
  { title: "Webhooks of the fiat API", events: fiatWebhookEvents },
  { title: "The transit webhook", events: accountWebhookEvents }
] as const

/** Events of one resource have the same fields: the first of them shows them. */
const firstLike = (type: WebhookEventType): WebhookEventType =>
  families
    .flatMap(({ events }): ReadonlyArray<WebhookEventType> => events)
    .find((each) => webhookTopics[each].shows === webhookTopics[type].shows) ?? type

const objectFields = (type: WebhookEventType): Html => {
  const first = firstLike(type)
  return first === type
    ? html`<details><summary>Fields of data.object</summary>${fieldList(fieldsOf(jsonSchemaOf(webhookTopics[type].shows) as JsonForm, "answer"))}</details>`
    : html`<p class="hint">data.object has the fields of <a href="#${first}"><code>${first}</code></a>.</p>`
}

const eventSection = (type: WebhookEventType): Html => {
  const { besides, meaning } = webhookTopics[type]
  const more = Object.entries(besides).map(([name, each]) => ({
    name: `data.${name}`,
    form: jsonSchemaOf(each) as JsonForm
  }))
  return html`<section class="operation" id="${type}" aria-labelledby="${type}-title">
<div class="told">
<h3 id="${type}-title"><a class="anchor" href="#${type}"><code>${type}</code></a></h3>
<p>${meaning}.</p>
${more.length === 0 ? null : fieldList(more)}
${objectFields(type)}
</div>
<div class="shown">${codeBlock("Body", readableJson(eventSampleOf(type)))}</div>
</section>`
}

/** What receivers of webhooks are sent. */
export const eventsPage = ({ mountPath }: DocsSite): Page => ({
  path,
  title: "Webhook events",
  summary: introduction,
  content: html`<h1>Webhook events</h1>
<p>${introduction} How deliveries are signed, repeated and ordered: <a href="${mountPath}${guidesPath}/webhooks">Webhooks</a>.</p>
${families.map(({ events, title }) => html`<h2>${title}</h2>${events.map(eventSection)}`)}`,
  markdown: [
    "# Webhook events",
    introduction,
    ...families.flatMap(({ events, title }) => [
      `## ${title}`,
      ...events.map(
        (type) =>
          `### ${type}\n\n${webhookTopics[type].meaning}.\n\n\`\`\`json\n${readableJson(eventSampleOf(type))}\n\`\`\``
      )
    ])
  ].join("\n\n"),
  findable: families.flatMap(({ events, title }) =>
    events.map((type) => ({
      title: type,
      address: `${path}#${type}`,
      words: `${webhookTopics[type].meaning} ${title}`
    }))
  )
})

/** The same in the list of pages. */
export const listedEvents = { path, title: "Webhook events" }
