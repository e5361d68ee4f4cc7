import { Layer } from "effect"
import * as ChainAddresses from "../concepts/chain/ChainAddresses.ts"
import { ChainJournal } from "../concepts/chain/ChainJournal.ts"
import type { ChainNetworks } from "../concepts/chain/ChainNetworks.ts"
import { ChainUpkeeps } from "../concepts/chain/ChainUpkeeps.ts"
import { ChainWallets } from "../concepts/chain/ChainWallets.ts"
import * as ChainProcessor from "../concepts/payout/ChainProcessor.ts"
import type { Ids } from "../kernel/ports/Ids.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import type { StorePorts } from "../store/StorePorts.ts"

/** What a layer of networks may build on. */
export type ChainServices = ChainJournal | ChainUpkeeps | ChainWallets | StorePorts | Vault | Ids

/** The host's providers, preceded by those of the networks on which the server acts by itself. */
export const withChains = <R, E>(
  providers: Layer.Layer<never, never, R>,
  chains: Layer.Layer<ChainNetworks, E, ChainServices> | undefined
): Layer.Layer<never, E, R | StorePorts | Vault | Ids> =>
  chains === undefined
    ? providers
    : Layer.mergeAll(ChainProcessor.layer, ChainAddresses.layer).pipe(
        Layer.provideMerge(chains),
        Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainWallets.layer, ChainUpkeeps.layer)),
        Layer.provideMerge(providers)
      )
