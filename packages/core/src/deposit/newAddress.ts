import { Effect, Option } from "effect"
import { ProviderMissing } from "../input/Refusals.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import type { Network } from "../network/Network.ts"
import { DepositAddresses, DepositAddressesUnavailable } from "../ports/DepositAddresses.ts"
import { Store } from "../ports/Store.ts"

/** Takes a deposit address that nobody was ever given, in the spelling under which addresses are compared. */
export const makeNewAddress = Effect.gen(function* () {
  const store = yield* Store
  const addresses = yield* Effect.serviceOption(DepositAddresses)

  return Effect.fnUntraced(function* ({ addressFormat, name }: Network) {
    if (Option.isNone(addresses)) return yield* new ProviderMissing({ provider: "DepositAddresses" })
    // An index is spent even when what it is for then fails: an address is never given out twice.
    const index = yield* store.nextIndex(`depositAddress/${name}`)
    const address = yield* addresses.value.derive(name, index)
    if (!isAddress(addressFormat, address)) {
      yield* Effect.logError(`the address source gave ${address}, which is no address on ${name}`)
      return yield* new DepositAddressesUnavailable({ reason: "the source gave no valid address" })
    }
    return canonicalAddress(addressFormat, address)
  })
})
