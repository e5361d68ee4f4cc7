import { BroadcastRefused, type CallReverted, type Hex, type RpcUnavailable } from "@quittance/adapters-evm"
import { jsonRpcHead } from "@quittance/adapters-evm/parts"
import { Effect, Option, Schema } from "effect"
import { rawData, readSigned, transactionId } from "../encode/TronTransaction.ts"
import { broadcastFailure, energyIn, infoOf, resourcesOf } from "./answerMeanings.ts"
import type { ChainParameters, EnergyCall, TransactionInfo, TronAccount, TronBlock } from "./TronApi.ts"
import type { TronNode } from "./TronNode.ts"
import {
  AccountAnswer,
  BlockAnswer,
  BroadcastAnswer,
  ConstantAnswer,
  InfoAnswer,
  orNull,
  ParametersAnswer,
  ResourceAnswer,
  TransactionAnswer
} from "./tronData.ts"

type Asked<A, E = never> = Effect.Effect<A, E | RpcUnavailable>

/** Hex in the form of the HTTP API. */
const bare = (hex: Hex): string => hex.slice(2).toLowerCase()

const bareAddress = (hex: Hex): string => `41${bare(hex)}`

const blockIn = ({ blockID, block_header }: BlockAnswer): TronBlock => {
  const { number, parentHash, timestamp } = block_header.raw_data
  return { number, id: blockID, parentId: parentHash, timestamp }
}

/** A block's id begins with its number. */
const isWhole = ({ blockID, block_header }: BlockAnswer): boolean =>
  BigInt(blockID.slice(0, 18)) === BigInt(block_header.raw_data.number)

export const head = (node: TronNode): Asked<TronBlock> =>
  Effect.map(
    node.askWallet({ method: "getnowblock", parameters: {}, answer: BlockAnswer, fits: isWhole }),
    blockIn
  )

const blockAnswer = (node: TronNode, number: number) =>
  node.askWallet({
    method: "getblockbynum",
    parameters: { num: number },
    answer: orNull(BlockAnswer),
    fits: (answer) => answer === null || (isWhole(answer) && answer.block_header.raw_data.number === number)
  })

export const block = (node: TronNode, number: number): Asked<Option.Option<TronBlock>> =>
  Effect.map(blockAnswer(node, number), (answer) => Option.map(Option.fromNullOr(answer), blockIn))

/** The JSON-RPC knows which block it is, and has its time in seconds only. */
export const solidHead = Effect.fnUntraced(function* (
  node: TronNode
): Effect.fn.Return<TronBlock, RpcUnavailable> {
  const { hash, number } = yield* jsonRpcHead(node, "finalized")
  const found = yield* block(node, number)
  if (Option.isSome(found) && found.value.id === hash) return found.value
  return yield* node.failure("getblockbynum", "malformed", `it does not have its own solid block ${number}`)
})

export const info = (node: TronNode, id: Hex): Asked<Option.Option<TransactionInfo>> =>
  Effect.map(
    node.askWallet({
      method: "gettransactioninfobyid",
      parameters: { value: bare(id) },
      answer: orNull(InfoAnswer),
      fits: (answer) => answer === null || answer.id === id.toLowerCase()
    }),
    (answer) => Option.map(Option.fromNullOr(answer), infoOf)
  )

/** By its header: a node may have forgotten the block's content. */
const isEmpty = ({ block_header: { raw_data }, transactions }: typeof BlockAnswer.Type): boolean =>
  transactions.length === 0 && /^0x0*$/.test(raw_data.txTrieRoot)

/**
 * A node that keeps no outcomes, or has not kept them from the beginning, says that there are none. So for a block
 * without outcomes, the block itself is read.
 */
export const infosOfBlock = Effect.fnUntraced(function* (
  node: TronNode,
  number: number
): Effect.fn.Return<ReadonlyArray<TransactionInfo>, RpcUnavailable> {
  const method = "gettransactioninfobyblocknum"
  const answer = yield* node.askWallet({
    method,
    parameters: { num: number },
    answer: orNull(Schema.Array(InfoAnswer)),
    fits: (answer) =>
      answer === null ||
      (answer.every(({ blockNumber }) => blockNumber === number) &&
        new Set(answer.map(({ id }) => id)).size === answer.length)
  })
  if (answer !== null && answer.length > 0) return answer.map(infoOf)
  const found = yield* blockAnswer(node, number)
  if (found !== null && !isEmpty(found))
    return yield* node.failure(
      method,
      "refused",
      `it does not keep the outcomes of the transactions of block ${number}`
    )
  return []
})

