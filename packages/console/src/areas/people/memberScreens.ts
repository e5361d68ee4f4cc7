import { html } from "@quittance/adapters-http/pages"
import type { MemberView, Role } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, text } from "../../look/Cell.ts"
import { actLinks, type Column } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { itemScreens, namedIn } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { invitationScreens, roleField } from "./invitations.ts"
import { rolesScreen } from "./rolesScreen.ts"

/** The people of a partner: who belongs to it, and in which role. Fixed paths stand before those with ids. */
export const memberScreens = screensOf("people", (said, words) => {
  const members = ({ operations, partner }: Seen) => operations.members.list(partner.id)
  const member = (seen: Seen) => namedIn(members(seen), seen, "member", ({ user }) => user)
  const called = ({ name, user }: MemberView): string => name ?? user
  const columns: ReadonlyArray<Column<MemberView>> = [
    { title: said.name, cell: (each) => text(called(each)) },
    { title: said.email, cell: ({ email }) => text(email) },
    { title: said.role, cell: ({ role }) => text(statusWord(role, { words })) },
    { title: said.since, cell: ({ since }) => instant(since) },
    { title: said.id, cell: ({ user }) => id(user) }
  ]
  return [
    listScreen<MemberView>({
      ...{ path: "/people", operation: "members.list", title: said.people, tab: said.people },
      ...{ read: members, columns, empty: said.nobody },
      link: ({ user }, { base }) => `${base}/people/${user}`,
      acts: [{ to: "/people/invite", verb: said.invite, operation: "invitations.create" }]
    }),
    ...invitationScreens(words, "partner"),
    ...rolesScreen(words),
    ...itemScreens<MemberView>({
      ...{ path: "/people/{id}", operation: "members.list", title: said.people, columns },
      read: member,
      show: (each, { acts, facts }) => ({ title: called(each), body: html`${facts}${actLinks(acts)}` }),
      acts: [
        {
          ...{ end: "role", operation: "rosters.changeRole", title: said.changeRole },
          ...{ verb: said.changeRole, said: said.roleChanged },
          fields: (seen) => Effect.map(member(seen), ({ role }) => [roleField(said.role, role, seen)]),
          call: ({ id, operations, partner }, { role }: { readonly role: Role }) =>
            operations.rosters.changeRole(partner.id, { user: id, role }),
          to: "/people/{id}"
        },
        {
          ...{ end: "remove", operation: "rosters.removeMember", title: said.remove },
          ...{ verb: said.remove, said: said.removed, isFinal: true },
          warning: (each) => said.removeAbout(called(each)),
          call: ({ id, operations, partner }) => operations.rosters.removeMember(partner.id, { user: id }),
          to: "/people"
        }
      ]
    })
  ]
})
