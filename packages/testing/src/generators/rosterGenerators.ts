import {
  addressBookRules,
  type PendingChange,
  type Roster,
  type RosterChange,
  roles,
  rosterIdOf,
  roster as rosters
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { network } from "./addressGenerators.ts"
import { valuesOf } from "./fieldGenerators.ts"
import { currency, feeMinor, instant } from "./moneyGenerators.ts"
import { anyText, asciiText, prefixed } from "./textGenerators.ts"

/** Rosters over the whole range of their fields. */

const actor = fc.oneof(
  asciiText(1, 30).map((name) => `user:${name}`),
  fc.constant("operator:root")
)
const role = fc.constantFrom(...roles)
const addressBook = fc.constantFrom(...addressBookRules)
const tiers = fc.array(fc.record({ fromMinor: feeMinor, approvers: fc.integer({ min: 1, max: 20 }) }), {
  maxLength: 4
})
const place = { network: network.map(({ name }) => name), address: asciiText(1, 60) }
const user = anyText(100)

const change: fc.Arbitrary<RosterChange> = fc.oneof(
  fc.record({ _tag: fc.constant("SetTiers" as const), currency, tiers }),
  fc.record({ _tag: fc.constant("SetAddressBook" as const), currency, addressBook }),
  fc.record({ _tag: fc.constant("AddAddress" as const), ...place, label: anyText(100) }),
  fc.record({ _tag: fc.constant("RemoveAddress" as const), ...place }),
  fc.record({ _tag: fc.constantFrom("AddMember" as const, "ChangeRole" as const), user, role }),
  fc.record({ _tag: fc.constant("RemoveMember" as const), user })
)

const pending: fc.Arbitrary<PendingChange> = fc.record(
  {
    id: prefixed("chg_"),
    change,
    by: actor,
    at: instant,
    agreed: fc.record({ by: actor, at: instant, holdsFrom: instant })
  },
  { requiredKeys: ["id", "change", "by", "at"] }
)

export const roster = (partnerId: string): fc.Arbitrary<Roster> =>
  fc.record({
    ...valuesOf(rosters.fixed, {
      id: fc.constant(rosterIdOf(partnerId)),
      partnerId: fc.constant(partnerId)
    }),
    ...valuesOf(rosters.changing, {
      members: fc.array(fc.record({ user, role, since: instant }), { maxLength: 5 }),
      rules: fc.array(fc.record({ currency, tiers, addressBook }), { maxLength: 3 }),
      addressBook: fc.array(
        fc.record({ ...place, label: anyText(100), by: actor, addedAt: instant, holdsFrom: instant }),
        { maxLength: 5 }
      ),
      pending: fc.array(pending, { maxLength: 4 })
    })
  })
