import { Effect, Option } from "effect"
import { ChainJournal } from "../../concepts/chain/ChainJournal.ts"
import { type ChainHealth, ChainNetworks } from "../../concepts/chain/ChainNetworks.ts"
import { chainStatusView } from "../../concepts/chain/ChainStatus.ts"
import type { Network } from "../../concepts/network/Network.ts"
import { Networks, type NetworkUse } from "../../concepts/network/Networks.ts"
import { NotFound } from "../../kernel/input/Refusals.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** A network as operators see it, without that any node is asked. */
export interface NetworkView {
  readonly name: string
  readonly label: string
  readonly uses: ReadonlyArray<NetworkUse>
  /** Of a network on which the server acts by itself; null for those that a provider serves. */
  readonly chain: (ChainHealth & { readonly isPaused: boolean }) | null
}

const uses: ReadonlyArray<NetworkUse> = ["invoices", "wallets", "payouts"]

/** The networks of the deployment, and those on which the server acts by itself. */
export const makeNetworkOperations = Effect.gen(function* () {
  const networks = yield* Networks
  const journal = yield* ChainJournal
  const chains = yield* Effect.serviceOption(ChainNetworks)

  const chainOf = Effect.fnUntraced(function* (
    name: string
  ): Effect.fn.Return<NetworkView["chain"], StoreUnavailable> {
    if (Option.isNone(chains) || !chains.value.networks.includes(name)) return null
    const setup = yield* journal.setup(name)
    return {
      ...(yield* chains.value.health(name)),
      isPaused: Option.exists(setup, ({ isPaused }) => isPaused)
    }
  })

  const viewOf = ({ label, name }: Network) =>
    Effect.map(
      chainOf(name),
      (chain): NetworkView => ({
        ...{ name, label, chain },
        uses: uses.filter((use) => networks.offeredFor(use).some((each) => each.name === name))
      })
    )

  const list = (): Effect.Effect<ReadonlyArray<NetworkView>, StoreUnavailable> =>
    Effect.forEach(networks.offered, viewOf)

  /** Fails for a network on which the server does not act. */
  const acting = (name: string) =>
    Option.match(
      Option.filter(chains, (found) => found.networks.includes(name)),
      {
        onNone: () => Effect.fail(new NotFound({ what: "network", id: name })),
        onSome: Effect.succeed
      }
    )

  return {
    networks: {
      list,
      status: (name: string) =>
        Effect.flatMap(acting(name), (found) => Effect.map(found.status(name), chainStatusView)),
      pause: (name: string) => Effect.andThen(acting(name), journal.pause(name, true)),
      resume: (name: string) => Effect.andThen(acting(name), journal.pause(name, false))
    }
  }
})
