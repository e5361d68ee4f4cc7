import { ChainNetworks } from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"

/** Networks that have nothing to do, whose health is given. */
export const idleChains = (
  networks: ReadonlyArray<string>,
  health: ChainNetworks["Service"]["health"],
  more: Partial<ChainNetworks["Service"]> = {}
): Layer.Layer<never> =>
  Layer.succeed(ChainNetworks, {
    ...{ networks, forbidden: () => [], health },
    decimals: () => 6,
    addressOf: () => Effect.die("nobody asks"),
    status: () => Effect.die("nobody asks"),
    isComplete: () => Effect.void,
    height: () => Effect.succeed(Option.none()),
    read: () => Effect.succeed({ touched: [], againMillis: 1_000 }),
    send: () => Effect.succeed({ changed: [], againMillis: 1_000 }),
    sweep: () => Effect.succeed({ againMillis: 1_000 }),
    compare: () => Effect.succeed({ differenceCount: 0, differences: [] }),
    ...more
  })
