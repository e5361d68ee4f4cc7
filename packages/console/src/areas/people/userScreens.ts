import { html } from "@quittance/adapters-http/pages"
import type { UserView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, beside, type Fact, facts, notice, section, timeline } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { invitationScreens, linkShown, whole } from "./invitations.ts"

/** Everybody of the deployment, for operators. */
export const userScreens = (words: Words): ReadonlyArray<Screen> => {
  const { people } = words
  const scope = "operator"
  const user = ({ operations, parameters: { id = "" } }: Seen) => operations.users.get(id)
  const called = ({ id, name }: UserView): string => name ?? id
  const standing = ({ disabledAt }: UserView): string => (disabledAt === null ? "enabled" : "disabled")
  const factsOf = (each: UserView): ReadonlyArray<Fact> => [
    [people.name, text(each.name)],
    [people.email, text(each.email)],
    [people.status, status(standing(each))],
    ...(each.isOperator ? [[people.role, text(people.operator)] as const] : []),
    [people.created, instant(each.createdAt)],
    [people.id, id(each.id)]
  ]
  const about = (said: (name: string) => string) => (seen: Seen) =>
    Effect.map(user(seen), (each) => html`${notice(said(called(each)))}${facts(factsOf(each), seen)}`)
  const backTo = ({ parameters }: Seen) => ({ to: `/people/${parameters.id}` })

  const memberships = ({ memberships }: UserView, seen: Seen) => {
    const links = memberships.map(
      ({ partnerId, role }) =>
        html`<li><a href="${seen.root}/p/${partnerId}">${statusWord(role, seen)}</a> <code class="id">${partnerId}</code></li>`
    )
    return links.length === 0 ? null : section(people.memberships, html`<ul>${links}</ul>`)
  }

  const acts = ({ disabledAt }: UserView, { path }: Seen) =>
    disabledAt === null
      ? [actLink(`${path}/recover`, people.recover), actLink(`${path}/disable`, people.disable)]
      : [actLink(`${path}/forget`, people.forget)]

  return [
    listScreen({
      ...{ scope, path: "/people", operation: "users.list", title: people.people, tab: people.people },
      read: ({ operations }) => Effect.map(operations.users.list(), (all) => whole([...all].reverse())),
      columns: [
        { title: people.name, cell: (each) => text(called(each)) },
        { title: people.email, cell: (each) => text(each.email) },
        { title: people.status, cell: (each) => status(standing(each)) },
        {
          title: people.role,
          cell: ({ isOperator, memberships }) =>
            text(
              [...(isOperator ? [people.operator] : []), ...memberships.map(({ role }) => role)].join(", ")
            )
        },
        { title: people.created, cell: (each) => instant(each.createdAt) },
        { title: people.id, cell: (each) => id(each.id) }
      ],
      link: (each, { base }) => `${base}/people/${each.id}`,
      empty: people.nobodyAtAll,
      acts: [{ to: "/people/invite", verb: people.inviteOperator, operation: "invitations.create" }]
    }),
    ...invitationScreens(words, scope),
    pageScreen({
      ...{ scope, path: "/people/{id}", operation: "users.get", title: people.people },
      show: Effect.fnUntraced(function* (seen) {
        const each = yield* user(seen)
        const { history } = yield* seen.operations.users.history(each.id)
        const told = history.map(({ actor, at, type }) => ({ at, actor, title: statusWord(type, seen) }))
        return {
          title: called(each),
          body: beside(
            html`${facts(factsOf(each), seen)}${memberships(each, seen)}${actLinks(acts(each, seen))}`,
            section(words.frame.history, timeline(told, seen))
          )
        }
      })
    }),
    actScreen({
      ...{ scope, path: "/people/{id}/disable", operation: "users.disable", title: people.disable },
      ...{ verb: people.disable, said: people.disabled, isFinal: true },
      about: Effect.fnUntraced(function* (seen) {
        const told = yield* about(people.disableAbout)(seen)
        const keys = yield* seen.operations.keys.madeBy(seen.parameters.id ?? "")
        const each = keys.map((key) => html`<li><code>${key.id}</code> <bdi>${key.name}</bdi></li>`)
        return keys.length === 0 ? told : html`${told}<p>${people.keysMade}</p><ul>${each}</ul>`
      }),
      act: (seen) => Effect.as(seen.operations.users.disable(seen.parameters.id ?? ""), backTo(seen))
    }),
    actScreen({
      ...{ scope, path: "/people/{id}/recover", operation: "users.recover", title: people.recover },
      ...{ verb: people.recoverVerb, said: people.recovered, isOnce: true },
      about: about(people.recoverAbout),
      act: (seen) =>
        Effect.map(seen.operations.users.recover(seen.parameters.id ?? ""), (made) => linkShown(seen, made))
    }),
    actScreen({
      ...{ scope, path: "/people/{id}/forget", operation: "users.forget", title: people.forget },
      ...{ verb: people.forget, said: people.forgotten, isFinal: true },
      about: about(() => people.forgetAbout),
      act: (seen) => Effect.as(seen.operations.users.forget(seen.parameters.id ?? ""), backTo(seen))
    })
  ]
}
