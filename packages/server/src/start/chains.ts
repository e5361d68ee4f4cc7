import type { ActingServices, ChainOperators } from "@quittance/adapters-evm"
import type { ChainNetworks } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { ConfiguredNetwork } from "../configuration/chainNetworks.ts"

/** The networks on which the server acts by itself. The adapter of a kind is loaded only for a network of its kind. */
export const chainsLayer = (
  networks: ReadonlyArray<ConfiguredNetwork>
): Layer.Layer<ChainNetworks | ChainOperators, never, ActingServices> =>
  Layer.unwrap(
    Effect.promise(async () => {
      const { actingNetworks, EvmNetworks } = await import("@quittance/adapters-evm")
      const hasTron = networks.some(({ kind }) => kind === "tron")
      const tron = hasTron ? await import("@quittance/adapters-tron") : undefined
      return actingNetworks(
        networks.flatMap((each) => {
          if (each.kind === "evm") return [EvmNetworks.acting(each.network)]
          return tron === undefined ? [] : [tron.TronNetworks.acting(each.network)]
        })
      )
    })
  )
