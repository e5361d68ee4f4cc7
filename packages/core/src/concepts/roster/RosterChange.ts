import { Schema } from "effect"
import { Currency } from "../../kernel/money/Currency.ts"
import { Role } from "./Role.ts"

/** A rule about amounts: a payout of `fromMinor` or more needs so many approvers, unless a higher tier matches. */
export const Tier = Schema.Struct({
  /** Minor units of the rule's currency, 0 or more. */
  fromMinor: Schema.BigInt,
  /** At least 1. */
  approvers: Schema.Int
})
export interface Tier extends Schema.Schema.Type<typeof Tier> {}

/** Whether an address that is not in the book needs an approval. */
export const AddressBookRule = Schema.Literals(["off", "on"])
export type AddressBookRule = typeof AddressBookRule.Type
export const addressBookRules = AddressBookRule.literals

/** What a change of a roster sets, adds or removes. */
export const RosterChange = Schema.Union([
  /** All tiers of a currency, by rising amount; they replace those before. */
  Schema.TaggedStruct("SetTiers", { currency: Currency, tiers: Schema.Array(Tier) }),
  Schema.TaggedStruct("SetAddressBook", { currency: Currency, addressBook: AddressBookRule }),
  Schema.TaggedStruct("AddAddress", {
    network: Schema.String,
    address: Schema.String,
    label: Schema.String
  }),
  Schema.TaggedStruct("RemoveAddress", { network: Schema.String, address: Schema.String }),
  Schema.TaggedStruct("AddMember", { user: Schema.String, role: Role }),
  Schema.TaggedStruct("ChangeRole", { user: Schema.String, role: Role }),
  Schema.TaggedStruct("RemoveMember", { user: Schema.String })
])
export type RosterChange = typeof RosterChange.Type

/** A user's id in the one form in which it is stored and compared: one name in several Unicode forms is one person. */
export const userForm = (user: string): string => user.normalize("NFKC")

/** The change with its names in the form in which they are stored. */
export const changeInForm = (change: RosterChange): RosterChange => {
  if ("user" in change) return { ...change, user: userForm(change.user) }
  return change._tag === "AddAddress" ? { ...change, label: change.label.normalize("NFC") } : change
}

/** What a change is about. Of two changes about the same, the later one counts. */
export const aboutOf = (change: RosterChange): string => {
  switch (change._tag) {
    case "SetTiers":
      return `tiers ${change.currency}`
    case "SetAddressBook":
      return `book ${change.currency}`
    case "AddAddress":
    case "RemoveAddress":
      return `address ${change.network} ${change.address}`
    case "AddMember":
    case "ChangeRole":
    case "RemoveMember":
      return `member ${change.user}`
  }
}

/** Whether two changes would do the same. */
export const isSameChange: (one: RosterChange, other: RosterChange) => boolean =
  Schema.toEquivalence(RosterChange)

/** Whether a person with the role may make changes of this kind: owners all, finance those of the address book. */
export const mayChange = (role: Role, kind: RosterChange["_tag"]): boolean =>
  role === "owner" || (role === "finance" && (kind === "AddAddress" || kind === "RemoveAddress"))
