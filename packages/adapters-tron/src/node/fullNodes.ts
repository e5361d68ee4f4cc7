import { type Fetch, httpFetch, type NodeUrlRefused, Rpc, type RpcUnavailable } from "@quittance/adapters-evm"
import { firstAnswer, readNodeUrl, restMillisMax } from "@quittance/adapters-evm/parts"
import { Effect } from "effect"
import type { TronNetwork } from "../TronNetwork.ts"
import * as questions from "./questions.ts"
import type { TronApi, TronQuestions } from "./TronApi.ts"
import { jsonRpcUrl, TronNode } from "./TronNode.ts"

type Nodes = Pick<TronNetwork, "apiKey" | "chainId" | "rpcUrls">

/** A block of the main network with all its transactions is a few megabytes long. */
const limits = { answerMillisMax: 10_000, answerBytesMax: 16 * 1024 * 1024 }

/** The JSON-RPC of a network's nodes. */
export const jsonRpcOf = (
  { apiKey, chainId, rpcUrls }: Nodes,
  fetch: Fetch = httpFetch
): Effect.Effect<Rpc["Service"], NodeUrlRefused> =>
  Rpc.make({ urls: rpcUrls, chainId, fetch, readUrl: jsonRpcUrl(apiKey) })

/** The requests to a network's nodes beyond their JSON-RPC. */
export const fullNodesOf = Effect.fnUntraced(function* (
  { apiKey, chainId, rpcUrls }: Nodes,
  fetch: Fetch = httpFetch,
  restMillis = restMillisMax
): Effect.fn.Return<TronApi, NodeUrlRefused> {
  const nodes: Array<TronNode> = []
  for (const text of rpcUrls) {
    const { url } = yield* Effect.fromResult(readNodeUrl(text))
    const read = yield* Effect.fromResult(jsonRpcUrl(apiKey)(text))
    nodes.push(new TronNode(read, url, chainId, limits, fetch))
  }
  return {
    ...questionsTo(nodes, restMillis),
    nodes: nodes.map((node) => ({ host: node.host, ...questionsTo([node], restMillis) }))
  }
})

const questionsTo = (nodes: ReadonlyArray<TronNode>, restMillis: number): TronQuestions => {
  const first = <A, E>(ask: (node: TronNode) => Effect.Effect<A, E | RpcUnavailable>) =>
    firstAnswer(nodes, restMillis, ask)
  return {
    head: first(questions.head),
    solidHead: first(questions.solidHead),
    block: (number) => first((node) => questions.block(node, number)),
    info: (id) => first((node) => questions.info(node, id)),
    infosOfBlock: (number) => first((node) => questions.infosOfBlock(node, number)),
    isInBlock: (id) => first((node) => questions.isInBlock(node, id)),
    broadcast: (signed) => first((node) => questions.broadcast(node, signed)),
    energyOf: (call) => first((node) => questions.energyOf(node, call)),
    logsOf: (call) => first((node) => questions.logsOf(node, call)),
    account: (address) => first((node) => questions.account(node, address)),
    parameters: first(questions.parameters)
  }
}
