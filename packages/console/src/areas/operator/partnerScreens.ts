import { html } from "@quittance/adapters-http/pages"
import type { PartnerView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, text } from "../../look/Cell.ts"
import { actLink, actLinks, facts } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { termsTable } from "./termsTable.ts"

/** The partner of that name or id, as a list. */
const found = ({ operations }: Seen, nameOrId: string) =>
  operations.partners.get(nameOrId).pipe(
    Effect.map((partner): ReadonlyArray<PartnerView> => [partner]),
    Effect.catchTag("NotFound", () => Effect.succeed([])),
    Effect.map((items) => ({ items, total: items.length, nextCursor: null }))
  )

export const partnerScreens = (words: Words): ReadonlyArray<Screen> => {
  const { operator } = words
  return [
    listScreen({
      ...{ scope: "operator", path: "/partners", operation: "partners.list" },
      ...{ title: operator.partners, tab: operator.partners, empty: operator.noPartners },
      read: (seen, _chosen, part) => {
        const name = seen.query.get("name") ?? ""
        return name === "" ? seen.operations.partners.list(part) : found(seen, name)
      },
      columns: [
        { title: operator.name, cell: ({ name }) => text(name) },
        { title: operator.id, cell: (partner) => id(partner.id) },
        { title: operator.terms, cell: ({ ownTerms }) => text(ownTerms ? operator.own : operator.standard) },
        { title: operator.created, cell: ({ createdAt }) => instant(createdAt) }
      ],
      link: (partner, { base }) => `${base}/partners/${partner.id}`,
      above: ({ path, query }) =>
        Effect.succeed(
          html`<form class="filter" method="get" action="${path}"><label>${operator.findLabel} <input name="name" maxlength="100" value="${query.get("name") ?? ""}"></label><button class="second">${operator.find}</button></form>`
        ),
      acts: [{ to: "/partners/new", verb: operator.newPartner, operation: "partners.ensure" }]
    }),
    actScreen({
      ...{ scope: "operator", path: "/partners/new", operation: "partners.ensure" },
      ...{ title: operator.newPartner, verb: operator.makePartner, said: operator.madePartner },
      fields: () =>
        Effect.succeed([{ name: "name", label: operator.name, hint: operator.nameHint, lengthMax: 100 }]),
      act: ({ operations }, typed) =>
        Effect.map(operations.partners.ensure(textTyped(typed, "name") ?? ""), (made) => ({
          to: `/partners/${made.id}`
        }))
    }),
    pageScreen({
      ...{ scope: "operator", path: "/partners/{id}", operation: "partners.get", title: operator.partner },
      show: Effect.fnUntraced(function* (seen) {
        const partner = yield* seen.operations.partners.get(seen.parameters.id ?? "")
        const own = `${seen.base}/partners/${partner.id}`
        return {
          title: partner.name,
          body: html`${actLinks([
            actLink(`${seen.root}/p/${partner.id}`, operator.openPartner, "first"),
            actLink(`${own}/terms`, operator.changeTerms),
            actLink(`${seen.root}/p/${partner.id}/branding`, operator.brandingOf),
            actLink(`${own}/adjust`, operator.adjust)
          ])}${facts(
            [
              [operator.id, id(partner.id)],
              [operator.created, instant(partner.createdAt)]
            ],
            seen
          )}<section><h2>${operator.terms}</h2>${termsTable([partner.terms], seen)}</section>`
        }
      })
    })
  ]
}
