import { html } from "@quittance/adapters-http/pages"
import { permissionOf, roles } from "@quittance/core/adapter"
import { Effect } from "effect"
import { text } from "../../look/Cell.ts"
import { facts, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

/** `setTier` as words: `set tier`. */
const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Nouns that a person would not know, or would write otherwise. */
const nouns: { readonly [name: string]: string } = {
  ...{ kyc: "KYC", "kyc review": "KYC review", rosters: "People and payout rules" }
}

/**
 * Operations of one noun that the same roles may call: `Payouts: create, approve`. Those of operators alone are left
 * out.
 */
const rows = [
  ...Map.groupBy(
    [...permissionOf].filter(([, permission]) => permission.roles.length > 0),
    ([operation, { roles, stepUp }]) => [operation.split(".").slice(0, -1).join(" "), roles, stepUp].join("|")
  ).values()
].map((alike) => {
  const names = alike.map(([operation]) => operation.split("."))
  const name = names[0]?.slice(0, -1).join(" ") ?? ""
  const noun = nouns[name] ?? spaced(name)
  const verbs = names.map((words) => spaced(words.at(-1) ?? "")).join(", ")
  const said = noun === "" ? verbs : `${noun}: ${verbs}`
  return { said: `${said.charAt(0).toUpperCase()}${said.slice(1)}`, permission: alike[0]?.[1] }
})
type Row = (typeof rows)[number]

/** What each role may do, as the permissions say it. */
export const rolesScreen = (words: Words): Screen => {
  const { people } = words
  return pageScreen({
    ...{ scope: "partner", path: "/people/roles", operation: null, title: people.roles, tab: people.roles },
    show: (seen) => {
      const columns = [
        { title: people.act, cell: ({ said }: Row) => text(said) },
        ...roles.map((role) => ({
          title: statusWord(role, { words }),
          cell: ({ permission }: Row) => {
            const said = permission?.stepUp === true ? people.withProof : people.yes
            return text(permission?.roles.includes(role) === true ? said : null)
          }
        }))
      ]
      return Effect.succeed({
        body: html`${facts(
          roles.map((role) => [statusWord(role, { words }), text(people.rolesMay[role])] as const),
          seen
        )}<p>${people.rolesAbout}</p>${table({ caption: people.roles, columns, items: rows }, seen)}`
      })
    }
  })
}
