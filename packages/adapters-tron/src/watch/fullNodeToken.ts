import { type Block, BlockUnknown, type Hex, type Log } from "@quittance/adapters-evm"
import { type NodeFailure, type TokenNode, transferTopic } from "@quittance/adapters-evm/parts"
import { Effect, Option } from "effect"
import type { TransactionInfo, TronBlock, TronQuestions } from "../node/TronApi.ts"

/** Blocks that are requested at once. */
const concurrency = 4

/** TRON has no filter over the logs of a block: the one that its nodes return says nothing. */
const noBloom: Hex = `0x${"00".repeat(256)}`

/**
 * A full node's data about the token, read from the outcomes of all transactions of a block. `eth_getLogs` uses an
 * index. A node may lack it for old blocks, and then says that there was nothing. This way needs no index, but is
 * expensive: a block has some hundred transactions.
 */
export const fullNodeToken = (asked: TronQuestions, token: Hex): TokenNode => {
  const blockAt = Effect.fnUntraced(function* (number: number): Effect.fn.Return<Block, NodeFailure> {
    const found = yield* asked.block(number)
    return Option.isSome(found)
      ? blockOf(found.value)
      : yield* new BlockUnknown({ host: "", block: String(number) })
  })

  /**
   * The answer names only the number of its block, so it counts if the node still has the same block there
   * afterwards.
   */
  const logsOf = Effect.fnUntraced(function* (
    block: Block
  ): Effect.fn.Return<ReadonlyArray<Log>, NodeFailure> {
    const infos = yield* asked.infosOfBlock(block.number)
    const { hash } = yield* blockAt(block.number)
    if (hash !== block.hash) return yield* new BlockUnknown({ host: "", block: block.hash })
    return ofToken(infos, block)
  })

  const ofToken = (infos: ReadonlyArray<TransactionInfo>, block: Block): ReadonlyArray<Log> =>
    logsIn(infos, block).filter(({ address, topics }) => address === token && topics[0] === transferTopic)

  const logsOfRange: TokenNode["logsOfRange"] = Effect.fnUntraced(function* (from, to, recipients) {
    const wanted = recipients && new Set(recipients.map((each) => each.slice(2).toLowerCase()))
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    // Ranges are deep, and what they show is proven by receipts. So a block that is replaced between the two requests
    // does no harm, and is not asked for before as well.
    const read = Effect.fnUntraced(function* (number: number) {
      const infos = yield* asked.infosOfBlock(number)
      const block = yield* blockAt(number)
      return { block, logs: ofToken(infos, block) }
    })
    const blocks = yield* Effect.forEach(numbers, read, { concurrency })
    const last = blocks.at(-1)?.block ?? (yield* blockAt(to))
    const logs = blocks.flatMap((each) => each.logs)
    return {
      last,
      logs:
        wanted === undefined ? logs : logs.filter(({ topics: [, , to] }) => wanted.has(to?.slice(-40) ?? ""))
    }
  })

  return { head: Effect.map(asked.head, blockOf), block: blockAt, logsOf, provenLogsOf: logsOf, logsOfRange }
}

const blockOf = ({ id, number, parentId, timestamp }: TronBlock): Block => ({
  ...{ number, timestamp },
  hash: id,
  parentHash: parentId,
  logsBloom: noBloom
})

/** With their places in the block, as JSON-RPC counts them. */
const logsIn = (infos: ReadonlyArray<TransactionInfo>, { hash, number }: Block): ReadonlyArray<Log> => {
  let logIndex = 0
  return infos.flatMap(({ id, logs }, transactionIndex) =>
    logs.map(({ address, data, topics }) => ({
      ...{ address, data, topics, transactionIndex },
      blockNumber: number,
      blockHash: hash,
      transactionHash: id,
      logIndex: logIndex++
    }))
  )
}
