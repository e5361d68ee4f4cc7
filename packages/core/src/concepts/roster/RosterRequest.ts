import { Result, Schema } from "effect"
import { isActor } from "../../kernel/actor/Actor.ts"
import {
  amountField,
  decoderOf,
  InvalidInput,
  integerBetween,
  oneLine,
  optionalField,
  textUpTo
} from "../../kernel/input/Input.ts"
import { InvalidAddress, UnsupportedNetwork } from "../../kernel/input/Refusals.ts"
import { parseMinor } from "../../kernel/money/Money.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import { addressFault } from "../network/addressFault.ts"
import { meantNetwork } from "../network/meantNetwork.ts"
import { findNetwork, type SettingsShape } from "../settings/Settings.ts"
import { Role } from "./Role.ts"
import { AddressBookRule, type RosterChange, type Tier, userForm } from "./RosterChange.ts"
import { rosterLimits } from "./rosterRules.ts"

/** Payouts are in these currencies, so rules are too. */
export const ruledCurrencies = ["USDT"] as const
export type RuledCurrency = (typeof ruledCurrencies)[number]

const currency = optionalField(Schema.Literals(ruledCurrencies))
const from = Schema.Union([
  amountField({ description: "An amount in the currency, from 0.", examples: [1000] }),
  Schema.String
])

/** A tier: from this amount on, so many people must approve a payout. */
export const TierRequest = Schema.Struct({ from, approvers: integerBetween(1, rosterLimits.approvers) })

/** All tiers of a currency, USDT by default. They replace those before. */
export const TiersRequest = Schema.Struct({ currency, tiers: Schema.Array(TierRequest) })
export interface TiersRequest extends Schema.Schema.Type<typeof TiersRequest> {}

/** One tier of a currency, USDT by default; 0 approvers takes it away. The others stay. */
export const OneTierRequest = Schema.Struct({
  currency,
  from,
  approvers: integerBetween(0, rosterLimits.approvers)
})
export interface OneTierRequest extends Schema.Schema.Type<typeof OneTierRequest> {}

/** Whether an address that is not in the book needs an approval. */
export const AddressBookRequest = Schema.Struct({ currency, addressBook: AddressBookRule })
export interface AddressBookRequest extends Schema.Schema.Type<typeof AddressBookRequest> {}

const place = { network: textUpTo(64), address: textUpTo(256) }

/** An address of the book. */
export const BookAddressRequest = Schema.Struct(place)
export interface BookAddressRequest extends Schema.Schema.Type<typeof BookAddressRequest> {}

/** A new address of the book, with 1 to 100 characters about it. */
export const NewBookAddressRequest = Schema.Struct({ ...place, label: oneLine(100) })
export interface NewBookAddressRequest extends Schema.Schema.Type<typeof NewBookAddressRequest> {}

/** A person, by the id that the host gives its people. */
export const MemberRequest = Schema.Struct({ user: Schema.String })
export interface MemberRequest extends Schema.Schema.Type<typeof MemberRequest> {}

/** A person and a role. */
export const RoleRequest = Schema.Struct({ user: Schema.String, role: Role })
export interface RoleRequest extends Schema.Schema.Type<typeof RoleRequest> {}

const minorOf = (amount: typeof from.Type, field: string, of: RuledCurrency) =>
  Result.flatMap(
    Result.mapError(parseMinor(amount, of), ({ message }) =>
      InvalidInput.of(field, "invalid_value", message)
    ),
    (minor) =>
      minor < 0n
        ? Result.fail(InvalidInput.of(field, "out_of_range", "must be 0 or more"))
        : Result.succeed(minor)
  )

