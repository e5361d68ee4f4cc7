import { type Html, html } from "@quittance/adapters-http/pages"
import type { RosterView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, instant, text, word } from "../../look/Cell.ts"
import { money } from "../../look/money.ts"
import { actLink, actLinks, facts, notice, section, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { amountTyped, textTyped } from "../../screen/FormField.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import type { ActorNamed } from "./payoutWords.ts"
import { changeActors, isOfBook, pendingSection } from "./pendingChanges.ts"

const currency = "USDT"

const ruleSection = ({ rules }: RosterView, seen: Seen): Html => {
  const { payouts: said } = seen.words
  const rule = rules.find((each) => each.currency === currency)
  const tiers = rule?.tiers ?? []
  const columns = [
    { title: said.from, cell: ({ from }: (typeof tiers)[number]) => money(from, currency) },
    { title: said.currency, cell: () => text(currency) },
    { title: said.approvers, cell: ({ approvers }: (typeof tiers)[number]) => count(approvers) }
  ]
  const book = rule?.addressBook === "on" ? said.bookOn : said.bookOff
  return section(
    said.rulesOf(currency),
    html`${facts([[said.bookRule, text(book)]], seen)}${
      tiers.length === 0
        ? html`<p class="quiet">${said.noTiers}</p>`
        : table({ caption: said.rulesOf(currency), columns, items: tiers }, seen)
    }`
  )
}

const approversSection = ({ members }: RosterView, nameOf: ActorNamed, seen: Seen): Html => {
  const { payouts: said } = seen.words
  const approvers = members.filter(({ role }) => role === "owner" || role === "finance")
  const columns = [
    { title: said.person, cell: ({ user }: (typeof members)[number]) => text(nameOf(`user:${user}`)) },
    { title: said.role, cell: ({ role }: (typeof members)[number]) => word(role) },
    { title: said.since, cell: ({ since }: (typeof members)[number]) => instant(since) }
  ]
  return section(
    said.mayApprove,
    approvers.length === 0
      ? html`<p class="quiet">${said.nobodyMay}</p>`
      : table({ caption: said.mayApprove, columns, items: approvers }, seen)
  )
}

const rulesPage = (words: Words): Screen => {
  const { payouts: said } = words
  return pageScreen({
    ...{ scope: "partner", path: "/payouts/rules", operation: "rosters.get" },
    ...{ title: said.rulesTitle, tab: said.rulesTab },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { base, may, operations, partner } = seen
      const roster = yield* operations.rosters.get(partner.id)
      const waiting = roster.pending.filter((each) => !isOfBook(each))
      const members = roster.members.map(({ user }) => `user:${user}`)
      const nameOf = yield* actorNames(seen, [...members, ...changeActors(waiting)])
      const acts = [
        ...(may("rosters.setTier") ? [actLink(`${base}/payouts/rules/amount`, said.setTier, "first")] : []),
        ...(may("rosters.setAddressBook") ? [actLink(`${base}/payouts/rules/book`, said.setBook)] : [])
      ]
      return {
        body: html`${roster.warnings.map((each) => notice(sentence(each)))}${actLinks(acts)}${ruleSection(
          roster,
          seen
        )}${pendingSection(waiting, nameOf, seen)}${approversSection(roster, nameOf, seen)}`
      }
    })
  })
}

const follows = (seen: Seen) =>
  Effect.succeed(facts([[seen.words.payouts.follows, text(seen.words.payouts.ruleFollows)]], seen))

const tierScreen = (words: Words): Screen => {
  const { payouts: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/payouts/rules/amount", operation: "rosters.setTier" },
    ...{ title: said.setTier, verb: said.setTierVerb, said: said.ruleSet, about: follows },
    fields: () =>
      Effect.succeed([
        { name: "from", label: said.from, kind: "amount", hint: said.fromHint },
        { name: "approvers", label: said.approvers, kind: "number", hint: said.approversHint }
      ]),
    act: ({ operations, partner }, typed) =>
      Effect.map(
        Effect.flatMap(amountTyped(typed, "from"), (from) =>
          operations.rosters.setTier(partner.id, {
            ...{ currency, from },
            approvers: Number(textTyped(typed, "approvers") ?? Number.NaN)
          })
        ),
        () => ({ to: "/payouts/rules" })
      )
  })
}

const bookRuleScreen = (words: Words): Screen => {
  const { payouts: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/payouts/rules/book", operation: "rosters.setAddressBook" },
    ...{ title: said.setBook, verb: said.setBookVerb, said: said.ruleSet, about: follows },
    fields: () =>
      Effect.succeed([
        {
          ...{ name: "addressBook", label: said.bookRule, kind: "choice" },
          options: [
            ["on", said.bookOn],
            ["off", said.bookOff]
          ]
        }
      ]),
    act: ({ operations, partner }, typed) =>
      Effect.as(
        operations.rosters.setAddressBook(partner.id, {
          currency,
          addressBook: textTyped(typed, "addressBook") === "on" ? "on" : "off"
        }),
        { to: "/payouts/rules" }
      )
  })
}

/** When payouts need approvals, who gives them, and the ways to change that. */
export const approvalRuleScreens = (words: Words): ReadonlyArray<Screen> => [
  rulesPage(words),
  tierScreen(words),
  bookRuleScreen(words)
]
