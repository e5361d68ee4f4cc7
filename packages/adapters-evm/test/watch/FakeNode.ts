import type { Hex } from "viem"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { Says } from "../rpc/fakeNodes.ts"
import {
  type FakeBlock,
  type FakeChain,
  type FakeTransaction,
  hashOfText,
  type WireLog,
  wireBlock,
  wireLogs,
  wireReceipts
} from "./FakeChain.ts"

/** How a log is told: by the hash of its block, by a range of blocks, in the receipts of a block, in its receipt. */
export type Way = "hash" | "range" | "receipts" | "receipt"

interface LogQuery {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex | null | ReadonlyArray<Hex>>
  readonly blockHash?: Hex
  readonly fromBlock?: Hex
  readonly toBlock?: Hex
}

/** A node in this process over a chain that tests change. It answers truly until it is told otherwise. */
export class FakeNode {
  readonly chain: FakeChain
  /** The methods that it was asked, in order. */
  readonly asked: Array<string> = []
  /** How many blocks it has not seen yet. */
  lag = 0
  isDown = false
  /** It takes the question and never answers. */
  isHanging = false
  /** The most blocks and logs of one answer. */
  rangeMax = Number.POSITIVE_INFINITY
  logsMax = Number.POSITIVE_INFINITY
  /** How it refuses more blocks: an error, or a whole response. */
  refusesRange: () => unknown = () => new Says(-32005, "block range is too wide")
  /** Which logs it leaves out of which answers. */
  leavesOut: (log: WireLog, way: Way) => boolean = () => false
  /** Transactions that it adds to a block, in which answers. The hash of the block and its filter stay. */
  invents: (block: FakeBlock, way: Way) => ReadonlyArray<FakeTransaction> = () => []
  /** What it makes of a log, in which answers. */
  bends: (log: WireLog, way: Way) => WireLog = (log) => log
  /** By how many blocks its newest block is ahead of those that it has; they are empty. */
  boasts = 0
  /** Whether logs come twice. */
  isDoubled = false
  /** What it makes of a block. */
  shows: (block: FakeBlock) => FakeBlock = (block) => block

  constructor(chain: FakeChain) {
    this.chain = chain
  }

  get #blocks(): ReadonlyArray<FakeBlock> {
    return this.chain.blocks.slice(0, this.chain.blocks.length - this.lag)
  }

  answer(method: string, [first, second]: ReadonlyArray<unknown>): unknown {
    this.asked.push(method)
    switch (method) {
      case "eth_chainId":
        return "0x1"
      case "eth_getBlockByNumber": {
        const { blocks } = this.chain
        const top = blocks.length - 1 - this.lag
        const number = first === "latest" ? top + this.boasts : Number(first)
        const block = number <= top ? blocks[number] : this.#boasted(blocks[top], number)
        return block === undefined ? null : wireBlock(this.shows(block))
      }
      case "eth_getTransactionReceipt":
        for (const block of this.#blocks.toReversed()) {
          const { transactions } = this.#shown(block, "receipt")
          if (!transactions.some(({ name }) => hashOfText(name) === first)) continue
          const receipts = this.#receiptsOf(this.shows(block), "receipt")
          return receipts.find(({ transactionHash }) => transactionHash === first) ?? null
        }
        return null
      case "eth_getBlockReceipts": {
        const block = this.#byHash(first as Hex)
        if (block === undefined) return null
        return this.#receiptsOf(block, "receipts")
      }
      case "eth_getLogs":
        return this.#logs(first as LogQuery)
      default:
        return new Says(-32601, `the method ${method} does not exist ${second}`)
    }
  }

  /** Without transactions whose logs it leaves out of receipts by their hash. */
  #receiptsOf(block: FakeBlock, way: "receipt" | "receipts") {
    return wireReceipts(this.#shown(block, way)).flatMap((receipt) => {
      const logs = receipt.logs.filter((log) => !this.leavesOut(log, way)).map((log) => this.bends(log, way))
      return way === "receipt" && logs.length === 0 && receipt.logs.length > 0 ? [] : [{ ...receipt, logs }]
    })
  }

  #shown(block: FakeBlock, way: Way): FakeBlock {
    return { ...block, transactions: [...block.transactions, ...this.invents(block, way)] }
  }

  #boasted(top: FakeBlock | undefined, number: number): FakeBlock | undefined {
    if (top === undefined || number > top.number + this.boasts) return undefined
    const hashAt = (at: number) => (at === top.number ? top.hash : hashOfText(`boasted ${at}`))
    return {
      ...{ number, hash: hashAt(number), parentHash: hashAt(number - 1), transactions: [] },
      timestamp: top.timestamp + 1000 * (number - top.number)
    }
  }

  #byHash(hash: Hex): FakeBlock | undefined {
    return this.#blocks.findLast((block) => this.shows(block).hash === hash)
  }

  #logs({ address, blockHash, fromBlock, toBlock, topics }: LogQuery): unknown {
    const way = blockHash === undefined ? "range" : "hash"
    const from = Number(fromBlock)
    const to = Number(toBlock)
    if (way === "range" && to - from >= this.rangeMax) return this.refusesRange()
    const block = blockHash === undefined ? undefined : this.#byHash(blockHash)
    if (way === "hash" && block === undefined) return new Says(-32000, "unknown block")
    const blocks = block === undefined ? this.#blocks.slice(from, to + 1) : [block]
    const logs = blocks
      .flatMap((each) => wireLogs(this.#shown(this.shows(each), way)))
      .map((log) => this.bends(log, way))
      .filter(
        (log) =>
          log.address === address &&
          topics.every((topic, i) => topic === null || [topic].flat().includes(log.topics[i] ?? "0x")) &&
          !this.leavesOut(log, way)
      )
    if (logs.length > this.logsMax)
      return new Says(-32005, `query returned more than ${this.logsMax} results`)
    return this.isDoubled ? [...logs, ...logs] : logs
  }
}

interface Question {
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** Nodes by host. */
export const fetchFrom =
  (nodes: Record<string, FakeNode>): Fetch =>
  async (url, { body, signal }) => {
    const node = nodes[new URL(url).host]
    if (node === undefined || node.isDown) throw new TypeError("fetch failed")
    if (node.isHanging)
      await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
    const asked: Question | ReadonlyArray<Question> = JSON.parse(String(body))
    const wire = [asked].flat().map(async ({ id, method, params }) => {
      const answer = await node.answer(method, params)
      if (answer instanceof Response) return answer
      return answer instanceof Says
        ? { jsonrpc: "2.0", id, error: { ...answer } }
        : { jsonrpc: "2.0", id, result: answer }
    })
    const answers = await Promise.all(wire)
    const whole = answers.find((answer) => answer instanceof Response)
    return whole ?? Response.json(Array.isArray(asked) ? answers : answers[0])
  }
