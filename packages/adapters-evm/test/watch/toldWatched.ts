import type { FoundTransfer } from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import type { Hex } from "../../src/hex.ts"
import { BlockUnknown, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import type { TokenNode } from "../../src/watch/TokenNode.ts"
import type { ShownReceipt, WatchedNetwork, WatchedNode } from "../../src/watch/WatchedNetwork.ts"
import { fakeToken, hashOfText, payerAddress, transferLog } from "./FakeChain.ts"
import { depositOf } from "./watching.ts"

/** Nodes that say of one block and one transfer in it what a test tells them to say. */

export const confirmations = 25
export const blockNumber = 100
export const blockHash = hashOfText("block")
export const txHash = hashOfText("paid")

export const found = (changes: Partial<FoundTransfer> = {}): FoundTransfer => ({
  ...{ address: depositOf(0), amountMinor: 7n, blockHash, blockNumber, position: 0, seenAt: 0 },
  ...{ sender: payerAddress, txHash, value: "7", askedFor: 2, shownBy: [] },
  ...changes
})

export type Shown = ShownReceipt["logs"][number]

export const log = (changes: Partial<Shown> = {}): Shown => ({
  ...transferLog(depositOf(0), 7n),
  ...{ transactionHash: txHash, logIndex: 0 },
  ...changes
})

export const receipt = (changes: Partial<ShownReceipt> = {}): ShownReceipt => ({
  ...{ blockHash, isSuccess: true, logs: [log()] },
  ...changes
})

export interface Says {
  /** None by default. */
  readonly receipt?: ShownReceipt
  readonly isSilent?: boolean
  /** Undefined if it does not say. */
  readonly head?: number | undefined
  /** What distinguishes its branch. */
  readonly branch?: string
  /** What distinguishes the parents of its blocks. */
  readonly parents?: string
  /** Of the block of the transfer; undefined if it does not say. */
  readonly hash?: Hex | undefined
  readonly logs?: ReadonlyArray<Shown>
}

export const silence = new RpcUnavailable({
  host: "",
  method: "",
  kind: "timeout",
  reason: "it does not answer"
})

export const toldNode = (host: string, says: Says = {}): WatchedNode & { readonly asked: Array<string> } => {
  const { branch, isSilent = false, logs = [], parents = "parent" } = says
  const head = "head" in says ? says.head : 999
  const hash = "hash" in says ? says.hash : blockHash
  const asked: Array<string> = []
  const blockAt = (number: number) => ({
    ...{ number, timestamp: 0, logsBloom: "0x" as const, parentHash: hashOfText(parents) },
    hash: branch === undefined ? (hash ?? "0x") : hashOfText(`${branch} ${number}`)
  })
  const node: TokenNode = {
    head: Effect.suspend(() => {
      asked.push("head")
      return head === undefined ? Effect.fail(silence) : Effect.succeed(blockAt(head))
    }),
    block: (number) =>
      Effect.suspend(() => {
        asked.push(`block ${number}`)
        return hash === undefined
          ? Effect.fail(new BlockUnknown({ host, block: String(number) }))
          : Effect.succeed(blockAt(number))
      }),
    logsOf: () =>
      Effect.succeed(logs.map((each) => ({ ...each, blockNumber, blockHash, transactionIndex: 0 }))),
    provenLogsOf: () => Effect.fail(silence),
    logsOfRange: () => Effect.fail(silence)
  }
  return {
    ...{ asked, host, node, compared: node },
    receipts: (hashes) =>
      Effect.sync(() => {
        asked.push(...hashes.map((each) => `receipt ${each}`))
        return hashes.map((each) =>
          isSilent
            ? Result.fail(silence)
            : Result.succeed(Option.fromUndefinedOr(each === txHash ? says.receipt : undefined))
        )
      })
  }
}

export const networkOf = (nodes: ReadonlyArray<WatchedNode>): WatchedNetwork => ({
  ...{ name: "ethereum", spelling: evmSpelling, nodes, agreeing: 2, confirmations, decimals: 6 },
  ...{ token: `0x${fakeToken.slice(2).toUpperCase()}`, pollMillis: 1_000, other: undefined },
  node: nodes[0]?.node as TokenNode
})