const hasTransaction = (node: TronNode, method: string, id: Hex): Asked<boolean> =>
  Effect.map(
    node.askWallet({
      method,
      parameters: { value: bare(id) },
      answer: orNull(TransactionAnswer),
      fits: (answer) => answer === null || answer.txID === id.toLowerCase()
    }),
    (answer) => answer !== null
  )

/**
 * A node shows waiting transactions in the same form as those in blocks. A transaction that gets into a block between
 * the two requests counts as in the block.
 */
export const isInBlock = Effect.fnUntraced(function* (
  node: TronNode,
  id: Hex
): Effect.fn.Return<boolean, RpcUnavailable> {
  if (!(yield* hasTransaction(node, "gettransactionbyid", id))) return false
  return !(yield* hasTransaction(node, "gettransactionfrompending", id))
})

/** Only transactions written by this adapter are ever passed on. */
export const broadcast = Effect.fnUntraced(function* (
  node: TronNode,
  signed: Hex
): Effect.fn.Return<void, BroadcastRefused | RpcUnavailable> {
  const { host } = node
  const read = readSigned(signed)
  if (read === undefined)
    return yield* new BroadcastRefused({
      host,
      kind: "other",
      reason: "it is not a transaction of this adapter"
    })
  const id = transactionId(rawData(read.transaction))
  const answer: BroadcastAnswer = yield* node.askWallet({
    method: "broadcasthex",
    parameters: { transaction: bare(signed) },
    answer: BroadcastAnswer,
    fits: ({ result, txid }) => txid === id || (txid === undefined && !result)
  })
  const failure = broadcastFailure(host, answer)
  if (failure !== undefined) return yield* failure
})

const constantCall = "triggerconstantcontract"

/** What a call needs and answers, without a transaction. */
const simulated = Effect.fnUntraced(function* (
  node: TronNode,
  { contract, data, owner }: EnergyCall
): Effect.fn.Return<
  { readonly energy: bigint; readonly logs: TransactionInfo["logs"] },
  CallReverted | RpcUnavailable
> {
  const answer = yield* node.askWallet({
    method: constantCall,
    parameters: {
      owner_address: bareAddress(owner),
      contract_address: bareAddress(contract),
      data: bare(data)
    },
    answer: ConstantAnswer
  })
  const energy = energyIn(node.host, answer)
  return typeof energy === "bigint" ? { energy, logs: answer.logs } : yield* energy
})

export const energyOf = Effect.fnUntraced(function* (
  node: TronNode,
  call: EnergyCall
): Effect.fn.Return<bigint, CallReverted | RpcUnavailable> {
  const { energy } = yield* simulated(node, call)
  // Every call to a contract takes some.
  return energy > 0n
    ? energy
    : yield* node.failure(constantCall, "malformed", "it does not say how much energy")
})

export const logsOf = (node: TronNode, call: EnergyCall) =>
  Effect.map(simulated(node, call), ({ logs }) => logs)

const noResources: Pick<TronAccount, "bandwidthLeft" | "energyLeft"> = { energyLeft: 0n, bandwidthLeft: 0n }

export const account = Effect.fnUntraced(function* (
  node: TronNode,
  address: Hex
): Effect.fn.Return<TronAccount, RpcUnavailable> {
  const parameters = { address: bareAddress(address) }
  const found = yield* node.askWallet({
    method: "getaccount",
    parameters,
    answer: orNull(AccountAnswer),
    fits: (answer) => answer === null || answer.address === address.toLowerCase()
  })
  if (found === null) return { isActivated: false, balanceSun: 0n, ...noResources }
  const resources = yield* node.askWallet({
    method: "getaccountresource",
    parameters,
    answer: ResourceAnswer
  })
  return { isActivated: true, balanceSun: found.balance, ...resourcesOf(resources) }
})

export const parameters = Effect.fnUntraced(function* (
  node: TronNode
): Effect.fn.Return<ChainParameters, RpcUnavailable> {
  const method = "getchainparameters"
  const { chainParameter } = yield* node.askWallet({ method, parameters: {}, answer: ParametersAnswer })
  const values = new Map(chainParameter.map(({ key, value }) => [key, value]))
  const valueOf = Effect.fnUntraced(function* (key: string) {
    const value = values.get(key)
    const isAmount = typeof value === "bigint" || Number.isSafeInteger(value)
    return isAmount && value !== undefined && value > 0
      ? BigInt(value)
      : yield* node.failure(method, "malformed", `it does not say what ${key} is`)
  })
  return {
    energyPriceSun: yield* valueOf("getEnergyFee"),
    bandwidthPriceSun: yield* valueOf("getTransactionFee"),
    maxFeeLimitSun: yield* valueOf("getMaxFeeLimit")
  }
})
