import { html } from "@quittance/adapters-http/pages"
import type { UserView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { actLinks, beside, type Column, section, timeline } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { itemScreens } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { invitationScreens, linkShown } from "./invitations.ts"

/** Everybody of the deployment, for operators. */
export const userScreens = screensOf("people", (said, words) => {
  const scope = "operator"
  const called = ({ id, name }: UserView): string => name ?? id
  const rolesOf = ({ isOperator, memberships }: UserView): ReadonlyArray<string> => [
    ...(isOperator ? [said.operator] : []),
    ...memberships.map(({ role }) => role)
  ]
  const columns: ReadonlyArray<Column<UserView>> = [
    { title: said.name, cell: (each) => text(called(each)) },
    { title: said.email, cell: ({ email }) => text(email) },
    { title: said.status, cell: ({ disabledAt }) => status(disabledAt === null ? "enabled" : "disabled") },
    { title: said.role, cell: (each) => text(rolesOf(each).join(", ")) },
    { title: said.created, cell: ({ createdAt }) => instant(createdAt) },
    { title: said.id, cell: (each) => id(each.id) }
  ]
  const membershipsOf = ({ memberships }: UserView, seen: Seen) => {
    const links = memberships.map(
      ({ partnerId, role }) =>
        html`<li><a href="${seen.root}/p/${partnerId}">${statusWord(role, seen)}</a> <code class="id">${partnerId}</code></li>`
    )
    return links.length === 0 ? null : section(said.memberships, html`<ul>${links}</ul>`)
  }
  const isEnabled = ({ disabledAt }: UserView) => disabledAt === null

  return [
    listScreen<UserView>({
      ...{ scope, path: "/people", operation: "users.list", title: said.people, tab: said.people },
      read: ({ operations }) => Effect.map(operations.users.list(), (all) => all.toReversed()),
      ...{ columns, link: (each, { base }) => `${base}/people/${each.id}`, empty: said.nobodyAtAll },
      acts: [{ to: "/people/invite", verb: said.inviteOperator, operation: "invitations.create" }]
    }),
    ...invitationScreens(words, scope),
    ...itemScreens<UserView>({
      ...{ scope, path: "/people/{id}", operation: "users.get", title: said.people, columns },
      read: ({ id, operations }) => operations.users.get(id),
      show: (each, { acts, facts }, seen) =>
        Effect.map(seen.operations.users.history(each.id), ({ history }) => {
          const told = history.map(({ actor, at, type }) => ({ at, actor, title: statusWord(type, seen) }))
          const left = html`${facts}${membershipsOf(each, seen)}${actLinks(acts)}`
          return {
            title: called(each),
            body: beside(left, section(words.frame.history, timeline(seen, told)))
          }
        }),
      acts: [
        {
          ...{ end: "disable", operation: "users.disable", title: said.disable, verb: said.disable },
          ...{ said: said.disabled, isFinal: true, isFor: isEnabled },
          warning: (each) => said.disableAbout(called(each)),
          also: ({ id, operations }) =>
            Effect.map(operations.keys.madeBy(id), (keys) => {
              const each = keys.map((key) => html`<li><code>${key.id}</code> <bdi>${key.name}</bdi></li>`)
              return keys.length === 0 ? [] : html`<p>${said.keysMade}</p><ul>${each}</ul>`
            }),
          call: ({ id, operations }) => operations.users.disable(id),
          to: "/people/{id}"
        },
        {
          ...{ end: "recover", operation: "users.recover", title: said.recover, link: said.recover },
          ...{ verb: said.recoverVerb, said: said.recovered, isOnce: true, isFor: isEnabled },
          warning: (each) => said.recoverAbout(called(each)),
          act: (seen) => Effect.map(seen.operations.users.recover(seen.id), (made) => linkShown(seen, made))
        },
        {
          ...{ end: "forget", operation: "users.forget", title: said.forget, verb: said.forget },
          ...{ said: said.forgotten, isFinal: true, isFor: (each) => !isEnabled(each) },
          warning: said.forgetAbout,
          call: ({ id, operations }) => operations.users.forget(id),
          to: "/people/{id}"
        }
      ]
    })
  ]
})
