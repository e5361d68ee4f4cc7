import { Effect, Option } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import { accountOf, addressOfBytes, canonicalAddress } from "../network/Address.ts"
import type { Network } from "../network/Network.ts"
import { Settings } from "../settings/Settings.ts"

/**
 * Whether no payout may go to an address, in canonical spelling: the money would be lost, or would come back. These are
 * the zero address, the token, the treasury and the contracts of the network, and, of this store, every wallet and
 * factory of any network and every deposit address, even of another network, because it has the same spelling there. A
 * wallet may be added later, so it is checked again before a payout is signed.
 */
export const makeIsForbidden = Effect.gen(function* () {
  const claims = yield* ClaimReader
  const wallets = yield* ChainWallets
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

  const spelledAlike = Map.groupBy(networks, ({ addressFormat }) => addressFormat)

  const isContract = (network: string, address: string) =>
    Option.match(chains, {
      onNone: () => Effect.succeed(false),
      onSome: ({ contracts }) =>
        contracts === undefined
          ? Effect.succeed(false)
          : Effect.map(contracts(network), (found) =>
              found.some((each) => accountOf(each) === accountOf(address))
            )
    })

  return Effect.fnUntraced(function* ({ addressFormat, name }: Network, address: string) {
    if (fixed.get(name)?.has(address) === true) return true
    if ((yield* wallets.recentAccounts)(address) !== undefined) return true
    const alike = spelledAlike.get(addressFormat) ?? []
    const deposits = yield* Effect.forEach(
      alike,
      (each) => claims.find(chainClaims.depositAddress, "", addressClaimKey(each.name, address)),
      // A store on another machine answers them together.
      { concurrency: alike.length }
    )
    if (deposits.some(Option.isSome)) return true
    return yield* isContract(name, address)
  })
})
