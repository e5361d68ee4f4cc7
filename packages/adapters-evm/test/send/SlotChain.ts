import type { OpenTransaction, SignedForm } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Hex } from "../../src/hex.ts"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { addressTopic, transferCall, transferTopic } from "../../src/tokenCalls.ts"
import { type Answer, type Arrived, fakeNodes, Says } from "../rpc/fakeNodes.ts"
import { type FakeLog, fakeToken, genesisMillis, hashOfText, hex } from "../watch/FakeChain.ts"
import { payoutOrder } from "./Paying.ts"

/** The wallet whose slots are in the blocks, and somebody else. */
export const wallet: Hex = `0x${"a1".repeat(20)}`
export const stranger: Hex = `0x${"b2".repeat(20)}`

export const token = { address: fakeToken, decimals: 6 }

/** A transaction as its signer made it, and what the network made of it. */
export interface Made {
  readonly name: string
  readonly from: Hex
  readonly nonce: number
  readonly to: Hex
  readonly input: Hex
  readonly value: bigint
  readonly status: 0 | 1
  readonly logs: ReadonlyArray<FakeLog>
}

export const movedLog = (from: string, to: string, value: bigint, of: Hex = fakeToken): FakeLog => ({
  address: of,
  topics: [transferTopic, addressTopic(from), addressTopic(to)],
  data: `0x${value.toString(16).padStart(64, "0")}`
})

const otherwise = { from: wallet, to: stranger, input: "0x01", value: 0n, status: 1, logs: [] } as const

/** Something that has nothing to do with the token. */
export const other = (nonce: number, changes: Partial<Made> = {}): Made => ({
  ...{ ...otherwise, nonce, name: `other ${nonce}` },
  ...changes
})

/** The payout of this number, and what the token says of it. */
export const paid = (number: number, nonce: number, changes: Partial<Made> = {}): Made => {
  const { amountMinor, recipient } = payoutOrder(number)
  const input = transferCall(recipient, amountMinor)
  const logs = [movedLog(wallet, recipient, amountMinor)]
  return { ...otherwise, name: `payout ${number}`, nonce, to: fakeToken, input, logs, ...changes }
}

/** What an open slot holds while the network decides. */
export const openSlot = (
  number: number,
  nonce: number,
  names: ReadonlyArray<string>,
  changes: Partial<SignedForm> = {}
): OpenTransaction => ({
  _tag: "sent",
  order: payoutOrder(number),
  wallet,
  nonce,
  updatedAt: 0,
  forms: names.map((name) => ({
    ...{ hash: hashOfText(name), bytes: "0x", isCancel: false, maxFeeWei: 2n, maxTipWei: 1n },
    ...{ at: genesisMillis, expiresAt: 0 },
    ...changes
  }))
})

interface SlotBlock {
  readonly number: number
  readonly hash: Hex
  readonly at: number
  readonly transactions: ReadonlyArray<Made>
}

/** Blocks with the transactions of wallets, which a node in this process shows. */
export class SlotChain {
  readonly blocks: Array<SlotBlock> = []
  /** Every question that a node was asked. */
  readonly asked: Array<Pick<Arrived, "method" | "params">> = []
  /** What a node answers by itself; undefined is answered truly. */
  says: (asked: Arrived) => unknown = () => undefined

  readonly #apartMillis: number

  constructor(apartMillis = 12_000) {
    this.#apartMillis = apartMillis
    this.mine()
  }

  get head(): number {
    return this.blocks.length - 1
  }

