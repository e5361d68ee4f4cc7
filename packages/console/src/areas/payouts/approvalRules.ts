import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { amount, count, instant, text, word } from "../../look/Cell.ts"
import { actLinks, facts, notice, quiet, tableSection } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { labelled } from "../../screen/labelled.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import { actorNames } from "../../screen/story.ts"
import { changeActors, isOfBook, pendingSection } from "./pendingChanges.ts"

/** What rules are about where a form does not say it. */
const currency = "USDT"

/** When payouts need approvals, who gives them, and the ways to change that. */
export const approvalRules = screensOf("payouts", (said) => [
  pageScreen({
    ...{ path: "/payouts/rules", operation: "rosters.get", ...said.pages.rules },
    show: Effect.fnUntraced(function* (seen) {
      const { members, pending, rules, warnings } = yield* seen.operations.rosters.get(seen.partner.id)
      const waiting = pending.filter((each) => !isOfBook(each))
      const people = members.map(({ user }) => `user:${user}`)
      const nameOf = yield* actorNames(seen, [...people, ...changeActors(waiting)])
      const rule = rules.find((each) => each.currency === currency)
      const book = said.book[rule?.addressBook ?? "off"]
      const tiers = tableSection(seen, {
        caption: said.rulesOf(currency),
        above: facts(seen, [[said.addressBook, text(book)]]),
        columns: [
          { title: said.from, cell: ({ from }) => amount(from, currency) },
          { title: said.currency, cell: () => text(currency) },
          { title: said.approvers, cell: ({ approvers }) => count(approvers) }
        ],
        items: rule?.tiers ?? [],
        none: quiet(said.noTiers)
      })
      const approvers = tableSection(seen, {
        caption: said.mayApprove,
        columns: [
          { title: said.person, cell: ({ user }) => text(nameOf(`user:${user}`)) },
          { title: said.role, cell: ({ role }) => word(role) },
          { title: said.since, cell: ({ since }) => instant(since) }
        ],
        items: members.filter(({ role }) => role === "owner" || role === "finance"),
        none: quiet(said.nobodyMay)
      })
      const acts = actLinks([
        actFor(seen, "rosters.setTier", "/payouts/rules/amount", said.settingTier.title, "first"),
        actFor(seen, "rosters.setAddressBook", "/payouts/rules/book", said.settingBook.title)
      ])
      const warned = warnings.map((each) => notice(sentence(each)))
      return { body: html`${warned}${acts}${tiers}${pendingSection(waiting, nameOf, seen)}${approvers}` }
    })
  }),
  actScreen({
    ...{ path: "/payouts/rules/amount", operation: "rosters.setTier" },
    ...{ ...said.settingTier, ...said.settingRule },
    fields: labelled(said, [
      { name: "from", kind: "amount" },
      { name: "approvers", kind: "number" }
    ]),
    call: ({ operations, partner }, input) => operations.rosters.setTier(partner.id, input),
    to: "/payouts/rules"
  }),
  actScreen({
    ...{ path: "/payouts/rules/book", operation: "rosters.setAddressBook" },
    ...{ ...said.settingBook, ...said.settingRule },
    fields: labelled(said, [{ name: "addressBook", kind: "choice", options: Object.entries(said.book) }]),
    call: ({ operations, partner }, input) => operations.rosters.setAddressBook(partner.id, input),
    to: "/payouts/rules"
  })
])
