import type { Block } from "./Block.ts"
import { type Hex, hexOf, quantity } from "./bytes.ts"
import { callConstant } from "./constantCall.ts"
import { addressOf, checkLatest, hashOf, invalid, numberOf, RpcError } from "./jsonRpcQuestions.ts"
import { type LogQuestion, logs, logsOf } from "./logAnswers.ts"
import type { Found, TronNode } from "./TronNode.ts"
import type { Transaction } from "./transaction.ts"

export interface RpcRequest {
  readonly id?: unknown
  readonly method: string
  readonly params?: ReadonlyArray<unknown>
}

const zeros = (bytes: number): Hex => `0x${"00".repeat(bytes)}`

/** `Wallet.getByJsonBlockId` */
const blockOf = (node: TronNode, tag: unknown): Block | undefined => {
  switch (String(tag).toLowerCase()) {
    case "earliest":
      return node.chain.at(0)
    case "latest":
      return node.head
    case "finalized":
      return node.solid
    case "pending":
      throw invalid("TAG pending not supported")
    default:
      return node.block(numberOf(tag))
  }
}

const ownerOf = ({ contract }: Transaction): Hex => contract?.owner ?? zeros(20)

const recipientOf = ({ contract }: Transaction): Hex | null => {
  switch (contract?.type) {
    case "TransferContract":
      return contract.to
    case "TriggerSmartContract":
      return contract.contract
    default:
      return null
  }
}

const feeLimits = (node: TronNode, block: Block): bigint =>
  node.minedIn(block).reduce((sum, { transaction }) => sum + transaction.feeLimit, 0n)

const energies = (node: TronNode, block: Block): bigint =>
  node.minedIn(block).reduce((sum, { outcome }) => sum + outcome.energyTotal, 0n)

/** `BlockResult`: its bloom filter is empty, whatever logs the block has, and its time is in seconds. */
const shownBlock = (node: TronNode, block: Block | undefined, isFull: unknown) =>
  block === undefined
    ? null
    : {
        ...{ number: quantity(block.number), hash: block.id, parentHash: block.parentId, nonce: zeros(8) },
        ...{ sha3Uncles: zeros(32), logsBloom: zeros(256), transactionsRoot: hexOf(block.txTrieRoot) },
        ...{ stateRoot: "0x", receiptsRoot: zeros(32), difficulty: "0x0", totalDifficulty: "0x0" },
        ...{ miner: block.number === 0 ? zeros(20) : block.witnessAddress, extraData: "0x", size: "0x100" },
        ...{
          timestamp: quantity(Math.floor(block.timestamp / 1000)),
          gasLimit: quantity(feeLimits(node, block))
        },
        ...{ gasUsed: quantity(energies(node, block)), uncles: [], baseFeePerGas: "0x0", mixHash: zeros(32) },
        transactions: node
          .minedIn(block)
          .map((mined, index) =>
            isFull === true ? shownTransaction(node, { ...mined, block, index }) : mined.transaction.id
          )
      }

/** `TransactionResult` */
const shownTransaction = (node: TronNode, { block, index, outcome, transaction }: Found) => ({
  ...unmined(transaction),
  ...{ blockHash: block.id, blockNumber: quantity(block.number), transactionIndex: quantity(index) },
  ...{ gas: quantity(outcome.energyTotal), gasPrice: quantity(energyPrice(node)) }
})

const unmined = (transaction: Transaction) => {
  const { contract, id, signatures } = transaction
  const signature = signatures[0] ?? new Uint8Array(65)
  const v = signature[64] ?? 0
  return {
    ...{ hash: id, nonce: zeros(8), blockHash: "0x", blockNumber: "0x", transactionIndex: "0x" },
    ...{ from: ownerOf(transaction), to: recipientOf(transaction), gas: "0x0", gasPrice: "0x", type: "0x0" },
    value: quantity(contract?.type === "TransferContract" ? contract.amount : (contract?.callValue ?? 0n)),
    input: contract?.type === "TriggerSmartContract" ? contract.data : "0x",
    v: `0x${(v < 27 ? v + 27 : v).toString(16)}`,
    ...{ r: hexOf(signature.slice(0, 32)), s: hexOf(signature.slice(32, 64)) }
  }
}

const energyPrice = (node: TronNode): bigint => node.pending.state.parameters.energyPrice

