import { type Hex, type Rpc, RpcUnavailable } from "@quittance/adapters-evm"
import { keyOf, type TokenNode, tokenNode, tokenTransfers } from "@quittance/adapters-evm/parts"
import { Effect } from "effect"
import type { TronApi } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { fullNodeToken } from "./fullNodeToken.ts"

/** A longer range is not read block by block: each block is some hundred kilobytes. */
const wholeBlocksMax = 64

/**
 * The first source about the token, and the source with which it is compared: the second node, if there is one, and
 * the blocks themselves instead of an index. A transfer is credited only if both have it.
 */
export const watchedNodes = (api: TronApi, rpc: Rpc["Service"], token: Hex) => {
  const whole = fullNodeToken(api, token)
  const index = tokenNode(rpc, token)
  const [, otherApi = api] = api.nodes
  const [, otherRpc = rpc] = rpc.nodes
  const otherWhole = fullNodeToken(otherApi, token)
  const node: TokenNode = {
    ...index,
    provenLogsOf: whole.logsOf,
    logsOfRange: (from, to, recipients) =>
      Effect.tap(index.logsOfRange(from, to, recipients), () =>
        to - from < wholeBlocksMax ? Effect.void : proveIndex(index, whole, [from, to])
      )
  }
  const other: TokenNode = {
    ...otherWhole,
    logsOfRange: (from, to, recipients) =>
      to - from < wholeBlocksMax
        ? otherWhole.logsOfRange(from, to, recipients)
        : tokenNode(otherRpc, token).logsOfRange(from, to, recipients)
  }
  return { node, other }
}

/**
 * Fails if the index of a node lacks transfers that these blocks have. A node that began to index late has nothing of
 * earlier blocks, so the two ends of a range stand for what is between them.
 */
const proveIndex = Effect.fnUntraced(function* (
  index: TokenNode,
  whole: TokenNode,
  numbers: ReadonlyArray<number>
) {
  for (const number of numbers) {
    const block = yield* whole.block(number)
    const indexed = new Set(tokenTransfers(yield* index.logsOf(block), tronSpelling).map(keyOf))
    const there = tokenTransfers(yield* whole.logsOf(block), tronSpelling)
    if (there.some((each) => !indexed.has(keyOf(each))))
      return yield* new RpcUnavailable({
        host: "the node",
        method: "eth_getLogs",
        // No smaller range helps, and small ones are not proven.
        kind: "unsupported",
        reason: `it leaves out transfers of block ${number}: its index begins later. Use a node that has indexed the blocks since then`
      })
  }
})
