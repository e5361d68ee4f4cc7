import { Context, Effect, Layer, Option } from "effect"
import { ProviderMissing, UnsupportedNetwork } from "../../kernel/input/Refusals.ts"
import { DepositAddresses } from "../chain/DepositAddresses.ts"
import { PayoutProcessor } from "../payout/PayoutProcessor.ts"
import { Settings } from "../settings/Settings.ts"
import { meantNetwork } from "./meantNetwork.ts"
import type { Network } from "./Network.ts"

/** What a network can be used for. */
export type NetworkUse = "invoices" | "wallets" | "payouts"

const uses: ReadonlyArray<NetworkUse> = ["invoices", "wallets", "payouts"]

type ProviderName = "DepositAddresses" | "PayoutProcessor"

const providerOf = {
  invoices: "DepositAddresses",
  wallets: "DepositAddresses",
  payouts: "PayoutProcessor"
} as const satisfies { readonly [U in NetworkUse]: ProviderName }

/** The networks that a provider serves: these, or all. */
interface Serving {
  readonly networks?: ReadonlyArray<string> | undefined
}

/** A network that the settings open for a use without a provider that serves it. */
export interface UnservedNetwork {
  readonly name: string
  readonly uses: ReadonlyArray<NetworkUse>
}

/** The networks of the deployment that a provider serves: others are not offered. */
export class Networks extends Context.Service<
  Networks,
  {
    /** Those offered for at least one use, in the order of the settings. */
    readonly offered: ReadonlyArray<Network>
    /** Those offered for this use. */
    readonly offeredFor: (use: NetworkUse) => ReadonlyArray<Network>
    /**
     * The network of that name if it is offered for this use. Without any provider for the use, fails with
     * the missing provider.
     */
    readonly find: (
      name: string,
      use: NetworkUse
    ) => Effect.Effect<Network, UnsupportedNetwork | ProviderMissing>
    /** Providers that do not declare their networks: they count as serving all. */
    readonly servingAll: ReadonlyArray<"depositAddresses" | "payoutProcessor">
    /** Networks that the settings open and no provider serves. */
    readonly unserved: ReadonlyArray<UnservedNetwork>
  }
>()("@quittance/core/concepts/network/Networks") {
  static readonly layer = Layer.effect(
    Networks,
    Effect.gen(function* () {
      const { networks } = yield* Settings
      const providers: { readonly [N in ProviderName]: Option.Option<Serving> } = {
        DepositAddresses: yield* Effect.serviceOption(DepositAddresses),
        PayoutProcessor: yield* Effect.serviceOption(PayoutProcessor)
      }
      const isServed = (name: string, use: NetworkUse): boolean =>
        Option.exists(providers[providerOf[use]], (provider) => provider.networks?.includes(name) ?? true)
      const isOffered = (network: Network, use: NetworkUse): boolean =>
        network[use] && isServed(network.name, use)
      const offeredFor = (use: NetworkUse) => networks.filter((network) => isOffered(network, use))

      const find = Effect.fnUntraced(function* (name: string, use: NetworkUse) {
        const provider = providerOf[use]
        if (Option.isNone(providers[provider])) return yield* new ProviderMissing({ provider })
        const found = networks.find((network) => network.name === name && isOffered(network, use))
        if (found !== undefined) return found
        const offered = offeredFor(use)
        const meant = meantNetwork(name, offered)
        return yield* new UnsupportedNetwork({
          network: name,
          offered: offered.map((each) => each.name),
          ...(meant === undefined ? {} : { meant })
        })
      })

      const unserved = networks.flatMap((network): ReadonlyArray<UnservedNetwork> => {
        const lacking = uses.filter((use) => network[use] && !isServed(network.name, use))
        return lacking.length === 0 ? [] : [{ name: network.name, uses: lacking }]
      })
      const offered = networks.filter((network) => uses.some((use) => isOffered(network, use)))
      const servesAll = (provider: Option.Option<Serving>) =>
        Option.exists(provider, ({ networks }) => networks === undefined)
      const servingAll = [
        ...(servesAll(providers.DepositAddresses) ? (["depositAddresses"] as const) : []),
        ...(servesAll(providers.PayoutProcessor) ? (["payoutProcessor"] as const) : [])
      ]
      return Networks.of({ servingAll, offered, offeredFor, find, unserved })
    })
  )
}