/** `TransactionReceipt` */
const receipt = (node: TronNode, found: Found | undefined) => {
  if (found === undefined) return null
  const { block, index, outcome, transaction } = found
  const until = block.mined.slice(0, index + 1)
  const isCreation = transaction.contract?.type === "CreateSmartContract"
  return {
    ...{ blockHash: block.id, blockNumber: quantity(block.number), transactionIndex: quantity(index) },
    ...{ transactionHash: transaction.id, from: ownerOf(transaction), to: recipientOf(transaction) },
    cumulativeGasUsed: quantity(until.reduce((sum, each) => sum + each.outcome.energyTotal, 0n)),
    ...{ effectiveGasPrice: quantity(energyPrice(node)), gasUsed: quantity(outcome.energyTotal) },
    contractAddress: isCreation ? outcome.contract : null,
    logs: logsOf(node, block).filter(({ transactionHash }) => transactionHash === transaction.id),
    ...{ logsBloom: zeros(256), status: outcome.result === "SUCCESS" ? "0x1" : "0x0", type: "0x0" }
  }
}

interface CallQuestion {
  readonly from?: unknown
  readonly to?: unknown
  readonly data?: unknown
  readonly value?: unknown
}

const call = (node: TronNode, { data, from, to, value }: CallQuestion) => {
  const called = callConstant(node.pending.state, {
    ...{ owner: addressOf(from ?? zeros(20)), to: addressOf(to), callValue: BigInt(String(value ?? 0)) },
    data: `0x${String(data ?? "").replace(/^0x/, "")}`
  })
  if (called.ends === "refused")
    throw called.code === "CONTRACT_VALIDATE_ERROR"
      ? new RpcError(-32600, called.message)
      : new RpcError(-32000, called.message.replace(/^class \S+ : /, ""))
  if (called.ends === "REVERT") throw new RpcError(-32000, `REVERT opcode executed${reasonIn(called.answer)}`)
  return called
}

/** The reason in `Error(string)`. */
const reasonIn = (answer: Hex): string => {
  if (!answer.startsWith("0x08c379a0")) return ""
  const length = Number(`0x${answer.slice(74, 138)}`)
  return `: ${Buffer.from(answer.slice(138, 138 + 2 * length), "hex").toString()}`
}

/** The last four bytes of the id of the first block (`TronJsonRpcImpl.ethChainId`). */
const chainId = (node: TronNode): Hex => `0x${node.chain.at(0).id.slice(-8)}`

const result = (node: TronNode, method: string, [first, second]: ReadonlyArray<unknown>): unknown => {
  switch (method) {
    case "eth_chainId":
    case "net_version":
      return chainId(node)
    case "web3_clientVersion":
      return "TRON/v4.8.0/Linux/Java1.8"
    case "eth_blockNumber":
      return quantity(node.head.number)
    case "eth_getBlockByNumber":
      return shownBlock(node, blockOf(node, first), second)
    case "eth_getBlockByHash":
      return shownBlock(node, node.blockWithId(hashOf(first)), second)
    case "eth_getLogs":
      return logs(node, first as LogQuestion)
    case "eth_getTransactionReceipt":
      return receipt(node, node.found(hashOf(first)))
    case "eth_getTransactionByHash": {
      const id = hashOf(first)
      const found = node.found(id)
      if (found !== undefined) return shownTransaction(node, found)
      const waits = node.pending.transactions.find((each) => each.id === id)
      return waits === undefined ? null : unmined(waits)
    }
    case "eth_call":
      checkLatest(second)
      return call(node, first as CallQuestion).answer
    case "eth_estimateGas":
      return quantity(call(node, first as CallQuestion).total)
    case "eth_getCode":
      checkLatest(second)
      return node.pending.state.contracts.get(addressOf(first))?.code ?? "0x"
    case "eth_getBalance":
      checkLatest(second)
      return quantity(node.pending.state.accounts.get(addressOf(first))?.balance ?? 0n)
    case "eth_gasPrice":
      return quantity(energyPrice(node))
    case "eth_syncing":
      return false
    case "eth_getTransactionCount":
    case "eth_sendRawTransaction":
    case "eth_sendTransaction":
      throw new RpcError(-32601, `the method ${method} does not exist/is not available`)
    default:
      throw new RpcError(-32601, "method not found")
  }
}

/** What a node answers at `/jsonrpc`, always with status 200. */
export const answerRpc = (node: TronNode, { id = null, method, params = [] }: RpcRequest): unknown => {
  try {
    return { jsonrpc: "2.0", id, result: result(node, method, params) }
  } catch (failure) {
    if (!(failure instanceof RpcError)) throw failure
    return { jsonrpc: "2.0", id, error: { code: failure.code, message: failure.message, data: "{}" } }
  }
}
