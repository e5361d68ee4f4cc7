import { html } from "@quittance/adapters-http/pages"
import { permissionOf, roles } from "@quittance/core/adapter"
import { text } from "../../look/Cell.ts"
import { type Column, facts, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"

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
export const rolesScreen = screensOf("people", (said, words) => {
  const columns: ReadonlyArray<Column<Row>> = [
    { title: said.act, cell: (row) => text(row.said) },
    ...roles.map((role) => ({
      title: statusWord(role, { words }),
      cell: ({ permission }: Row) => {
        const may = permission?.stepUp === true ? said.withProof : said.yes
        return text(permission?.roles.includes(role) === true ? may : null)
      }
    }))
  ]
  return [
    pageScreen({
      ...{ path: "/people/roles", operation: null, title: said.roles, tab: said.roles },
      show: (seen) => ({
        body: html`${facts(
          seen,
          roles.map((role) => [statusWord(role, { words }), text(said.rolesMay[role])] as const)
        )}<p>${said.rolesAbout}</p>${table(seen, { isNarrow: true, caption: said.roles, columns, items: rows })}`
      })
    })
  ]
})