/** The tiers of a request, by rising amount. */
export const tiersOf = (input: unknown) =>
  Result.gen(function* () {
    const request = yield* decoderOf(TiersRequest)(input)
    const of = request.currency ?? "USDT"
    const tiers: Array<Tier> = []
    if (request.tiers.length > rosterLimits.tiers)
      return yield* Result.fail(
        InvalidInput.of("tiers", "out_of_range", `must be at most ${rosterLimits.tiers}`)
      )
    for (const [index, { approvers, from }] of request.tiers.entries()) {
      const fromMinor = yield* minorOf(from, `tiers.${index}.from`, of)
      if (tiers.some((tier) => tier.fromMinor === fromMinor))
        return yield* Result.fail(
          InvalidInput.of(`tiers.${index}.from`, "invalid_value", "must not be that of another tier")
        )
      tiers.push({ fromMinor, approvers })
    }
    tiers.sort((one, other) => (one.fromMinor < other.fromMinor ? -1 : 1))
    const change: Extract<RosterChange, { readonly _tag: "SetTiers" }> = {
      _tag: "SetTiers",
      currency: of,
      tiers
    }
    return change
  })

/** One tier of a request. */
export const oneTierOf = (input: unknown) =>
  Result.gen(function* () {
    const { approvers, currency, from } = yield* decoderOf(OneTierRequest)(input)
    const of = currency ?? "USDT"
    return { currency: of, tier: { fromMinor: yield* minorOf(from, "from", of), approvers } }
  })

export const addressBookOf = (input: unknown): Result.Result<RosterChange, InvalidInput> =>
  Result.map(decoderOf(AddressBookRequest)(input), ({ addressBook, currency }) => ({
    _tag: "SetAddressBook",
    currency: currency ?? "USDT",
    addressBook
  }))

type Place = Result.Result<
  { readonly network: string; readonly address: string },
  UnsupportedNetwork | InvalidAddress
>

/** In the canonical spelling of the network. */
const placeOf = ({ address, network }: BookAddressRequest, settings: SettingsShape): Place => {
  const found = findNetwork(settings, network)
  if (found === undefined) {
    const meant = meantNetwork(network, settings.networks)
    return Result.fail(
      new UnsupportedNetwork({
        network,
        offered: settings.networks.map(({ name }) => name),
        ...(meant === undefined ? {} : { meant })
      })
    )
  }
  const { addressFormat, name } = found
  return isAddress(addressFormat, address)
    ? Result.succeed({ network: name, address: canonicalAddress(addressFormat, address) })
    : Result.fail(
        new InvalidAddress({
          network: name,
          fault: "malformed",
          reason: addressFault(addressFormat, address)
        })
      )
}

export const newAddressOf = (input: unknown, settings: SettingsShape) =>
  Result.gen(function* () {
    const request = yield* decoderOf(NewBookAddressRequest)(input)
    const change: RosterChange = {
      _tag: "AddAddress",
      ...(yield* placeOf(request, settings)),
      label: request.label.normalize("NFC")
    }
    return change
  })

export const addressOf = (input: unknown, settings: SettingsShape) =>
  Result.gen(function* () {
    const request = yield* decoderOf(BookAddressRequest)(input)
    const change: RosterChange = { _tag: "RemoveAddress", ...(yield* placeOf(request, settings)) }
    return change
  })

const userIn = (given: string): Result.Result<string, InvalidInput> => {
  const user = given.isWellFormed() ? userForm(given) : ""
  return isActor(`user:${user}`)
    ? Result.succeed(user)
    : Result.fail(
        InvalidInput.of(
          "user",
          "invalid_value",
          "must be the id of a person: 1 to 100 visible characters without spaces"
        )
      )
}

export const memberOf = (input: unknown): Result.Result<RosterChange, InvalidInput> =>
  Result.flatMap(decoderOf(MemberRequest)(input), ({ user }) =>
    Result.map(userIn(user), (form) => ({ _tag: "RemoveMember", user: form }))
  )

/** `kind` says whether the person is new. */
export const roleChangeOf = (
  kind: "AddMember" | "ChangeRole",
  input: unknown
): Result.Result<RosterChange, InvalidInput> =>
  Result.flatMap(decoderOf(RoleRequest)(input), ({ role, user }) =>
    Result.map(userIn(user), (form) => ({ _tag: kind, user: form, role }))
  )
