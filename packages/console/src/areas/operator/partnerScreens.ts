import { html } from "@quittance/adapters-http/pages"
import type { PartnerView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, section } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { itemScreens } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import { adjustAct } from "./adjustAct.ts"
import { termsAct } from "./termsAct.ts"
import { termsTable } from "./termsTable.ts"

export const partnerScreens = screensOf("operator", (said, words) => {
  const columns: ReadonlyArray<Column<PartnerView>> = [
    { title: said.name, cell: ({ name }) => text(name) },
    { title: said.id, cell: (partner) => id(partner.id) },
    { title: said.terms, cell: ({ ownTerms }) => text(ownTerms ? said.own : said.standard) },
    { title: said.created, cell: ({ createdAt }) => instant(createdAt) }
  ]
  return [
    listScreen<PartnerView>({
      ...{ scope: "operator", path: "/partners", operation: "partners.list" },
      ...{ title: said.partners, tab: said.partners, columns, empty: said.noPartners },
      read: ({ operations: { partners }, query }, _, part) => {
        const nameOrId = query.get("name") ?? ""
        return nameOrId === ""
          ? partners.list(part)
          : partners.get(nameOrId).pipe(
              Effect.map((partner) => [partner]),
              Effect.catchTag("NotFound", () => Effect.succeed([]))
            )
      },
      link: (partner, { base }) => `${base}/partners/${partner.id}`,
      above: ({ path, query }) =>
        html`<form class="filter" method="get" action="${path}"><label>${said.findLabel} <input name="name" maxlength="100" value="${query.get("name") ?? ""}"></label><button class="second">${said.find}</button></form>`,
      acts: [{ to: "/partners/new", verb: said.newPartner, operation: "partners.ensure" }]
    }),
    actScreen({
      ...{ scope: "operator", path: "/partners/new", operation: "partners.ensure" },
      ...{ title: said.newPartner, verb: said.makePartner, said: said.madePartner },
      fields: [{ name: "name", label: said.name, hint: said.nameHint, lengthMax: 100 }],
      act: ({ operations }, typed) =>
        Effect.map(operations.partners.ensure(textTyped(typed, "name") ?? ""), ({ id }) => ({
          to: `/partners/${id}`
        }))
    }),
    ...itemScreens({
      ...{ scope: "operator", path: "/partners/{id}", operation: "partners.get", title: said.partner },
      read: ({ id, operations }) => operations.partners.get(id),
      columns,
      show: ({ id, name, terms }, { acts, facts }, seen) => {
        const open = actLink(`${seen.root}/p/${id}`, said.openPartner, "first")
        const look = actLink(`${seen.root}/p/${id}/branding`, said.brandingOf)
        const table = section(said.terms, termsTable([terms], seen))
        return { title: name, body: html`${actLinks([open, look, ...acts])}${facts}${table}` }
      },
      acts: [termsAct(words), adjustAct(words)]
    })
  ]
})
