import type { Hex, Questions, Receipt, Rpc } from "@quittance/adapters-evm"
import { Effect, Option } from "effect"
import type { TransactionInfo, TronApi, TronBlock, TronQuestions } from "../../src/node/TronApi.ts"

/** A node of Ethereum, asked as a full node of TRON is, as far as deposits are read. */
export const apiOfEthereum = (rpc: Rpc["Service"]): TronApi => ({
  ...questionsOf(rpc),
  nodes: rpc.nodes.map((node) => ({ host: node.host, ...questionsOf(node) }))
})

const questionsOf = (asked: Questions): TronQuestions => ({
  ...unasked,
  info: (id) => Effect.map(asked.receipt(id), Option.map(infoOf)),
  head: Effect.map(asked.head("latest"), blockOf),
  solidHead: Effect.map(asked.head("finalized"), blockOf),
  block: (number) => Effect.map(asked.block(number), Option.map(blockOf)),
  infosOfBlock: Effect.fnUntraced(function* (number) {
    const block = yield* asked.block(number)
    if (Option.isNone(block)) return []
    const receipts = yield* Effect.orDie(asked.receiptsOfBlock(block.value.hash))
    return receipts.map(infoOf)
  })
})

const nobodyAsks = () => Effect.die("nobody asks")

const unasked = {
  isInBlock: nobodyAsks,
  broadcast: nobodyAsks,
  energyOf: nobodyAsks,
  logsOf: nobodyAsks,
  account: nobodyAsks,
  parameters: nobodyAsks()
}

const blockOf = ({
  hash,
  number,
  parentHash,
  timestamp
}: {
  readonly hash: Hex
  readonly number: number
  readonly parentHash: Hex
  readonly timestamp: number
}): TronBlock => ({ number, id: hash, parentId: parentHash, timestamp })

const infoOf = ({ blockNumber, gasUsed, logs, status, to, transactionHash }: Receipt): TransactionInfo => ({
  id: transactionHash,
  blockNumber,
  isSuccess: status === 1,
  result: status === 1 ? "" : "REVERT",
  feeSun: 0n,
  energyUsed: gasUsed,
  contract: to ?? undefined,
  logs
})
