import { type Fetch, httpFetch } from "@quittance/adapters-evm"
import { onNetwork } from "@quittance/adapters-evm/testing"
import type { ChainJournal, ChainNetworks, ChainWallets } from "@quittance/core/adapter"
import type { Layer } from "effect"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import * as TronNetworks from "../../src/TronNetworks.ts"
import { payer, payerKey } from "./ownTron.ts"

/** A provider of core on a network of TRON and a store of its own. */
export const onTron = <P, E>(
  network: TronNetwork,
  factory: string,
  provider: Layer.Layer<P, E, ChainJournal | ChainNetworks | ChainWallets>,
  {
    fetch = httpFetch,
    store
  }: { readonly fetch?: Fetch; readonly store?: NonNullable<Parameters<typeof onNetwork>[2]>["store"] } = {}
) =>
  onNetwork(
    {
      ...{ name: network.name, factory, wallet: { address: payer, key: payerKey } },
      networks: TronNetworks.layer({ networks: [network], fetch })
    },
    provider,
    store === undefined ? {} : { store }
  )
