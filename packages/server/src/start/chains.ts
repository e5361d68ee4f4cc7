import type { EvmNetwork } from "@quittance/adapters-evm"
import { Effect, Layer } from "effect"

/** The networks on which the server acts by itself; undefined without any, and then nothing of their adapter is loaded. */
export const chainsLayer = (networks: ReadonlyArray<EvmNetwork>) =>
  networks.length === 0
    ? undefined
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("@quittance/adapters-evm")),
          ({ EvmNetworks }) => EvmNetworks.layer({ networks })
        )
      )
