import type { Block } from "./Block.ts"
import { quantity } from "./bytes.ts"
import { addressOf, hashOf, invalid, numberOf, RpcError } from "./jsonRpcQuestions.ts"
import type { TronNode } from "./TronNode.ts"

/** All logs of a block, in its order; the position counts within the block. */
export const logsOf = (node: TronNode, block: Block) => {
  let position = 0
  return node.minedIn(block).flatMap(({ outcome, transaction }, index) =>
    outcome.logs.map(({ address, data, topics }) => ({
      ...{
        logIndex: quantity(position++),
        transactionIndex: quantity(index),
        transactionHash: transaction.id
      },
      ...{ blockHash: block.id, blockNumber: quantity(block.number), address, data, topics, removed: false }
    }))
  )
}

export interface LogQuestion {
  readonly address?: unknown
  readonly topics?: ReadonlyArray<unknown>
  readonly blockHash?: unknown
  readonly fromBlock?: unknown
  readonly toBlock?: unknown
}

/** `LogFilterWrapper` and `LogMatch` */
export const logs = (
  node: TronNode,
  { address, blockHash, fromBlock, toBlock, topics = [] }: LogQuestion
) => {
  if (topics.length > 4) throw invalid("topics size should be <= 4")
  const addresses = address === undefined || address === null ? undefined : [address].flat().map(addressOf)
  const [from, to] =
    blockHash === undefined || blockHash === null
      ? range(node, fromBlock, toBlock)
      : hashed(node, blockHash, fromBlock ?? toBlock)
  const found = Array.from(
    { length: Math.max(0, Math.min(to, node.head.number) - from + 1) },
    (_, i) => from + i
  )
    .filter((number) => number >= node.oldestLogs)
    .flatMap((number) => logsOf(node, node.chain.at(number)))
    .filter(
      (log) =>
        (addresses?.includes(log.address) ?? true) &&
        topics.every((topic, i) => topic === null || [topic].flat().includes(log.topics[i]))
    )
  if (found.length > logsMax) throw new RpcError(-32005, `query returned more than ${logsMax} results`)
  return found
}

/** `LogBlockQuery.MAX_RESULT` */
const logsMax = 10_000

const hashed = (node: TronNode, hash: unknown, bound: unknown): readonly [number, number] => {
  if (bound !== undefined && bound !== null)
    throw invalid("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
  const block = node.blockWithId(hashOf(hash))
  if (block === undefined) throw invalid("invalid blockHash")
  return [block.number, block.number]
}

const range = (node: TronNode, fromBlock: unknown, toBlock: unknown): readonly [number, number] => {
  const head = node.head.number
  const end =
    toBlock === undefined || toBlock === null
      ? Number.POSITIVE_INFINITY
      : bound(node, toBlock, Number.POSITIVE_INFINITY)
  const start =
    fromBlock === undefined || fromBlock === null ? Math.min(end, head) : bound(node, fromBlock, head)
  if (start > end) throw invalid("please verify: fromBlock <= toBlock")
  if (node.rangeMax > 0 && Math.min(end, head) - start > node.rangeMax)
    throw invalid(`exceed max block range: ${node.rangeMax}`)
  return [start, end]
}

/** `JsonRpcApiUtil.getByJsonBlockId`: the newest block is no number yet. */
const bound = (node: TronNode, tag: unknown, latest: number): number => {
  switch (String(tag).toLowerCase()) {
    case "latest":
      return latest
    case "earliest":
      return 0
    case "finalized":
      return node.solid.number
    case "pending":
      throw invalid("TAG pending not supported")
    default:
      return numberOf(tag)
  }
}
