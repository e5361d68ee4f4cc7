import { html } from "@quittance/adapters-http/pages"
import { eventsOfFamily } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, longText, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, type Fact, factsOf, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { partOfAll } from "../../screen/partOfAll.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"
import { allWebhooks, placeOf, type ShownWebhook, type WebhookGroup, webhookGroups } from "./webhookGroups.ts"

const scope = "partner"
type Family = ShownWebhook["family"]
type Said = Words["developers"]["webhooks"]

const columnsOf = (said: Said): ReadonlyArray<Column<ShownWebhook>> => [
  { title: said.url, cell: ({ url }) => text(url) },
  { title: said.group, cell: ({ family }) => text(said.groups[family]) },
  { title: said.status, cell: ({ isEnabled }) => status(isEnabled ? "enabled" : "disabled") },
  { title: said.reason, cell: ({ disabledReason: why }) => text(why && said.reasons[why]) },
  { title: said.failingSince, cell: ({ failingSince }) => instant(failingSince) },
  { title: said.events, cell: ({ events }) => longText(events.join(", ") || said.allEvents) },
  { title: said.created, cell: ({ createdAt }) => instant(createdAt) },
  { title: said.changed, cell: ({ updatedAt }) => instant(updatedAt), isOnlyInCsv: true }
]

/** Webhooks of both groups: one list, and for each of them the same screens. */
export const webhookScreens = (words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.webhooks
  return [
    listScreen({
      ...{ scope, path: "/webhooks", operation: "webhooks.list", title: said.title, tab: said.tab },
      read: (seen, _, part) => Effect.map(allWebhooks(seen), (all) => partOfAll(all, part)),
      columns: columnsOf(said),
      link: (webhook, { base }) => `${base}${placeOf(webhook)}`,
      empty: said.empty,
      acts: [
        { to: "/webhooks/add", verb: said.add, operation: "webhooks.create" },
        { to: "/account-webhook/set", verb: said.set, operation: "transit.webhook.set" }
      ]
    }),
    actScreen({
      ...{ scope, path: "/webhooks/add", operation: "webhooks.create", title: said.addTitle },
      fields: () => Effect.succeed(targetFields("fiat", said)),
      ...{ verb: said.add, isOnce: true, said: said.done },
      act: Effect.fnUntraced(function* (seen, typed, key) {
        const { active, events, url } = targetTyped(typed)
        const target = { active, events: events as ReadonlyArray<never>, url }
        const made = yield* seen.operations.webhooks.create(seen.partner.id, target, key)
        return secretPage(said, placeOf({ family: "fiat", id: made.id }), made.secret ?? "", seen)
      })
    }),
    ...webhookGroups.flatMap((group) => groupScreens(group, words))
  ]
}

const groupScreens = (group: WebhookGroup, words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.webhooks
  const { ends, family, names, path } = group
  const placeIn = ({ parameters: { id = "" } }: Seen) => placeOf({ family, id })
  const about = (told: string | null) => (seen: Seen) =>
    Effect.map(
      group.of(seen).get,
      (webhook) => html`${factsOf(columnsOf(said), webhook, seen)}${told && notice(told)}`
    )
  const acts = [
    [names.deliveries, "/deliveries", words.developers.deliveries.all],
    [names.test, "/test", said.test],
    [names.redeliverFailed, "/redeliver-failed", words.developers.deliveries.redeliverFailed],
    [names.change, ends.change, said.change],
    [names.rotate, "/rotate", said.rotate],
    [names.remove, "/remove", said.remove]
  ] as const
  return [
    pageScreen({
      ...{ scope, path, operation: names.get, title: family === "fiat" ? said.one : said.ofAccount },
      show: (seen) =>
        Effect.map(about(null)(seen), (told) => {
          const mine = acts.flatMap(([name, end, verb]) =>
            name !== undefined && seen.may(name) ? [actLink(`${seen.path}${end}`, verb)] : []
          )
          return { body: html`${told}${actLinks(mine)}` }
        })
    }),
    actScreen({
      ...{ scope, path: `${path}${ends.change}`, operation: names.change, title: said.changeTitles[family] },
      fields: (seen) => Effect.map(group.of(seen).known, (webhook) => targetFields(family, said, webhook)),
      ...{ verb: said.changeVerb, isOnce: true, said: said.done },
      act: (seen, typed) =>
        Effect.map(group.of(seen).change(targetTyped(typed)), ({ secret }) =>
          secret === undefined ? { to: placeIn(seen) } : secretPage(said, placeIn(seen), secret, seen)
        )
    }),
    actScreen({
      ...{ scope, path: `${path}/rotate`, operation: names.rotate, title: said.rotateTitle },
      ...{ about: about(said.rotateAbout), verb: said.rotate, isOnce: true, said: said.done },
      act: (seen) =>
        Effect.map(group.of(seen).rotate, ({ previousSecretExpiresAt, secret }) =>
          secretPage(said, placeIn(seen), secret, seen, [[said.oldSecret, instant(previousSecretExpiresAt)]])
        )
    }),
    actScreen({
      ...{ scope, path: `${path}/test`, operation: names.test, title: said.testTitle, about: about(null) },
      fields: (seen) =>
        Effect.map(group.of(seen).get, ({ events: [first = ""] }) => [
          {
            ...{ name: "event", label: said.testEvent, kind: "choice", value: first },
            options: eventsOfFamily[family].map((event) => [event, event] as const)
          }
        ]),
      ...{ verb: said.test, said: said.testedTitle },
      act: (seen, typed) =>
        Effect.map(group.of(seen).test(textTyped(typed, "event") ?? ""), ({ message, success }) => {
          const told = notice(sentence(message), success ? "good" : "bad")
          const back = actLink(`${seen.base}${placeIn(seen)}`, said.back)
          return { title: said.testedTitle, body: html`${told}${actLinks([back])}` }
        })
    }),
    ...(names.remove === undefined
      ? []
      : [
          actScreen({
            ...{ scope, path: `${path}/remove`, operation: names.remove, title: said.removeTitle },
            ...{ about: about(said.removeWarning), verb: said.remove, isFinal: true, said: said.removed },
            act: (seen) => Effect.as(group.of(seen).remove, { to: "/webhooks" })
          })
        ])
  ]
}

const secretPage = (said: Said, place: string, secret: string, seen: Seen, more: ReadonlyArray<Fact> = []) =>
  answerOnce(
    { title: said.secretTitle, warning: said.once, secret, back: [`${seen.base}${place}`, said.back] },
    [[said.secret, address(secret)], ...more],
    seen
  )

const urlLengthMax = 2_048

const targetFields = (family: Family, said: Said, now?: ShownWebhook): ReadonlyArray<FormField> => [
  { name: "url", label: said.url, kind: "url", lengthMax: urlLengthMax, value: now?.url ?? "" },
  {
    ...{ name: "events", label: said.events, kind: "choices", value: now?.events ?? [] },
    options: eventsOfFamily[family].map((event) => [event, event] as const),
    ...(family === "transit" && { hint: said.eventsOfAccountHint })
  },
  {
    ...{ name: "active", label: said.enabled, kind: "tick" },
    ...((now?.isEnabled ?? true) && { value: "yes" })
  }
]

const targetTyped = (typed: Typed) => ({
  url: textTyped(typed, "url") ?? "",
  events: ticked(typed, "events"),
  active: typed.active === "yes"
})
