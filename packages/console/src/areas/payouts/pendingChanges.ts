import { type Html, html } from "@quittance/adapters-http/pages"
import type { PendingChangeView, RosterChangeView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, instant, text, word } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { actLink, actLinks, type Column, facts, notice, section, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import type { ActorNamed } from "./payoutWords.ts"

/** Changes of rules and of the address book that wait for a second person, or for their time. */

const changeText = (change: RosterChangeView, nameOf: ActorNamed, { payouts: said }: Words): string => {
  const { changes } = said
  const { addressBook = "", currency = "", role = "", tiers = [], user = "" } = change
  const person = nameOf(`user:${user}`)
  switch (change.kind) {
    case "set_tiers":
      return changes.tiers(
        currency,
        tiers.length === 0
          ? changes.noTiers
          : tiers.map(({ approvers, from }) => changes.tier(moneyText(from, currency), approvers)).join(", ")
      )
    case "set_address_book":
      return changes.book(currency, addressBook)
    case "add_address":
      return changes.addAddress
    case "remove_address":
      return changes.removeAddress
    case "add_member":
      return changes.addMember(person, role)
    case "change_role":
      return changes.changeRole(person, role)
    case "remove_member":
      return changes.removeMember(person)
  }
}

/** A change in words, with its address whole. */
const changeCell = (change: RosterChangeView, nameOf: ActorNamed, words: Words): Cell => {
  const said = changeText(change, nameOf, words)
  return {
    shown: (look) =>
      html`${said}${
        change.address === undefined
          ? null
          : html`: ${text(change.label).shown(look)} ${word(change.network).shown(look)} ${address(change.address).shown(look)}`
      }`,
    csv: () => said
  }
}

/** Everybody whom changes that wait name. */
export const changeActors = (pending: ReadonlyArray<PendingChangeView>): ReadonlyArray<string> =>
  pending.flatMap(({ agreedBy, by, change }) => [
    by,
    ...(agreedBy === null ? [] : [agreedBy]),
    ...(change.user === undefined ? [] : [`user:${change.user}`])
  ])

const columns = (nameOf: ActorNamed, words: Words): ReadonlyArray<Column<PendingChangeView>> => {
  const { payouts: said } = words
  return [
    { title: said.change, cell: ({ change }) => changeCell(change, nameOf, words) },
    { title: said.proposedBy, cell: ({ by }) => text(nameOf(by)) },
    { title: said.proposed, cell: ({ at }) => instant(at) },
    {
      title: said.agreedBy,
      cell: ({ agreedBy }) => text(agreedBy === null ? said.waitsForSecond : nameOf(agreedBy))
    },
    { title: said.holdsFrom, cell: ({ holdsFrom }) => instant(holdsFrom) }
  ]
}

/** The ways to agree, for whoever did not propose it, and to take it back. */
const links = ({ agreedBy, by, id }: PendingChangeView, { base, may, person, words }: Seen): Html | null => {
  const { payouts: said } = words
  const path = `${base}/payouts/changes/${id}`
  const canAgree = may("rosters.agree") && agreedBy === null && by !== `user:${person.id}`
  return actLinks([
    ...(canAgree ? [actLink(`${path}/agree`, said.agree, "first")] : []),
    ...(may("rosters.withdraw") ? [actLink(`${path}/withdraw`, said.takeBack)] : [])
  ])
}

/** What waits, if anything does. */
export const pendingSection = (
  pending: ReadonlyArray<PendingChangeView>,
  nameOf: ActorNamed,
  seen: Seen
): Html | null =>
  pending.length === 0
    ? null
    : section(
        seen.words.payouts.pending,
        table(
          {
            caption: seen.words.payouts.pending,
            ...{ columns: columns(nameOf, seen.words), items: pending },
            more: (each) => links(each, seen)
          },
          seen
        )
      )

/** Whether it is about the address book rather than the rules. */
export const isOfBook = ({ change }: PendingChangeView): boolean => change.address !== undefined

const changeScreen = (words: Words, act: "agree" | "withdraw"): Screen => {
  const { payouts: said } = words
  const texts =
    act === "agree"
      ? { title: said.agreeTitle, verb: said.agreeVerb, said: said.agreed }
      : { title: said.takeBackTitle, verb: said.takeBackVerb, said: said.takenBack }
  return actScreen({
    ...{ scope: "partner", path: `/payouts/changes/{id}/${act}`, operation: `rosters.${act}` },
    ...texts,
    about: Effect.fnUntraced(function* (seen: Seen) {
      const { pending } = yield* seen.operations.rosters.get(seen.partner.id)
      const found = pending.find(({ id }) => id === seen.parameters.id)
      if (found === undefined) return notice(said.noPending)
      const nameOf = yield* actorNames(seen, changeActors([found]))
      const told = columns(nameOf, words).map(({ cell, title }) => [title, cell(found)] as const)
      const follows = act === "agree" ? said.agreeFollows : said.takeBackFollows
      return facts([...told, [said.follows, text(follows)]], seen)
    }),
    act: Effect.fnUntraced(function* ({ operations, parameters: { id = "" }, partner }) {
      const { pending } = yield* operations.rosters.get(partner.id)
      const found = pending.find((each) => each.id === id)
      yield* operations.rosters[act](partner.id, id)
      return { to: found !== undefined && isOfBook(found) ? "/payouts/addresses" : "/payouts/rules" }
    })
  })
}

export const pendingScreens = (words: Words): ReadonlyArray<Screen> => [
  changeScreen(words, "agree"),
  changeScreen(words, "withdraw")
]
