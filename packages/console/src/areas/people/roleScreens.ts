import { html } from "@quittance/adapters-http/pages"
import { type Permission, permissionOf, roles } from "@quittance/core/adapter"
import { Effect } from "effect"
import { text } from "../../look/Cell.ts"
import { table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

/** What is not the operators' alone. */
const shared = [...permissionOf].filter(([, { roles }]) => roles.length > 0)

/** `payouts.setTier` as words: `Payouts: set tier`. */
const inWords = (operation: string): string => {
  const spaced = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(".", ": ")
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}

/** What each role may do, as the permissions say it. */
export const roleScreens = ({ people }: Words): ReadonlyArray<Screen> => [
  pageScreen({
    ...{ scope: "partner", path: "/people/roles", operation: null, title: people.roles, tab: people.roles },
    show: (seen) => {
      const said = ({ stepUp }: Permission): string => (stepUp === true ? people.withProof : people.yes)
      const columns = [
        { title: people.act, cell: ([operation]: (typeof shared)[number]) => text(inWords(operation)) },
        ...roles.map((role) => ({
          title: statusWord(role, seen),
          cell: ([, permission]: (typeof shared)[number]) =>
            text(permission.roles.includes(role) ? said(permission) : null)
        }))
      ]
      return Effect.succeed({
        body: html`<p>${people.rolesAbout}</p>${table({ caption: people.roles, columns, items: shared }, seen)}`
      })
    }
  })
]
