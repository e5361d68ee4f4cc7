import { html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import type { MemberView, Role } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Fact, facts, notice } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { invitationScreens, roleField, whole } from "./invitations.ts"
import { rolesScreen } from "./rolesScreen.ts"

/** The people of a partner: who belongs to it, and in which role. Fixed paths stand before those with ids. */
export const memberScreens = (words: Words): ReadonlyArray<Screen> => {
  const { people } = words
  const scope = "partner"
  const member = Effect.fnUntraced(function* (seen: Seen) {
    const all = yield* seen.operations.members.list(seen.partner.id)
    const { id = "" } = seen.parameters
    return all.find(({ user }) => user === id) ?? (yield* new NotFound({ what: "member", id }))
  })
  const called = ({ name, user }: MemberView): string => name ?? user
  const factsOf = (each: MemberView): ReadonlyArray<Fact> => [
    [people.name, text(each.name)],
    [people.email, text(each.email)],
    [people.role, text(statusWord(each.role, { words }))],
    [people.since, instant(each.since)],
    [people.id, id(each.user)]
  ]
  return [
    listScreen({
      ...{ scope, path: "/people", operation: "members.list", title: people.people, tab: people.people },
      read: (seen) => Effect.map(seen.operations.members.list(seen.partner.id), whole),
      columns: [
        { title: people.name, cell: (each) => text(called(each)) },
        { title: people.email, cell: (each) => text(each.email) },
        { title: people.role, cell: (each) => text(statusWord(each.role, { words })) },
        { title: people.since, cell: (each) => instant(each.since) },
        { title: people.id, cell: (each) => id(each.user) }
      ],
      link: ({ user }, { base }) => `${base}/people/${user}`,
      empty: people.nobody,
      acts: [{ to: "/people/invite", verb: people.invite, operation: "invitations.create" }]
    }),
    ...invitationScreens(words, scope),
    rolesScreen(words),
    pageScreen({
      ...{ scope, path: "/people/{id}", operation: "members.list", title: people.people },
      show: (seen) =>
        Effect.map(member(seen), (each) => ({
          title: called(each),
          body: html`${facts(factsOf(each), seen)}${actLinks([
            actLink(`${seen.path}/role`, people.changeRole),
            actLink(`${seen.path}/remove`, people.remove)
          ])}`
        }))
    }),
    actScreen({
      ...{ scope, path: "/people/{id}/role", operation: "rosters.changeRole", title: people.changeRole },
      ...{ verb: people.changeRole, said: people.roleChanged },
      about: (seen) => Effect.map(member(seen), (each) => facts(factsOf(each), seen)),
      fields: (seen) => Effect.map(member(seen), ({ role }) => [roleField(people.role, role, seen)]),
      act: (seen, typed) => {
        const [role, user] = [textTyped(typed, "role") as Role, seen.parameters.id ?? ""]
        return Effect.as(seen.operations.rosters.changeRole(seen.partner.id, { user, role }), {
          to: `/people/${user}`
        })
      }
    }),
    actScreen({
      ...{ scope, path: "/people/{id}/remove", operation: "rosters.removeMember", title: people.remove },
      ...{ verb: people.remove, said: people.removed, isFinal: true },
      about: (seen) =>
        Effect.map(
          member(seen),
          (each) => html`${notice(people.removeAbout(called(each)))}${facts(factsOf(each), seen)}`
        ),
      act: (seen) =>
        Effect.as(seen.operations.rosters.removeMember(seen.partner.id, { user: seen.parameters.id ?? "" }), {
          to: "/people"
        })
    })
  ]
}
