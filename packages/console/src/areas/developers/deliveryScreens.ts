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
  factsOf,
  notice,
  section,
  timeline
} from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"
import { type WebhookGroup, webhookGroups } from "./webhookGroups.ts"

type Said = Words["developers"]["deliveries"]

/** What was sent to webhooks, what they answered, and sending it again. */
export const deliveryScreens = (words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.deliveries
  return [
    ...webhookGroups.flatMap((group) => [logScreen(group, said), redeliverFailedScreen(group, said)]),
    pageScreen({
      ...{ scope: "partner", path: "/deliveries/{id}", operation: "webhooks.delivery", title: said.one },
      show: Effect.fnUntraced(function* (seen) {
        const { operations, parameters, partner, path } = seen
        const delivery = yield* operations.webhooks.delivery(partner.id, parameters.id ?? "")
        const { body } = yield* operations.webhooks.deliveryBody(partner.id, delivery.id)
        const acts = seen.may("webhooks.redeliver") ? [actLink(`${path}/redeliver`, said.redeliver)] : []
        return {
          title: delivery.event,
          body: html`${beside(
            html`${actLinks(acts)}${factsOf(columnsOf(said), delivery, seen)}`,
            section(said.attemptsTitle, attemptsOf(delivery, said, seen))
          )}${section(said.request, html`<pre>${indented(body)}</pre>`)}`,
          live: {
            shown: `${delivery.status} ${delivery.attempts.length} ${delivery.lastAttemptAt}`,
            announcement: said.nowIs(statusWord(delivery.status, seen))
          }
        }
      })
    }),
    actScreen({
      ...{ scope: "partner", path: "/deliveries/{id}/redeliver", operation: "webhooks.redeliver" },
      title: said.redeliverTitle,
      about: (seen) =>
        Effect.map(
          seen.operations.webhooks.delivery(seen.partner.id, seen.parameters.id ?? ""),
          (delivery) => html`${factsOf(columnsOf(said), delivery, seen)}${notice(said.redeliverAbout)}`
        ),
      fields: seenAt,
      ...{ verb: said.redeliver, said: said.redelivered },
      act: ({ operations, parameters: { id: deliveryId = "" }, partner }, typed) =>
        Effect.as(operations.webhooks.redeliver(partner.id, deliveryId, Number(textTyped(typed, "seenAt"))), {
          to: `/deliveries/${deliveryId}`
        })
    })
  ]
}

/** A form is about what somebody saw: what has changed since is not done once more when it is sent again. */
const seenAt = ({ now }: Seen) =>
  Effect.succeed([{ name: "seenAt", label: "", kind: "hidden" as const, value: String(now) }])

const logScreen = (group: WebhookGroup, said: Said): Screen =>
  listScreen({
    ...{ scope: "partner", path: `${group.path}/deliveries`, operation: group.names.deliveries },
    title: said.title,
    read: (seen, chosen, part) => group.of(seen).deliveries(chosen, part),
    columns: columnsOf(said),
    choices: [
      { name: "status", label: said.status, values: deliveryStatuses },
      { name: "event", label: said.event, values: eventsOfFamily[group.family] }
    ],
    hasDays: true,
    link: (delivery, { base, may }) =>
      may("webhooks.delivery") ? `${base}/deliveries/${delivery.id}` : null,
    empty: said.empty
  })

/** Everything that failed, wherever in the list it is; what fails while the form is open is not meant. */
const redeliverFailedScreen = (group: WebhookGroup, said: Said): Screen =>
  actScreen({
    ...{ scope: "partner", path: `${group.path}/redeliver-failed`, operation: group.names.redeliverFailed },
    title: said.redeliverFailedTitle,
    about: (seen) =>
      Effect.map(
        group.of(seen).deliveries({ status: "failed" }, { page: 1, limit: 1 }),
        ({ total }) => html`<p>${said.failedNow((total ?? 0).toLocaleString("en"))}</p>`
      ),
    fields: (seen) =>
      Effect.map(seenAt(seen), (hidden) => [
        {
          ...{ name: "from", label: said.since, kind: "instant" as const },
          hint: said.sinceHint(zonedInstant(seen.now, seen.zone).slice("2026-11-27T00:00:00".length))
        },
        ...hidden
      ]),
    ...{ verb: said.redeliverFailedVerb, said: said.redelivered },
    act: Effect.fnUntraced(function* (seen, typed) {
      const from = localInstant(textTyped(typed, "from") ?? "", seen.zone)
      if (from === undefined) return yield* InvalidInput.of("from", "invalid_value", said.sinceFault)
      const to = Number(textTyped(typed, "seenAt"))
      const { left, redelivered } = yield* group.of(seen).redeliverFailed({ from, to })
      const back = actLink(`${seen.path.replace(/redeliver-failed$/, "deliveries")}`, said.all)
      const told = redelivered === 0 ? said.nothingLeft : said.result(redelivered.toLocaleString("en"))
      const rest = left === 0 ? null : notice(said.left(left.toLocaleString("en")))
      return {
        title: said.resultTitle,
        body: html`${notice(told, redelivered === 0 ? "warn" : "good")}${rest}${actLinks([back])}`
      }
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
  if (first === undefined) return html`<p class="quiet">${said.noAttempt}</p>`
  const entries = attempts.map(({ at, error, number, responseBody, responseCode, responseTimeMs }) => ({
    at,
    title: `${said.attempt(number)}: ${responseCode ?? said.noAnswer}`,
    details: [
      [said.took, text(said.millis(responseTimeMs))] as const,
      ...(error === null ? [] : [[said.error, text(sentence(error))] as const]),
      ...(responseBody === null || responseBody === ""
        ? []
        : [
            [
              said.response,
              html`<details><summary>${said.responseStart}</summary><pre>${responseBody}</pre></details>`
            ] as const
          ])
    ]
  }))
  const earlier = first.number === 1 ? null : html`<p class="quiet">${said.earlierOmitted}</p>`
  return html`${earlier}${timeline(entries, seen)}`
}

/** JSON on lines of its own; the bytes that are sent have none. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
