import { Effect, Option } from "effect"
import { depositAddress } from "./depositAddress.ts"
import type { EvmNetwork } from "./EvmNetwork.ts"
import { expectedFactory } from "./factory.ts"
import type { Hex } from "./hex.ts"
import type { ComparedNetwork } from "./operate/ComparedNetwork.ts"
import { forgottenSlots } from "./operate/forgottenSlots.ts"
import type { DepositContracts } from "./operate/planSweeps.ts"
import type { Rpc } from "./rpc/Rpc.ts"
import { evmSpelling } from "./Spelling.ts"
import { executionIn } from "./send/slotOutcome.ts"
import { walletsAhead } from "./send/walletsAhead.ts"

/** How many addresses one transaction empties: 50 times 11 000 gas. */
const groupSize = 50

/** An EVM network as the shared parts see it. */
export const liveNetwork = (network: EvmNetwork, rpc: Rpc["Service"]): ComparedNetwork => ({
  ...network,
  spelling: evmSpelling,
  rpc,
  executionOf: (hash) => Effect.map(rpc.receipt(hash as Hex), Option.map(executionIn)),
  coinOf: (wallet) => rpc.balance(wallet as Hex, "latest"),
  minedBy: ({ address }) => rpc.transactionCount(address as Hex, "latest"),
  aheadOf: (wallets) => walletsAhead(rpc, network.name, wallets),
  showsWaiting: false,
  forgottenBy: (wallet, finalBlock) => forgottenSlots(network, rpc, wallet, finalBlock)
})

/** The contracts of the treasury. */
export const depositContracts = (network: EvmNetwork): DepositContracts => {
  const { factory, implementation } = expectedFactory(network)
  return {
    factory: factory.address,
    addressOf: (salt) => depositAddress(factory.address, implementation.address, salt),
    groupSize
  }
}
