import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput, type WebhookDeliveryDetailView, type WebhookDeliveryView } from "@quittance/core"
import {
  deliveryStatuses,
  eventsOfFamily,
  offsetMillisAt,
  parseInstant,
  zonedInstant
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, longText, status, text } from "../../look/Cell.ts"
import {
  actLink,
  actLinks,
  beside,
  type Column,
  type Fact,
  known,
  notice,
  quiet,
  section,
  timeline
} from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, textTyped } from "../../screen/FormField.ts"
import { itemScreens } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { type Screen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"
import { type WebhookGroup, webhookGroups } from "./webhookGroups.ts"

type Said = Words["developers"]["deliveries"]

/** What was sent to webhooks, what they answered, and sending it again. */
export const deliveryScreens = screensOf("developers", ({ deliveries: said }) => [
  ...webhookGroups.flatMap((group) => [logScreen(group, said), redeliverFailedScreen(group, said)]),
  ...itemScreens<WebhookDeliveryDetailView>({
    ...{ path: "/deliveries/{id}", operation: "webhooks.delivery", title: said.one },
    read: ({ id, operations, partner }) => operations.webhooks.delivery(partner.id, id),
    columns: columnsOf(said),
    show: (delivery, { acts, facts }, seen) =>
      Effect.map(seen.operations.webhooks.deliveryBody(seen.partner.id, delivery.id), ({ body }) => {
        const attempts = section(said.attemptsTitle, attemptsOf(delivery, said, seen))
        const request = section(said.request, html`<pre>${indented(body)}</pre>`)
        return {
          title: delivery.event,
          body: html`${beside(html`${actLinks(acts)}${facts}`, attempts)}${request}`,
          live: {
            shown: `${delivery.status} ${delivery.attempts.length} ${delivery.lastAttemptAt}`,
            announcement: said.nowIs(statusWord(delivery.status, seen))
          }
        }
      }),
    acts: [
      {
        ...{ end: "redeliver", operation: "webhooks.redeliver", title: said.redeliverTitle },
        ...{ verb: said.redeliver, said: said.redelivered, warning: said.redeliverAbout },
        fields: (seen) => [seenAt(seen)],
        call: ({ id, operations, partner }, { seenAt }: { readonly seenAt: string }) =>
          operations.webhooks.redeliver(partner.id, id, Number(seenAt)),
        to: "/deliveries/{id}"
      }
    ]
  })
])

/** A form is about what somebody saw: what has changed since is not done once more when it is sent again. */
const seenAt = ({ now }: Seen): FormField => ({
  ...{ name: "seenAt", label: "", kind: "hidden", value: String(now) }
})

const logScreen = (group: WebhookGroup, said: Said): Screen =>
  listScreen({
    ...{ path: `${group.path}/deliveries`, operation: group.names.deliveries },
    ...{ title: said.title, columns: columnsOf(said), empty: said.empty, hasDays: true },
    read: (seen, chosen, part) => group.of(seen).deliveries(chosen, part),
    choices: [
      { name: "status", label: said.status, values: deliveryStatuses },
      { name: "event", label: said.event, values: eventsOfFamily[group.family] }
    ],
    link: ({ id }, { base, may }) => (may("webhooks.delivery") ? `${base}/deliveries/${id}` : null)
  })

/** Everything that failed, wherever in the list it is; what fails while the form is open is not meant. */
const redeliverFailedScreen = (group: WebhookGroup, said: Said): Screen =>
  actScreen({
    ...{ path: `${group.path}/redeliver-failed`, operation: group.names.redeliverFailed },
    ...{ title: said.redeliverFailedTitle, verb: said.redeliverFailedVerb, said: said.redelivered },
    about: (seen) =>
      Effect.map(
        group.of(seen).deliveries({ status: "failed" }, { page: 1, limit: 1 }),
        ({ total }) => html`<p>${said.failedNow((total ?? 0).toLocaleString("en"))}</p>`
      ),
    fields: (seen) => {
      const offset = zonedInstant(seen.now, seen.zone).slice("2026-11-27T00:00:00".length)
      return [
        { name: "from", label: said.since, kind: "instant", hint: said.sinceHint(offset) },
        seenAt(seen)
      ]
    },
    act: Effect.fnUntraced(function* (seen, typed) {
      const from = localInstant(textTyped(typed, "from") ?? "", seen.zone)
      if (from === undefined) return yield* InvalidInput.of("from", "invalid_value", said.sinceFault)
      const to = Number(textTyped(typed, "seenAt"))
      const { left, redelivered } = yield* group.of(seen).redeliverFailed({ from, to })
      const told =
        redelivered === 0
          ? notice(said.nothingLeft)
          : notice(said.result(redelivered.toLocaleString("en")), "good")
      const rest = left === 0 ? null : notice(said.left(left.toLocaleString("en")))
      const back = actLink(seen.path.replace(/redeliver-failed$/, "deliveries"), said.all)
      return { title: said.resultTitle, body: html`${told}${rest}${actLinks([back])}` }
    })
  })

/** A day and a time as the clocks of the zone show them; undefined if the text has another form. */
const localInstant = (typed: string, zone: string): number | undefined => {
  const local = parseInstant(typed)
  return local === undefined ? undefined : local - offsetMillisAt(local - offsetMillisAt(local, zone), zone)
}

/** What the log tells of a delivery, and more of it where it is alone. */
const columnsOf = (said: Said): ReadonlyArray<Column<WebhookDeliveryView>> => [
  { title: said.one, cell: (delivery) => id(delivery.id) },
  { title: said.event, cell: ({ event }) => text(event) },
  { title: said.status, cell: (delivery) => status(delivery.status) },
  { title: said.code, cell: ({ responseCode }) => text(responseCode?.toString()) },
  { title: said.attempts, cell: ({ attempt, maxAttempts }) => text(said.attemptsOf(attempt, maxAttempts)) },
  { title: said.sent, cell: ({ lastAttemptAt }) => instant(lastAttemptAt) },
  { title: said.next, cell: ({ nextAttemptAt }) => instant(nextAttemptAt) },
  { title: said.error, cell: ({ error }) => longText(error && sentence(error)) },
  { title: said.url, cell: ({ url }) => text(url), isOnlyInCsv: true },
  { title: said.eventId, cell: ({ eventId }) => id(eventId), isOnlyInCsv: true },
  { title: said.delivered, cell: ({ deliveredAt }) => instant(deliveredAt), isOnlyInCsv: true },
  { title: said.created, cell: ({ createdAt }) => instant(createdAt), isOnlyInCsv: true }
]

const attemptsOf = ({ attempts }: WebhookDeliveryDetailView, said: Said, seen: Seen): Html => {
  const [first] = attempts
  if (first === undefined) return quiet(said.noAttempt)
  const entries = attempts.map(({ at, error, number, responseBody, responseCode, responseTimeMs }) => {
    const answer = html`<details><summary>${said.responseStart}</summary><pre>${responseBody}</pre></details>`
    const details: ReadonlyArray<Fact> = [
      [said.took, text(said.millis(responseTimeMs))],
      [said.error, text(error && sentence(error))],
      [said.response, responseBody ? answer : text(null)]
    ]
    const title = `${said.attempt(number)}: ${responseCode ?? said.noAnswer}`
    return { at, title, details: known(seen, details) }
  })
  const earlier = first.number === 1 ? null : quiet(said.earlierOmitted)
  return html`${earlier}${timeline(seen, entries)}`
}

/** JSON on lines of its own; the bytes that are sent have none. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
