import { Effect, Option } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { ProviderMissing, StoreOnHold } from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import type { Network } from "../network/Network.ts"
import { saltByteCount } from "./AddressSalt.ts"
import { addressClaimKey, chainClaims } from "./chainNames.ts"
import { DepositAddresses, DepositAddressesUnavailable } from "./DepositAddresses.ts"

/** A deposit address and the salt it was derived from. */
export interface NewAddress {
  readonly address: string
  readonly salt: string
}

/** A new draw finds a used address again only if the source keeps returning the same addresses. */
const drawMax = 3

/**
 * Takes a deposit address that was never given out, in its canonical spelling. It is drawn at random, not
 * from a counter, because a counter goes back with a restored store. An address with a history is never
 * accepted as new, whatever the source says.
 */
export const makeNewAddress = Effect.gen(function* () {
  const ids = yield* Ids
  const claims = yield* ClaimReader
  const hold = yield* StoreHold
  const source = yield* Effect.serviceOption(DepositAddresses)

  return Effect.fnUntraced(function* ({ addressFormat, name }: Network) {
    if (Option.isNone(source)) return yield* new ProviderMissing({ provider: "DepositAddresses" })
    const held = yield* hold.current
    if (Option.isSome(held)) return yield* new StoreOnHold({ reason: held.value.reason })
    for (let draw = 1; draw <= drawMax; draw++) {
      const salt = yield* ids.token(saltByteCount)
      const derived = yield* Effect.tapError(source.value.derive(name, salt), ({ reason }) =>
        Effect.logWarning(`no deposit address can be given out on ${name}: ${reason}`)
      )
      if (!isAddress(addressFormat, derived)) {
        yield* Effect.logError(`the address source gave ${derived}, which is not an address on ${name}`)
        return yield* new DepositAddressesUnavailable({ reason: "the source gave no valid address" })
      }
      const address = canonicalAddress(addressFormat, derived)
      const claim = yield* claims.find(chainClaims.depositAddress, "", addressClaimKey(name, address))
      if (Option.isNone(claim) && (yield* source.value.transfers(name, address)).length === 0)
        return { address, salt } satisfies NewAddress
      yield* Effect.logWarning(
        `the address source gave ${address} on ${name}, which has a history; another one is drawn`
      )
    }
    yield* Effect.logError(`the address source of ${name} gave ${drawMax} addresses with a history`)
    return yield* new DepositAddressesUnavailable({
      reason: "the source gives addresses that have a history"
    })
  })
})
