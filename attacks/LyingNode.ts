import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { AnvilNode } from "@quittance/testing/chain"

/** Tells that an address got so many units of a token, in the newest block. */
export interface InventedTransfer {
  readonly token: string
  readonly to: string
  readonly value: bigint
  /** Once, or in every answer about logs; or in receipts too. */
  readonly insists: "once" | "in logs" | "in receipts"
}

interface Question {
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

interface Block {
  readonly hash: string
  readonly number: string
}

type Log = Readonly<Record<string, unknown>>

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const word = (value: bigint): string => value.toString(16).padStart(64, "0")

/** A node that passes what a true one answers, and adds or hides transfers. */
export class LyingNode {
  hidesTo: string | undefined
  #invented: { readonly transfer: InventedTransfer; readonly block: Block } | undefined
  #liedTimes = 0
  readonly #node: AnvilNode
  readonly #server: Server

  private constructor(node: AnvilNode) {
    this.#node = node
    this.#server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        void this.#answered(JSON.parse(Buffer.concat(chunks).toString())).then((answer) =>
          response.setHeader("content-type", "application/json").end(JSON.stringify(answer))
        )
      })
    })
  }

  static async start(node: AnvilNode): Promise<LyingNode> {
    const lying = new LyingNode(node)
    await new Promise<void>((resolve) => lying.#server.listen(0, "127.0.0.1", resolve))
    return lying
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get liedTimes(): number {
    return this.#liedTimes
  }

  async invent(transfer: InventedTransfer): Promise<void> {
    const block = (await this.#node.rpc("eth_getBlockByNumber", ["latest", false])) as Block
    this.#invented = { transfer, block }
  }

  beHonest(): void {
    this.#invented = undefined
    this.hidesTo = undefined
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answered(asked: Question | ReadonlyArray<Question>): Promise<unknown> {
    if (!Array.isArray(asked)) return this.#answer(asked as Question)
    return Promise.all((asked as ReadonlyArray<Question>).map((each) => this.#answer(each)))
  }

  async #answer({ id, method, params }: Question): Promise<object> {
    try {
      const result = await this.#node.rpc(method, params)
      return { jsonrpc: "2.0", id, result: this.#bent(method, params, result) }
    } catch (error) {
      return { jsonrpc: "2.0", id, error: { code: -32_000, message: String(error) } }
    }
  }

  #bent(method: string, params: ReadonlyArray<unknown>, result: unknown): unknown {
    if (method === "eth_getLogs") return this.#logs(params[0] as Readonly<Record<string, string>>, result)
    if (method === "eth_getTransactionReceipt") return this.#receipt(String(params[0]), result)
    return result
  }

  #logs(filter: Readonly<Record<string, string>>, result: unknown): ReadonlyArray<Log> {
    const logs = (result as ReadonlyArray<Log>).filter((log) => !this.#isHidden(log))
    if (this.#invented === undefined) return logs
    const { block, transfer } = this.#invented
    const isAbout =
      filter.blockHash === block.hash ||
      (filter.fromBlock !== undefined &&
        Number(filter.fromBlock) <= Number(block.number) &&
        Number(block.number) <= Number(filter.toBlock))
    if (!isAbout || (transfer.insists === "once" && this.#liedTimes > 0)) return logs
    this.#liedTimes += 1
    return [...logs, this.#log()]
  }

  #receipt(hash: string, result: unknown): unknown {
    const log = this.#invented?.transfer.insists === "in receipts" ? this.#log() : undefined
    if (log === undefined || hash !== log.transactionHash) {
      const receipt = result as { readonly logs: ReadonlyArray<Log> } | null
      return receipt && { ...receipt, logs: receipt.logs.filter((each) => !this.#isHidden(each)) }
    }
    const { address, blockHash, blockNumber, transactionHash, transactionIndex } = log
    return {
      ...{ blockHash, blockNumber, transactionHash, transactionIndex, from: address, to: address },
      ...{ status: "0x1", gasUsed: "0x1", effectiveGasPrice: "0x1", logs: [log] }
    }
  }

  #log(): Log {
    if (this.#invented === undefined) throw new Error("nothing was invented")
    const { block, transfer } = this.#invented
    return {
      address: transfer.token.toLowerCase(),
      topics: [
        transferTopic,
        `0x${word(0xeen)}`,
        `0x${transfer.to.slice(2).toLowerCase().padStart(64, "0")}`
      ],
      data: `0x${word(transfer.value)}`,
      ...{ blockHash: block.hash, blockNumber: block.number, transactionIndex: "0x63", logIndex: "0x63" },
      transactionHash: `0x${"ab".repeat(32)}`
    }
  }

  #isHidden({ topics }: Log): boolean {
    const to = this.hidesTo?.slice(2).toLowerCase()
    return to !== undefined && String((topics as ReadonlyArray<string>)[2]).endsWith(to)
  }
}
