import { Effect } from "effect"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { tokenBalance, transferCall } from "../tokenCalls.ts"
import type { Token } from "./slotOutcome.ts"
import type { Trial } from "./Trial.ts"

/** Simulations on each node of an EVM network. */
export const evmTrials = ({ nodes }: Rpc["Service"], token: Token): ReadonlyArray<Trial> => {
  const to = token.address as Hex
  return nodes.map((node) => ({
    host: node.host,
    head: Effect.map(node.head("latest"), ({ number }) => number),
    transfer: (wallet, recipient, value) =>
      node.estimateGas({ from: wallet as Hex, to, data: transferCall(recipient, value) }),
    tokens: (wallet) => tokenBalance(node, to, wallet as Hex)
  }))
}
