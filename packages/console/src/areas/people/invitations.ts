import { html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import { type InvitationView, operatorsId, type Role, roles } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { instantText } from "../../look/instant.ts"
import { facts, notice } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Scope, Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** A list that is read as a whole. */
export const whole = <Item>(items: ReadonlyArray<Item>) => ({ items, total: items.length, nextCursor: null })

/** Whose invitations a screen is about. */
const ownerOf = ({ partner }: Seen): string => (partner.id === "" ? operatorsId : partner.id)

/** The page that shows a new link, which no page shows again. */
export const linkShown = (
  seen: Seen,
  { expiresAt, token }: { readonly expiresAt: string; readonly token: string }
) => {
  const { people } = seen.words
  return {
    title: people.linkTitle,
    body: html`<p>${people.linkBefore} ${instantText(expiresAt, seen)}${people.linkAfter}</p><p><code class="address">${seen.origin}${seen.root}/join/${token}</code></p>`
  }
}

/** Which role somebody has. */
export const roleField = (label: string, value: Role, seen: Seen): FormField => ({
  ...{ name: "role", label, value, options: roles.map((role) => [role, statusWord(role, seen)] as const) },
  kind: "choice"
})

/** Invitations of a partner, or to the operators: made, listed and revoked. */
export const invitationScreens = (words: Words, scope: Scope): ReadonlyArray<Screen> => {
  const { people } = words
  const path = "/people/invitations"
  const roleOf = ({ role }: InvitationView): string =>
    role === null ? people.operator : statusWord(role, { words })
  const found = Effect.fnUntraced(function* (seen: Seen) {
    const all = yield* seen.operations.invitations.list(ownerOf(seen))
    const { id = "" } = seen.parameters
    return all.find((each) => each.id === id) ?? (yield* new NotFound({ what: "invitation", id }))
  })
  return [
    listScreen({
      ...{ scope, path, operation: "invitations.list", title: people.invitations, tab: people.invitations },
      // Of the others nothing is told any more that says whom they were for.
      read: (seen) =>
        Effect.map(seen.operations.invitations.list(ownerOf(seen)), (all) =>
          whole(all.filter((each) => each.status === "open"))
        ),
      columns: [
        { title: people.name, cell: (each) => text(each.name) },
        { title: people.email, cell: (each) => text(each.email) },
        { title: people.role, cell: (each) => text(roleOf(each)) },
        { title: people.invitedBy, cell: (each) => text(each.createdBy) },
        { title: people.created, cell: (each) => instant(each.createdAt) },
        { title: people.expires, cell: (each) => instant(each.expiresAt) },
        { title: people.id, cell: (each) => id(each.id) }
      ],
      link: ({ id }, { base }) => `${base}${path}/${id}/revoke`,
      empty: people.noInvitations,
      acts: [{ to: "/people/invite", verb: people.invite, operation: "invitations.create" }]
    }),
    actScreen({
      ...{ scope, path: "/people/invite", operation: "invitations.create", title: people.invite },
      ...{ verb: people.inviteVerb, said: people.invited, isOnce: true },
      fields: (seen) =>
        Effect.succeed([
          { name: "name", label: people.name, lengthMax: 100 },
          { name: "email", label: people.email, hint: people.inviteHint, kind: "email", isOptional: true },
          ...(scope === "partner" ? [roleField(people.role, "viewer", seen)] : [])
        ]),
      act: (seen, typed) => {
        const [role] = roles.filter((each) => each === typed.role)
        const input = {
          name: textTyped(typed, "name") ?? "",
          email: textTyped(typed, "email") ?? null,
          role: role ?? null
        }
        return Effect.map(seen.operations.invitations.create(ownerOf(seen), input), (made) =>
          linkShown(seen, made)
        )
      }
    }),
    actScreen({
      ...{ scope, path: `${path}/{id}/revoke`, operation: "invitations.revoke", title: people.revoke },
      ...{ verb: people.revoke, said: people.revoked, isFinal: true },
      about: (seen) =>
        Effect.map(
          found(seen),
          (each) =>
            html`${notice(people.revokeAbout(each.name ?? each.id))}${facts(
              [
                [people.name, text(each.name)],
                [people.email, text(each.email)],
                [people.role, text(roleOf(each))],
                [people.status, status(each.status)],
                [people.expires, instant(each.expiresAt)]
              ],
              seen
            )}`
        ),
      act: (seen) =>
        Effect.as(seen.operations.invitations.revoke(ownerOf(seen), seen.parameters.id ?? ""), { to: path })
    })
  ]
}
