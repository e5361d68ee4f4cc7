import { Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import type { Block, Log } from "../rpc/ChainData.ts"
import type { RangeLogs } from "../rpc/questions.ts"
import type { Questions } from "../rpc/Rpc.ts"
import { BlockUnknown, type RpcUnavailable, type TooMuch } from "../rpc/RpcFailure.ts"
import { addressTopic, transferTopic } from "../tokenCalls.ts"
import { bloomMayHave, bloomOf } from "./logsBloom.ts"

/** Why a request about blocks got no answer. Each reason may pass. */
export type NodeFailure = BlockUnknown | RpcUnavailable | TooMuch

/** Some nodes refuse a topic filter of more addresses. */
const filteredAddressesMax = 1_000

/** What a node says about one token. */
export interface TokenNode {
  readonly head: Effect.Effect<Block, NodeFailure>
  readonly block: (number: number) => Effect.Effect<Block, NodeFailure>
  /** The token's Transfer logs in a block. */
  readonly logsOf: (block: Block) => Effect.Effect<ReadonlyArray<Log>, NodeFailure>
  /** The same out of the receipts of all its transactions, which the filter of the block proves complete. */
  readonly provenLogsOf: (block: Block) => Effect.Effect<ReadonlyArray<Log>, NodeFailure>
  /** Those in a range of blocks, to these recipients or to all. */
  readonly logsOfRange: (
    from: number,
    to: number,
    recipients: ReadonlyArray<Hex> | undefined
  ) => Effect.Effect<RangeLogs, NodeFailure>
}

export const tokenNode = (asked: Questions, token: Hex): TokenNode => {
  const address = token.toLowerCase() as Hex
  const filter = { address, topics: [transferTopic] }

  const block = Effect.fnUntraced(function* (number: number) {
    const found = yield* asked.block(number)
    return Option.isSome(found) ? found.value : yield* new BlockUnknown({ host: "", block: String(number) })
  })

  const provenLogsOf = Effect.fnUntraced(function* (block: Block) {
    const logs = (yield* asked.receiptsOfBlock(block.hash)).flatMap((receipt) => receipt.logs)
    if (bloomOf(logs) !== block.logsBloom)
      return yield* new BlockUnknown({ host: "", block: `${block.hash} (its receipts are not complete)` })
    return logs.filter((log) => log.address === address && log.topics[0] === transferTopic)
  })

  const logsOf = Effect.fnUntraced(function* (block: Block) {
    const logs = yield* asked.logsOfBlock(block.hash, filter)
    // Nodes that have not indexed a block yet answer that it has no logs.
    const isDoubtful = logs.length === 0 && bloomMayHave(block.logsBloom, [address, transferTopic])
    return isDoubtful ? yield* provenLogsOf(block) : logs
  })

  const logsOfRange: TokenNode["logsOfRange"] = Effect.fnUntraced(function* (from, to, recipients) {
    if (recipients === undefined) return yield* asked.logsOfRange(from, to, filter)
    // No address in a filter means all.
    if (recipients.length === 0) return { logs: [], last: yield* block(to) }
    const logs: Array<Log> = []
    let start = 0
    while (true) {
      const part = recipients.slice(start, start + filteredAddressesMax).map(addressTopic)
      const answer = yield* asked.logsOfRange(from, to, { address, topics: [transferTopic, null, part] })
      for (const log of answer.logs) logs.push(log)
      start += filteredAddressesMax
      if (start >= recipients.length) return { logs, last: answer.last }
    }
  })

  return {
    head: asked.head("latest"),
    block,
    logsOf,
    provenLogsOf,
    logsOfRange
  }
}