  mine(...transactions: ReadonlyArray<Made>): number {
    const number = this.blocks.length
    const hash = hashOfText(`block ${number}`)
    this.blocks.push({ number, hash, transactions, at: genesisMillis + number * this.#apartMillis })
    return number
  }

  mineMany(count: number): void {
    for (let block = 0; block < count; block++) this.mine()
  }

  readonly rpc = Effect.suspend(() => {
    const methods = {
      eth_getBlockByNumber: ([tag, isWhole]: ReadonlyArray<unknown>) =>
        this.#block(String(tag), isWhole === true),
      eth_getTransactionCount: ([account, tag]: ReadonlyArray<unknown>) =>
        this.#count(account as Hex, String(tag)),
      eth_getTransactionByHash: ([hash]: ReadonlyArray<unknown>) => this.#transaction(hash as Hex),
      eth_getTransactionReceipt: ([hash]: ReadonlyArray<unknown>) => this.#receipt(hash as Hex),
      eth_getLogs: ([filter]: ReadonlyArray<unknown>) => this.#logs(filter as LogQuery)
    }
    const answers: Record<string, Answer> = Object.fromEntries(
      Object.entries(methods).map(([method, answer]) => [
        method,
        (arrived: Arrived) => {
          this.asked.push({ method, params: arrived.params })
          const own = this.says(arrived)
          return own === undefined ? answer(arrived.params) : own
        }
      ])
    )
    const { fetch } = fakeNodes({ "one.example": answers })
    return Rpc.make({ urls: ["https://one.example"], chainId: 1, fetch })
  })

  #at(tag: string): SlotBlock | undefined {
    if (tag === "latest" || tag === "pending") return this.blocks.at(-1)
    if (tag === "finalized") return this.blocks.at(-5)
    return this.blocks[Number(tag)]
  }

  #block(tag: string, isWhole: boolean): unknown {
    const block = this.#at(tag)
    if (block === undefined) return null
    return {
      ...{ number: hex(block.number), hash: block.hash, parentHash: hashOfText("parent") },
      ...{ timestamp: hex(block.at / 1000), logsBloom: `0x${"0".repeat(512)}` },
      transactions: isWhole ? block.transactions.map((made) => wireTransaction(made, block)) : []
    }
  }

  #count(account: Hex, tag: string): unknown {
    const last = this.#at(tag)
    if (last === undefined) return new Says(-32000, "header not found")
    const counts = this.blocks
      .slice(0, last.number + 1)
      .flatMap(({ transactions }) => transactions)
      .filter(({ from }) => from === account)
      .map(({ nonce }) => nonce + 1)
    return hex(Math.max(0, ...counts))
  }

  #found(hash: Hex): readonly [Made, SlotBlock] | undefined {
    for (const block of this.blocks)
      for (const made of block.transactions) if (hashOfText(made.name) === hash) return [made, block]
    return undefined
  }

  #transaction(hash: Hex): unknown {
    const [made, block] = this.#found(hash) ?? []
    return made === undefined || block === undefined ? null : wireTransaction(made, block)
  }

  #receipt(hash: Hex): unknown {
    const [made, block] = this.#found(hash) ?? []
    return made === undefined || block === undefined ? null : wireReceipt(made, block)
  }

  #logs({ address, fromBlock, toBlock, topics }: LogQuery): unknown {
    return this.blocks
      .slice(Number(fromBlock), Number(toBlock) + 1)
      .flatMap((block) => block.transactions.flatMap((made) => wireReceipt(made, block).logs))
      .filter(
        (log) =>
          log.address === address && topics.every((topic, at) => topic === null || topic === log.topics[at])
      )
  }
}

interface LogQuery {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex | null>
  readonly fromBlock: Hex
  readonly toBlock: Hex
}

export const gasUsed = 21_000n
export const gasPrice = 3n

const wireTransaction = ({ from, input, name, nonce, to, value }: Made, { hash }: SlotBlock) => ({
  ...{ hash: hashOfText(name), from, to, nonce: hex(nonce) },
  ...{ value: `0x${value.toString(16)}`, input, blockHash: hash }
})

export const wireReceipt = ({ from, logs, name, status, to }: Made, { hash, number }: SlotBlock) => {
  const place = { blockNumber: hex(number), blockHash: hash, transactionHash: hashOfText(name) }
  return {
    ...{ ...place, transactionIndex: "0x0", from, to, contractAddress: null, status: hex(status) },
    ...{ gasUsed: `0x${gasUsed.toString(16)}`, effectiveGasPrice: `0x${gasPrice.toString(16)}` },
    logs: logs.map((log, index) => ({ ...log, ...place, transactionIndex: "0x0", logIndex: hex(index) }))
  }
}
