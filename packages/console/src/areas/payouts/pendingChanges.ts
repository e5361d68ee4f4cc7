import { type Html, html } from "@quittance/adapters-http/pages"
import type { PendingChangeView, RosterChangeView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, instant, text, word } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { actLinks, type Column, itemFacts, notice, tableSection } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { type ActorNamed, actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** Changes of rules and of the address book that wait for a second person, or for their time. */

const changeText = (
  { addressBook = "off", currency = "", kind, role = "viewer", tiers = [], user = "" }: RosterChangeView,
  nameOf: ActorNamed,
  { changes: said }: Words["payouts"]
): string => {
  const person = nameOf(`user:${user}`)
  const all = tiers.map(({ approvers, from }) => said.tier(moneyText(from, currency), approvers)).join(", ")
  const texts: { readonly [Kind in typeof kind]: string } = {
    set_tiers: said.tiers(currency, all || said.noTiers),
    set_address_book: said.book(currency, addressBook),
    add_address: said.addAddress,
    remove_address: said.removeAddress,
    add_member: said.addMember(person, role),
    change_role: said.changeRole(person, role),
    remove_member: said.removeMember(person)
  }
  return texts[kind]
}

/** A change in words, with its address whole. */
const changeCell = (change: RosterChangeView, nameOf: ActorNamed, said: Words["payouts"]): Cell => {
  const told = changeText(change, nameOf, said)
  const place = [text(change.label), word(change.network), address(change.address)]
  return {
    shown: (look) =>
      change.address === undefined
        ? html`${told}`
        : html`${told}: ${place.map((each, at) => html`${at === 0 ? "" : " "}${each.shown(look)}`)}`,
    csv: () => told
  }
}

/** Everybody whom changes that wait name. */
export const changeActors = (pending: ReadonlyArray<PendingChangeView>): ReadonlyArray<string | null> =>
  pending.flatMap(({ agreedBy, by, change: { user } }) => [by, agreedBy, user ? `user:${user}` : null])

const columnsOf = (nameOf: ActorNamed, said: Words["payouts"]): ReadonlyArray<Column<PendingChangeView>> => [
  { title: said.change, cell: ({ change }) => changeCell(change, nameOf, said) },
  { title: said.proposedBy, cell: ({ by }) => text(nameOf(by)) },
  { title: said.proposed, cell: ({ at }) => instant(at) },
  { title: said.agreedBy, cell: ({ agreedBy }) => text(nameOf(agreedBy) || said.waitsForSecond) },
  { title: said.holdsFrom, cell: ({ holdsFrom }) => instant(holdsFrom) }
]

/** What waits, if anything does, with the ways to agree, for whoever did not propose it, and to take it back. */
export const pendingSection = (
  items: ReadonlyArray<PendingChangeView>,
  nameOf: ActorNamed,
  seen: Seen
): Html | null => {
  const { payouts: said } = seen.words
  const more = ({ agreedBy, by, id }: PendingChangeView) => {
    const canAgree = agreedBy === null && by !== `user:${seen.person.id}`
    const path = `/payouts/changes/${id}`
    return actLinks([
      canAgree ? actFor(seen, "rosters.agree", `${path}/agree`, said.agree, "first") : null,
      actFor(seen, "rosters.withdraw", `${path}/withdraw`, said.takeBack)
    ])
  }
  return tableSection(seen, { caption: said.pending, columns: columnsOf(nameOf, said), items, more })
}

/** Whether it is about the address book rather than the rules. */
export const isOfBook = ({ change }: PendingChangeView): boolean => change.address !== undefined

/** The change of a page, while it waits. */
const waitingChange = ({ id, operations, partner }: Seen) =>
  Effect.map(operations.rosters.get(partner.id), ({ pending }) => pending.find((each) => each.id === id))

export const pendingChanges = screensOf("payouts", (said, { frame }) =>
  (["agree", "withdraw"] as const).map((act) => {
    const { follows, ...texts } = said.changing[act]
    const screen = actScreen({
      ...{ path: `/payouts/changes/{id}/${act}`, operation: `rosters.${act}` },
      ...texts,
      about: Effect.fnUntraced(function* (seen) {
        const change = yield* waitingChange(seen)
        if (change === undefined) return []
        const nameOf = yield* actorNames(seen, changeActors([change]))
        return [...itemFacts(columnsOf(nameOf, said), change), [frame.follows, text(follows)] as const]
      }),
      call: (seen) => Effect.tap(waitingChange(seen), seen.operations.rosters[act](seen.partner.id, seen.id)),
      to: (change) => (change !== undefined && isOfBook(change) ? "/payouts/addresses" : "/payouts/rules")
    })
    const gone = { status: 404, body: notice(said.noPending) }
    return {
      ...screen,
      show: (seen: Seen) =>
        Effect.flatMap(waitingChange(seen), (change) =>
          change === undefined ? Effect.succeed(gone) : screen.show(seen)
        )
    }
  })
)
