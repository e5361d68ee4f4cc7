import type { ChainJournal, ChainNetworks, ChainWallets } from "@quittance/core/adapter"
import type { Layer } from "effect"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { hexOf } from "../../src/hex.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"
import { type OnNetworkOptions, onNetwork } from "./anyNetwork.ts"

/** The account of the wallet that pays: it has coins on every test chain. */
export const payer = accountOf(1)

export const payerKey = hexOf(payer.getHdKey().privateKey ?? new Uint8Array())

/** A chain with a token that the wallet owns, as a deployment is told of it. */
export const startNetwork = async (
  contract: Parameters<TestChain["deploy"]>[0],
  decimals: number
): Promise<{ readonly chain: TestChain; readonly token: Deployed; readonly network: EvmNetwork }> => {
  const chain = await TestChain.start()
  const token: Deployed = await chain.deploy(contract)
  const network: EvmNetwork = {
    name: "ethereum",
    rpcUrls: [chain.anvil.url],
    chainId: chain.anvil.chainId,
    token: { address: token.address, decimals },
    confirmations: 3,
    finality: 2,
    treasury: accountOf(3).address
  }
  await chain.mint(token, payer.address, 10n ** 24n)
  await chain.mine()
  return { chain, token, network }
}

/** Puts the contract for deposit addresses on the chain. */
export const deployFactory = async (chain: TestChain, { treasury }: EvmNetwork): Promise<void> => {
  const { data, to } = deterministicDeployment(treasury as `0x${string}`)
  await chain.mined(await chain.send({ to, data }))
}

/** A provider of core on a network and a store of its own, perhaps with another way to it. */
export const onOwnNetwork = <P, E>(
  network: EvmNetwork,
  provider: Layer.Layer<P, E, ChainJournal | ChainNetworks | ChainWallets>,
  options?: OnNetworkOptions
) =>
  onNetwork(
    {
      name: network.name,
      networks: EvmNetworks.layer({ networks: [network] }),
      factory: deterministicDeployment(network.treasury as `0x${string}`).address,
      wallet: { address: payer.address, key: payerKey }
    },
    provider,
    options
  )
