import { BlockUnknown, type Hex, type Questions, type Rpc, RpcUnavailable } from "@quittance/adapters-evm"
import {
  distinctHosts,
  keyOf,
  type NodeFailure,
  type ShownReceipt,
  type TokenNode,
  tokenNode,
  tokenTransfers,
  type WatchedNetwork,
  type WatchedNode
} from "@quittance/adapters-evm/parts"
import { Effect, Option } from "effect"
import type { TronApi, TronQuestions } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { fullNodeToken } from "./fullNodeToken.ts"

/** A longer range is not read block by block: each block is some hundred kilobytes. */
const wholeBlocksMax = 64

/** Outcomes of transactions that are requested at once. */
const concurrency = 4

/**
 * The nodes of a network as they are watched: first by the index of one, which is compared with the blocks themselves
 * at another, or at the same if there is only one.
 */
export const watchedNodes = (
  api: TronApi,
  rpc: Rpc["Service"],
  token: Hex
): Pick<WatchedNetwork, "node" | "nodes" | "other" | "token"> => {
  const apis = new Map(api.nodes.map((each) => [each.host, each]))
  const nodes = distinctHosts(rpc.nodes).map((each): WatchedNode => {
    const own = apis.get(each.host) ?? api
    return {
      host: each.host,
      ...tokenNodes(own, each, token),
      receipts: (hashes) =>
        Effect.forEach(hashes, (hash) => Effect.result(receiptOf(own, hash)), { concurrency })
    }
  })
  const { compared, node } = tokenNodes(api, rpc, token)
  return { node, other: nodes[1]?.compared ?? compared, nodes, token }
}

const tokenNodes = (asked: TronQuestions, rpc: Questions, token: Hex) => {
  const whole = fullNodeToken(asked, token)
  const index = tokenNode(rpc, token)
  const node: TokenNode = {
    ...index,
    provenLogsOf: whole.logsOf,
    logsOfRange: (from, to, recipients) =>
      Effect.tap(index.logsOfRange(from, to, recipients), () =>
        to - from < wholeBlocksMax ? Effect.void : proveIndex(index, whole, [from, to])
      )
  }
  const compared: TokenNode = {
    ...whole,
    logsOfRange: (from, to, recipients) =>
      (to - from < wholeBlocksMax ? whole : index).logsOfRange(from, to, recipients)
  }
  return { node, compared }
}

/** The outcome of a transaction names only the number of its block, so the node is asked which block that is. */
const receiptOf = Effect.fnUntraced(function* (
  asked: TronQuestions,
  hash: Hex
): Effect.fn.Return<Option.Option<ShownReceipt>, NodeFailure> {
  const info = Option.getOrUndefined(yield* asked.info(hash))
  if (info === undefined) return Option.none()
  const { blockNumber, id, isSuccess, logs } = info
  const block = Option.getOrUndefined(yield* asked.block(blockNumber))
  if (block === undefined) return yield* new BlockUnknown({ host: "", block: String(blockNumber) })
  return Option.some({
    blockHash: block.id,
    isSuccess,
    logs: logs.map((log, logIndex) => ({ ...log, logIndex, transactionHash: id }))
  })
})

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
