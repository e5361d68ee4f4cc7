import { html } from "@quittance/adapters-http/pages"
import { type InvitationView, operatorsId, type Role, roles } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { instantText } from "../../look/instant.ts"
import type { Column } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { FormField } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { itemActs, namedIn } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

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
  ...{ name: "role", label, kind: "choice", value },
  options: roles.map((role) => [role, statusWord(role, seen)])
})

/** Invitations of a partner, or to the operators: made, listed and revoked. */
export const invitationScreens = (words: Words, scope: "partner" | "operator"): ReadonlyArray<Screen> => {
  const { people: said } = words
  const path = "/people/invitations"
  const all = (seen: Seen) => seen.operations.invitations.list(ownerOf(seen))
  const columns: ReadonlyArray<Column<InvitationView>> = [
    { title: said.name, cell: ({ name }) => text(name) },
    { title: said.email, cell: ({ email }) => text(email) },
    {
      title: said.role,
      cell: ({ role }) => text(role === null ? said.operator : statusWord(role, { words }))
    },
    { title: said.status, cell: (each) => status(each.status), isOnlyInCsv: true },
    { title: said.invitedBy, cell: ({ createdBy }) => text(createdBy) },
    { title: said.created, cell: ({ createdAt }) => instant(createdAt) },
    { title: said.expires, cell: ({ expiresAt }) => instant(expiresAt) },
    { title: said.id, cell: (each) => id(each.id) }
  ]
  const fieldsFor = (seen: Seen): ReadonlyArray<FormField> => [
    { name: "name", label: said.name, lengthMax: 100 },
    { name: "email", label: said.email, hint: said.inviteHint, kind: "email", isOptional: true },
    ...(scope === "partner" ? [roleField(said.role, "viewer", seen)] : [])
  ]
  return [
    listScreen<InvitationView>({
      ...{ scope, path, operation: "invitations.list", title: said.invitations, tab: said.invitations },
      // Of the others nothing is told any more that says whom they were for.
      read: (seen) => Effect.map(all(seen), (found) => found.filter(({ status }) => status === "open")),
      ...{ columns, link: ({ id }, { base }) => `${base}${path}/${id}/revoke`, empty: said.noInvitations },
      acts: [{ to: "/people/invite", verb: said.invite, operation: "invitations.create" }]
    }),
    actScreen({
      ...{ scope, path: "/people/invite", operation: "invitations.create", title: said.invite },
      ...{ verb: said.inviteVerb, said: said.invited, isOnce: true, fields: fieldsFor },
      act: (seen, typed) =>
        inputOf(fieldsFor(seen), typed, seen).pipe(
          Effect.flatMap((input) => seen.operations.invitations.create(ownerOf(seen), input)),
          Effect.map((made) => linkShown(seen, made))
        )
    }),
    ...itemActs<InvitationView>({
      ...{ scope, path: `${path}/{id}`, columns },
      read: (seen) => namedIn(all(seen), seen, "invitation", ({ id }) => id),
      acts: [
        {
          ...{ end: "revoke", operation: "invitations.revoke", title: said.revoke, verb: said.revoke },
          ...{ said: said.revoked, isFinal: true },
          warning: ({ id, name }) => said.revokeAbout(name ?? id),
          call: (seen) => seen.operations.invitations.revoke(ownerOf(seen), seen.id),
          to: path
        }
      ]
    })
  ]
}
