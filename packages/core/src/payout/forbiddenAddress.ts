import { Effect, Option } from "effect"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { ClaimReader } from "../idempotency/ClaimReader.ts"
import { addressOfBytes, canonicalAddress } from "../network/Address.ts"
import type { Network } from "../network/Network.ts"
import { addressClaimKey } from "../ports/Claim.ts"
import { Settings } from "../settings/Settings.ts"

/**
 * Whether no payout may go to an address, in canonical spelling: the money would be lost, or would come back. These
 * are the zero address, the token and the treasury of the network, and every deposit address of this store, even of
 * another network, because it has the same spelling there.
 */
export const makeIsForbidden = Effect.gen(function* () {
  const claims = yield* ClaimReader
  const chains = yield* Effect.serviceOption(ChainNetworks)
  const { networks } = yield* Settings

  /** By network: they never change, and every spelling is a hash. */
  const fixed = new Map(
    networks.map(({ addressFormat, name }) => {
      const zero = addressOfBytes(addressFormat, new Uint8Array(20))
      const own = Option.match(chains, { onNone: () => [], onSome: ({ forbidden }) => forbidden(name) })
      return [name, new Set([zero, ...own.map((each) => canonicalAddress(addressFormat, each))])] as const
    })
  )

  return Effect.fnUntraced(function* ({ addressFormat, name }: Network, address: string) {
    if (fixed.get(name)?.has(address) === true) return true
    for (const network of networks) {
      if (network.addressFormat !== addressFormat) continue
      const claim = yield* claims.find("depositAddress", "", addressClaimKey(network.name, address))
      if (Option.isSome(claim)) return true
    }
    return false
  })
})
