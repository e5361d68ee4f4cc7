import type { Rpc } from "@quittance/adapters-evm"
import { type Token, type Trial, tokenBalance, transferCall } from "@quittance/adapters-evm/parts"
import { Effect } from "effect"
import { hexOfAddress } from "../address.ts"
import type { TronApi } from "../node/TronApi.ts"

/** Simulations on each node of a network of TRON. */
export const tronTrials = (api: TronApi, rpc: Rpc["Service"], token: Token): ReadonlyArray<Trial> => {
  const contract = hexOfAddress(token.address)
  return api.nodes.flatMap((node, index) => {
    const jsonRpc = rpc.nodes[index]
    if (jsonRpc === undefined) return []
    return {
      host: node.host,
      head: Effect.map(node.head, ({ number }) => number),
      transfer: (wallet, recipient, value) =>
        node.energyOf({
          owner: hexOfAddress(wallet),
          contract,
          data: transferCall(hexOfAddress(recipient), value)
        }),
      // Nodes call contracts only on the state after the newest block.
      tokens: (wallet) => tokenBalance(jsonRpc, contract, hexOfAddress(wallet))
    } satisfies Trial
  })
}
