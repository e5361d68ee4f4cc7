import { html } from "@quittance/adapters-http/pages"
import { eventsOfFamily } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, longText, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, type Fact, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { FormField } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { itemScreens } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { type Screen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"
import { allWebhooks, placeOf, type ShownWebhook, type WebhookGroup, webhookGroups } from "./webhookGroups.ts"

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
export const webhookScreens = screensOf("developers", ({ deliveries, webhooks: said }) => [
  listScreen({
    ...{ path: "/webhooks", operation: "webhooks.list" },
    ...{ title: said.title, tab: said.tab, columns: columnsOf(said), empty: said.empty },
    read: allWebhooks,
    link: (webhook, { base }) => `${base}${placeOf(webhook)}`,
    acts: [
      { to: "/webhooks/add", verb: said.add, operation: "webhooks.create" },
      { to: "/account-webhook/set", verb: said.set, operation: "transit.webhook.set" }
    ]
  }),
  actScreen({
    ...{ path: "/webhooks/add", operation: "webhooks.create", title: said.addTitle },
    ...{ verb: said.add, isOnce: true, said: said.done, fields: targetFields("fiat", said) },
    act: Effect.fnUntraced(function* (seen, typed, key) {
      const target = yield* inputOf(targetFields("fiat", said), typed, seen)
      const { id, secret = "" } = yield* seen.operations.webhooks.create(seen.partner.id, target, key)
      return secretPage(said, placeOf({ family: "fiat", id }), secret, seen)
    })
  }),
  ...webhookGroups.flatMap((group) => groupScreens(group, said, deliveries))
])

const groupScreens = (
  { changeEnd, family, names, of, path }: WebhookGroup,
  said: Said,
  deliveries: Words["developers"]["deliveries"]
): ReadonlyArray<Screen> => {
  const placeIn = ({ id }: Seen) => placeOf({ family, id })
  return itemScreens<ShownWebhook>({
    ...{ path, operation: names.get, title: family === "fiat" ? said.one : said.ofAccount },
    read: (seen) => of(seen).get,
    columns: columnsOf(said),
    // That of an account is one alone.
    show: (_webhook, { acts, facts }, { id }) => ({
      ...(id !== "" && { title: `${said.one} ${id}` }),
      body: html`${facts}${actLinks(acts)}`
    }),
    ways: [
      { end: "deliveries", operation: names.deliveries, verb: deliveries.all },
      { end: "redeliver-failed", operation: names.redeliverFailed, verb: deliveries.redeliverFailed }
    ],
    acts: [
      {
        ...{ end: changeEnd, operation: names.change, title: said.changeTitles[family], link: said.change },
        ...{ verb: said.changeVerb, isOnce: true, said: said.done },
        about: [],
        fields: (seen) => Effect.map(of(seen).known, (webhook) => targetFields(family, said, webhook)),
        act: Effect.fnUntraced(function* (seen, typed) {
          const target = yield* inputOf(targetFields(family, said), typed, seen)
          const { secret } = yield* of(seen).change(target)
          return secret === undefined ? { to: placeIn(seen) } : secretPage(said, placeIn(seen), secret, seen)
        })
      },
      {
        ...{ end: "rotate", operation: names.rotate, title: said.rotateTitle, warning: said.rotateAbout },
        ...{ verb: said.rotate, isOnce: true, said: said.done },
        act: (seen) =>
          Effect.map(of(seen).rotate, ({ previousSecretExpiresAt, secret }) =>
            secretPage(said, placeIn(seen), secret, seen, [
              [said.oldSecret, instant(previousSecretExpiresAt)]
            ])
          )
      },
      {
        ...{ end: "test", operation: names.test, title: said.testTitle },
        ...{ verb: said.test, said: said.testedTitle },
        fields: (seen) =>
          Effect.map(of(seen).get, ({ events: [first = ""] }) => [
            {
              ...{ name: "event", label: said.testEvent, kind: "choice", value: first },
              options: eventsOfFamily[family]
            }
          ]),
        act: (seen, { event }) =>
          Effect.map(of(seen).test({ event } as never), ({ message, success }) => {
            const told = notice(sentence(message), success ? "good" : "bad")
            const back = actLink(`${seen.base}${placeIn(seen)}`, said.back)
            return { title: said.testedTitle, body: html`${told}${actLinks([back])}` }
          })
      },
      ...(names.remove === undefined
        ? []
        : [
            {
              ...{ end: "remove", operation: names.remove, title: said.removeTitle },
              ...{
                verb: said.remove,
                said: said.removed,
                warning: said.removeWarning,
                isFinal: true as const
              },
              call: (seen: Seen) => of(seen).remove,
              to: "/webhooks"
            }
          ])
    ]
  })
}

const secretPage = (said: Said, place: string, secret: string, seen: Seen, more: ReadonlyArray<Fact> = []) =>
  answerOnce(
    said.secretTitle,
    said.once,
    [[said.secret, address(secret)], ...more],
    secret,
    actLink(`${seen.base}${place}`, said.back),
    seen
  )

const urlLengthMax = 2_048

const targetFields = (
  family: ShownWebhook["family"],
  said: Said,
  now?: ShownWebhook
): ReadonlyArray<FormField> => [
  { name: "url", label: said.url, kind: "url", lengthMax: urlLengthMax, value: now?.url ?? "" },
  {
    ...{ name: "events", label: said.events, kind: "choices", value: now?.events ?? [] },
    options: eventsOfFamily[family],
    ...(family === "transit" && { hint: said.eventsOfAccountHint })
  },
  { name: "active", label: said.enabled, kind: "tick", value: (now?.isEnabled ?? true) ? "yes" : "" }
]
