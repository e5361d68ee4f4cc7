import { Option, Schema } from "effect"
import { moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told } from "../../kernel/history/History.ts"
import { Currency } from "../../kernel/money/Currency.ts"
import { instantView, toWireNumber } from "../../kernel/money/Money.ts"
import { roles } from "./Role.ts"
import type { Roster } from "./Roster.ts"
import { addressBookRules, type RosterChange } from "./RosterChange.ts"
import { droppingCauses, type RosterEvent } from "./RosterEvent.ts"

const kinds = [
  "SetTiers",
  "SetAddressBook",
  "AddAddress",
  "RemoveAddress",
  "AddMember",
  "ChangeRole",
  "RemoveMember"
] as const satisfies ReadonlyArray<RosterChange["_tag"]>

const whats = {
  SetTiers: "tiers",
  SetAddressBook: "address_book",
  AddAddress: "address_added",
  RemoveAddress: "address_removed",
  AddMember: "member_added",
  ChangeRole: "role_changed",
  RemoveMember: "member_removed"
} as const satisfies { readonly [Kind in RosterChange["_tag"]]: string }

const text = (description: string) => Schema.NullOr(Schema.String).annotate({ description })

/** What every entry tells of the change: without labels, because an erased one would stay in it. */
const change = {
  what: Schema.NullOr(
    Schema.Literals(kinds.map((kind) => whats[kind])).annotate(
      component("RosterChangeKind", "What a change of a roster is about.")
    )
  ),
  currency: text("Of the rules that it changes."),
  tiers: Schema.NullOr(
    Schema.Array(Schema.Struct({ from: Schema.NullOr(Schema.Number), approvers: Schema.Int }))
  ).annotate({
    description: "All tiers of the currency from then on; null if the change is about something else."
  }),
  addressBook: text("on or off."),
  network: text("Of the address."),
  address: text("Of the book."),
  user: text("The person."),
  role: text("The new role.")
}

const changeOf = (facts: Facts) => {
  const about = facts.part("change")
  const kind = about.oneOf("_tag", kinds)
  const currency = about.oneOf("currency", Currency.literals)
  return {
    ...{ what: kind === null ? null : whats[kind], currency },
    tiers:
      kind === "SetTiers" && currency !== null
        ? about.parts("tiers").map((tier) => ({
            from: Option.getOrNull(toWireNumber(tier.minor("fromMinor") ?? 0n, currency)),
            approvers: tier.integer("approvers") ?? 0
          }))
        : null,
    addressBook: about.oneOf("addressBook", addressBookRules),
    network: about.text("network"),
    address: about.text("address"),
    user: about.text("user"),
    role: about.oneOf("role", roles)
  }
}

const waiting = { ...change, id: text("By which it is agreed to and withdrawn.") }
const waitingOf = (facts: Facts) => ({ ...changeOf(facts), id: facts.text("id") })

/** What the history of a roster tells. */
export const rosterHistory: HistoryOf<RosterEvent["_tag"], Roster> = {
  RosterChanged: told("roster_changed", "It was changed, at once.", change, changeOf),
  RosterChangeProposed: told(
    "roster_change_proposed",
    "A person proposed a change that needs a second person.",
    waiting,
    waitingOf
  ),
  RosterChangeAgreed: told(
    "roster_change_agreed",
    "A second person agreed to it.",
    { ...waiting, holdsFrom: Schema.NullOr(moment("From when it holds.")) },
    (facts) => {
      const holdsFrom = facts.integer("holdsFrom")
      return { ...waitingOf(facts), holdsFrom: holdsFrom === null ? null : instantView(holdsFrom) }
    }
  ),
  RosterChangeWithdrawn: told("roster_change_withdrawn", "It was taken back.", waiting, waitingOf),
  RosterChangeDropped: told(
    "roster_change_dropped",
    "It will not hold: a later change is about the same, or a person who stood for it has no say any more.",
    { ...waiting, cause: Schema.NullOr(Schema.Literals(droppingCauses)) },
    (facts) => ({ ...waitingOf(facts), cause: facts.oneOf("cause", droppingCauses) })
  )
}
