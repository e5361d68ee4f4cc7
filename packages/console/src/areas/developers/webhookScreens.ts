import { html } from "@quittance/adapters-http/pages"
import { eventsOfFamily } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, longText, status, text } from "../../look/Cell.ts"
import type { Look } from "../../look/Look.ts"
import { actLink, actLinks, type Fact, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { partOfAll } from "../../screen/partOfAll.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"
import { allWebhooks, fiatGroup, placeOf, type WebhookGroup, webhookGroups } from "./webhookGroups.ts"
import { eventsText, isTicked, reasonOf, targetFields, targetTyped, webhookFacts } from "./webhookTarget.ts"

/** Webhooks of both groups: one list, and for each of them the same screens. */
export const webhookScreens = (words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.webhooks
  return [
    listScreen({
      ...{
        scope: "partner",
        path: "/webhooks",
        operation: "webhooks.list",
        title: said.title,
        tab: said.tab
      },
      read: (seen, _, part) => Effect.map(allWebhooks(seen), (all) => partOfAll(all, part)),
      columns: [
        { title: said.url, cell: ({ url }) => text(url) },
        { title: said.group, cell: ({ family }) => text(said.groups[family]) },
        { title: said.status, cell: ({ isEnabled }) => status(isEnabled ? "enabled" : "disabled") },
        { title: said.reason, cell: (webhook) => text(reasonOf(webhook, said)) },
        { title: said.failingSince, cell: ({ failingSince }) => instant(failingSince) },
        { title: said.events, cell: ({ events }) => longText(eventsText(events, said)) },
        { title: said.created, cell: ({ createdAt }) => instant(createdAt) }
      ],
      link: (webhook, { base }) => `${base}${placeOf(webhook)}`,
      empty: said.empty,
      acts: [
        { to: "/webhooks/add", verb: said.add, operation: "webhooks.create" },
        { to: "/account-webhook/set", verb: said.set, operation: "transit.webhook.set" }
      ]
    }),
    actScreen({
      ...{ scope: "partner", path: "/webhooks/add", operation: "webhooks.create", title: said.addTitle },
      fields: () => Effect.succeed(targetFields("fiat", said)),
      ...{ verb: said.add, isOnce: true, said: said.done },
      act: Effect.fnUntraced(function* (seen, typed, key) {
        const { secret = "", ...made } = yield* seen.operations.webhooks.create(
          seen.partner.id,
          { ...targetTyped(typed), active: isTicked(typed) },
          key
        )
        const place = `${seen.base}${placeOf({ family: "fiat", id: made.id })}`
        return secretPage(said, said.addedTitle, place, [[said.secret, address(secret)]], seen)
      })
    }),
    changeScreen(words),
    setScreen(words),
    removeScreen(words),
    ...webhookGroups.flatMap((group) => groupScreens(group, words))
  ]
}

const groupScreens = (group: WebhookGroup, words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.webhooks
  const { family, names, path } = group
  const title = family === "fiat" ? said.one : said.ofAccount
  return [
    pageScreen({
      ...{ scope: "partner", path, operation: names.get, title },
      show: Effect.fnUntraced(function* (seen) {
        const webhook = yield* group.of(seen).get
        const mine = [
          [names.deliveries, "/deliveries", words.developers.deliveries.all],
          [names.test, "/test", said.test],
          [names.redeliverFailed, "/redeliver-failed", words.developers.deliveries.redeliverFailed],
          [names.change, group.changed, said.change],
          [names.rotate, "/rotate", said.rotate],
          ...(family === "fiat" ? [["webhooks.remove", "/remove", said.remove] as const] : [])
        ] as const
        const links = mine.flatMap(([name, end, verb]) =>
          seen.may(name) ? [actLink(`${seen.path}${end}`, verb)] : []
        )
        return { body: html`${webhookFacts(webhook, said, seen)}${actLinks(links)}` }
      })
    }),
    actScreen({
      ...{ scope: "partner", path: `${path}/rotate`, operation: names.rotate, title: said.rotateTitle },
      about: (seen) =>
        Effect.map(
          group.of(seen).get,
          (webhook) => html`${webhookFacts(webhook, said, seen)}${notice(said.rotateAbout)}`
        ),
      ...{ verb: said.rotate, isOnce: true, said: said.done },
      act: Effect.fnUntraced(function* (seen) {
        const { id } = yield* group.of(seen).get
        const rotated = yield* group.of(seen).rotate
        const told: ReadonlyArray<Fact> = [
          [said.secret, address(rotated.secret)],
          [said.oldSecret, instant(rotated.previousSecretExpiresAt)]
        ]
        return secretPage(said, said.rotatedTitle, `${seen.base}${placeOf({ family, id })}`, told, seen)
      })
    }),
    actScreen({
      ...{ scope: "partner", path: `${path}/test`, operation: names.test, title: said.testTitle },
      about: (seen) => Effect.map(group.of(seen).get, (webhook) => webhookFacts(webhook, said, seen)),
      fields: (seen) =>
        Effect.map(group.of(seen).get, ({ events: [first = eventsOfFamily[family][0] ?? ""] }) => [
          {
            ...{ name: "event", label: said.testEvent, kind: "choice", value: first },
            options: eventsOfFamily[family].map((event) => [event, event] as const)
          }
        ]),
      ...{ verb: said.test, said: said.testedTitle },
      act: Effect.fnUntraced(function* (seen, typed) {
        const { id } = yield* group.of(seen).get
        const { message, success } = yield* group.of(seen).test(textTyped(typed, "event") ?? "")
        const back = actLink(`${seen.base}${placeOf({ family, id })}`, said.back)
        const told = notice(sentence(message), success ? "good" : "bad")
        return { title: said.testedTitle, body: html`${told}${actLinks([back])}` }
      })
    })
  ]
}

const changeScreen = (words: Words): Screen => {
  const said = words.developers.webhooks
  return actScreen({
    ...{
      scope: "partner",
      path: "/webhooks/{id}/change",
      operation: "webhooks.update",
      title: said.changeTitle
    },
    fields: (seen) => Effect.map(fiatGroup.of(seen).get, (webhook) => targetFields("fiat", said, webhook)),
    ...{ verb: said.changeVerb, said: said.done },
    act: ({ operations, parameters: { id = "" }, partner }, typed) =>
      Effect.map(
        operations.webhooks.update(partner.id, id, { ...targetTyped(typed), active: isTicked(typed) }),
        () => ({ to: placeOf({ family: "fiat", id }) })
      )
  })
}

/** The webhook of an account is set and changed by one act; the first time it has a new secret. */
const setScreen = (words: Words): Screen => {
  const said = words.developers.webhooks
  const place = placeOf({ family: "transit", id: "" })
  return actScreen({
    ...{ scope: "partner", path: `${place}/set`, operation: "transit.webhook.set", title: said.setTitle },
    fields: (seen) =>
      Effect.map(allWebhooks(seen), (all) =>
        targetFields(
          "transit",
          said,
          all.find(({ family }) => family === "transit")
        )
      ),
    ...{ verb: said.changeVerb, isOnce: true, said: said.done },
    act: Effect.fnUntraced(function* (seen, typed) {
      const target = { ...targetTyped(typed), enabled: isTicked(typed) }
      const { secret } = yield* seen.operations.transit.webhook.set(seen.partner.id, target)
      if (secret === undefined) return { to: place }
      return secretPage(said, said.addedTitle, `${seen.base}${place}`, [[said.secret, address(secret)]], seen)
    })
  })
}

const secretPage = (
  said: Words["developers"]["webhooks"],
  title: string,
  place: string,
  told: ReadonlyArray<Fact>,
  look: Look
) => answerOnce({ title, warning: said.once, back: [place, said.back] }, told, look)

const removeScreen = (words: Words): Screen => {
  const said = words.developers.webhooks
  return actScreen({
    ...{
      scope: "partner",
      path: "/webhooks/{id}/remove",
      operation: "webhooks.remove",
      title: said.removeTitle
    },
    about: (seen) =>
      Effect.map(
        fiatGroup.of(seen).get,
        (webhook) => html`${webhookFacts(webhook, said, seen)}${notice(said.removeWarning)}`
      ),
    ...{ verb: said.remove, isFinal: true, said: said.removed },
    act: ({ operations, parameters: { id = "" }, partner }) =>
      Effect.as(operations.webhooks.remove(partner.id, id), { to: "/webhooks" })
  })
}
