import { Context, Effect, Layer, Option } from "effect"
import { tokenAmount } from "../../kernel/money/TokenAmount.ts"
import { ChainJournal } from "./ChainJournal.ts"
import { ChainNetworks } from "./ChainNetworks.ts"
import { DepositAddresses, DepositAddressesUnavailable } from "./DepositAddresses.ts"

/** The deposit addresses of networks on which the server acts by itself: their transfers are in the journal. */
const chainAddresses = Effect.gen(function* () {
  const { addressOf, decimals, height, networks } = yield* ChainNetworks
  const journal = yield* ChainJournal
  const asked = <A, E extends { readonly reason: string }>(call: Effect.Effect<A, E>) =>
    Effect.mapError(call, ({ reason }) => new DepositAddressesUnavailable({ reason }))

  return DepositAddresses.of({
    networks,
    derive: (network, salt) => asked(addressOf(network, salt)),
    transfers: Effect.fnUntraced(function* (network, address) {
      const found = yield* asked(journal.transfersTo(network, address))
      if (found.length === 0) return []
      const top = Option.getOrElse(yield* asked(height(network)), () => 0)
      const tokenDecimals = decimals(network)
      return found.map(({ blockNumber, isDropped, position, seenAt, txHash, value }) => ({
        txHash,
        logIndex: position,
        ...tokenAmount(BigInt(value), tokenDecimals),
        // None while the network is read again from below its block.
        confirmations: isDropped ? 0 : Math.max(0, top - blockNumber + 1),
        seenAt,
        dropped: isDropped
      }))
    })
  })
})

/** The addresses of the deployment's own networks, beside another source for the rest, if there is one. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const own = yield* chainAddresses
    const other = Option.getOrUndefined(yield* Effect.serviceOption(DepositAddresses))
    if (other === undefined) return Context.make(DepositAddresses, own)
    const sourceOf = (network: string) => (own.networks?.includes(network) ? own : other)
    return Context.make(
      DepositAddresses,
      DepositAddresses.of({
        networks: other.networks === undefined ? undefined : [...(own.networks ?? []), ...other.networks],
        derive: (network, salt) => sourceOf(network).derive(network, salt),
        transfers: (network, address) => sourceOf(network).transfers(network, address)
      })
    )
  })
)
