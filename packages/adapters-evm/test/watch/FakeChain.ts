import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Hex } from "viem"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import { bloomOf } from "../../src/watch/logsBloom.ts"

export const genesisMillis = 1_700_000_000_000
export const blockMillis = 12_000

export const fakeToken: Hex = `0x${"c0".repeat(20)}`
export const payerAddress: Hex = `0x${"ee".repeat(20)}`

export interface FakeLog {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
}

/** A transaction is known by its name: in another block it has the same hash. */
export interface FakeTransaction {
  readonly name: string
  readonly logs: ReadonlyArray<FakeLog>
}

export interface FakeBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly transactions: ReadonlyArray<FakeTransaction>
}

const hashes = new Map<string, Hex>()

export const hashOfText = (text: string): Hex => {
  const hash = hashes.get(text) ?? (`0x${bytesToHex(keccak_256(utf8ToBytes(text)))}` as const)
  hashes.set(text, hash)
  return hash
}

export const transferLog = (to: string, value: bigint, token: Hex = fakeToken): FakeLog => ({
  address: token,
  topics: [transferTopic, addressTopic(payerAddress), addressTopic(to)],
  data: `0x${value.toString(16).padStart(64, "0")}`
})

/** The blocks of a network, and what is done to them. Equal histories have equal hashes. */
export class FakeChain {
  readonly blocks: Array<FakeBlock> = []
  #branch = 0

  constructor() {
    this.mine()
  }

  get head(): FakeBlock {
    return this.blocks.at(-1) ?? this.mine()
  }

  mine(transactions: ReadonlyArray<FakeTransaction> = []): FakeBlock {
    const number = this.blocks.length
    const parentHash = this.blocks.at(-1)?.hash ?? hashOfText("nothing")
    const content = JSON.stringify([parentHash, number, this.#branch, transactions.map(({ name }) => name)])
    const block = {
      ...{ number, parentHash, transactions, hash: hashOfText(content) },
      timestamp: genesisMillis + number * blockMillis
    }
    this.blocks.push(block)
    return block
  }

  mineMany(count: number): void {
    for (let i = 0; i < count; i++) this.mine()
  }

  /** Takes back the last blocks. Those that are mined now are others. Returns what was in them. */
  fork(depth: number): ReadonlyArray<FakeTransaction> {
    this.#branch += 1
    return this.blocks.splice(this.blocks.length - depth, depth).flatMap(({ transactions }) => transactions)
  }
}

export interface WireLog extends FakeLog {
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: Hex
  readonly logIndex: Hex
}

export const hex = (value: number): Hex => `0x${value.toString(16)}`

export const wireBlock = ({ hash, number, parentHash, timestamp, transactions }: FakeBlock) => ({
  ...{ hash, parentHash, number: hex(number), timestamp: hex(timestamp / 1000) },
  logsBloom: bloomOf(transactions.flatMap(({ logs }) => logs))
})

export const wireLogs = (block: FakeBlock): ReadonlyArray<WireLog> => {
  let logIndex = 0
  return block.transactions.flatMap(({ logs, name }, index) =>
    logs.map((log) => ({
      ...log,
      blockNumber: hex(block.number),
      blockHash: block.hash,
      transactionHash: hashOfText(name),
      transactionIndex: hex(index),
      logIndex: hex(logIndex++)
    }))
  )
}

export const wireReceipts = (block: FakeBlock) =>
  block.transactions.map(({ name }, index) => ({
    transactionHash: hashOfText(name),
    transactionIndex: hex(index),
    blockHash: block.hash,
    blockNumber: hex(block.number),
    from: payerAddress,
    to: fakeToken,
    contractAddress: null,
    status: "0x1",
    gasUsed: "0x5208",
    effectiveGasPrice: "0x1",
    logs: wireLogs(block).filter((log) => log.transactionHash === hashOfText(name))
  }))
