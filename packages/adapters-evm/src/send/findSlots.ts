import { millisPerDay } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import type { Log, Receipt, Transaction } from "../rpc/ChainData.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { addressTopic, transferTopic } from "../tokenCalls.ts"
import { firstBlock } from "../watch/firstBlock.ts"
import { readLogs } from "../watch/readLogs.ts"
import { tokenNode } from "../watch/TokenNode.ts"
import { firstWindow } from "../watch/WindowSize.ts"

/** A transaction that has a slot of a wallet, in a block that is final. */
export interface FoundSlot {
  readonly nonce: number
  readonly transaction: Transaction
  readonly receipt: Receipt
  /** When its block was made. */
  readonly at: number
}

/** Where slots are looked for: in the blocks after the first up to the last, which is final. */
export interface Blocks {
  readonly after: number
  readonly last: number
}

interface Gap extends Blocks {
  readonly nonces: ReadonlyArray<number>
}

/** How many requests are open at once. */
const concurrency = 8

/** How many whole blocks are read between two transactions that are known. It takes some minutes. */
const blocksReadMax = 20_000

/**
 * The transactions in these slots of a wallet, without those that cannot be found. Nodes have no lookup by sender and
 * number. So payouts are found by the token's events for the wallet, and the rest by how many transactions the wallet
 * had made at a block. From nodes that have not kept that, whole blocks are read.
 */
export const findSlots = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  wallet: Hex,
  token: string,
  nonces: ReadonlySet<number>,
  blocks: Blocks
) {
  const address = wallet.toLowerCase()
  const found = new Map<number, FoundSlot>()
  let isReadWhole = false

  /** Accepts a hash only if a final block of the chain has it, from this wallet. */
  const add = Effect.fnUntraced(function* (hash: Hex) {
    const transaction = Option.getOrUndefined(yield* rpc.transaction(hash))
    const receipt = Option.getOrUndefined(yield* rpc.receipt(hash))
    if (transaction?.from !== address || receipt?.from !== address) return
    const { nonce } = transaction
    if (!nonces.has(nonce) || receipt.blockNumber > blocks.last) return
    const block = Option.getOrUndefined(yield* rpc.block(receipt.blockNumber))
    if (block === undefined || block.hash !== receipt.blockHash) return
    found.set(nonce, { nonce, transaction, receipt, at: block.timestamp })
  })

  const readBlock = Effect.fnUntraced(function* (number: number) {
    for (const { from, hash, nonce } of yield* rpc.slotsUsedIn(number))
      if (from === address && nonces.has(nonce) && !found.has(nonce)) yield* add(hash)
  })

  const readAll = Effect.fnUntraced(function* (
    { after, last }: Blocks,
    wanted: ReadonlyArray<number>
  ): Effect.fn.Return<void, RpcUnavailable> {
    const end = Math.min(last, after + blocksReadMax)
    for (let number = after + 1; number <= end; number += concurrency) {
      if (wanted.every((nonce) => found.has(nonce))) return
      const group = Array.from(
        { length: Math.min(concurrency, end - number + 1) },
        (_, index) => number + index
      )
      yield* Effect.forEach(group, readBlock, { concurrency, discard: true })
    }
  })

  const bisect = (range: Blocks, wanted: ReadonlyArray<number>): Effect.Effect<void, RpcUnavailable> =>
    Effect.gen(function* () {
      const { after, last } = range
      if (wanted.length === 0) return
      if (last - after <= 2) return yield* readAll(range, wanted)
      const middle = Math.floor((after + last) / 2)
      const count = yield* Effect.result(rpc.transactionCount(wallet, middle))
      if (count._tag === "Failure") {
        // The state of this block is not kept.
        if (count.failure.kind === "refused") {
          isReadWhole = true
          return yield* readAll(range, wanted)
        }
        return yield* count.failure
      }
      yield* bisect(
        { after, last: middle },
        wanted.filter((nonce) => nonce < count.success)
      )
      yield* bisect(
        { after: middle, last },
        wanted.filter((nonce) => nonce >= count.success)
      )
    })

  /** The slots that are missing, each group with the blocks between those around it. */
  const gaps = (): ReadonlyArray<Gap> => {
    const known = [...found.values()].sort((a, b) => a.nonce - b.nonce)
    const missing = [...nonces].filter((nonce) => !found.has(nonce))
    const groups = Map.groupBy(missing, (nonce) => known.findIndex((each) => each.nonce > nonce))
    return [...groups].map(([index, inGap]) => {
      const before = index === -1 ? known.at(-1) : known[index - 1]
      return {
        nonces: inGap,
        // Both may be in one block.
        after: before === undefined ? blocks.after : before.receipt.blockNumber - 1,
        last: known[index]?.receipt.blockNumber ?? blocks.last
      }
    })
  }

  for (const hash of yield* paymentHashes(rpc, wallet, token, blocks)) yield* add(hash)
  for (const gap of gaps()) yield* bisect(gap, gap.nonces)
  // Some nodes answer for an old block with the state of the newest.
  if (!isReadWhole) for (const gap of gaps()) yield* readAll(gap, gap.nonces)
  return found as ReadonlyMap<number, FoundSlot>
})

/**
 * The blocks that may have a slot and those behind it, if nothing was signed for it before an instant of this server's
 * clock.
 */
export const blocksFrom = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  wallet: Hex,
  token: string,
  nonce: number,
  since: number,
  last: number
): Effect.fn.Return<Blocks, RpcUnavailable> {
  const node = tokenNode(rpc, token as Hex)
  // A day allows for wrong clocks.
  const first = Effect.flatMap(node.block(last), (head) => firstBlock(node, head, since - millisPerDay))
  const after = yield* first.pipe(
    Effect.map(({ number }) => Math.min(number, last - 1)),
    // A longer search is slow, but not wrong.
    Effect.catchTags({ BlockUnknown: () => Effect.succeed(-1), TooMuch: () => Effect.succeed(-1) })
  )
  /** Undefined if no node has kept it. */
  const isUsedAt = (block: number) =>
    rpc.transactionCount(wallet, block).pipe(
      Effect.map((count) => count > nonce),
      Effect.orElseSucceed(() => undefined)
    )
  if (after < 0 || !(yield* isUsedAt(after))) return { after, last }
  // Or the clocks are wrong by more.
  let [unused, used] = [-1, after]
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2)
    const isUsed = yield* isUsedAt(middle)
    if (isUsed === undefined) break
    if (isUsed) used = middle
    else unused = middle
  }
  return { after: unused, last }
})

/** The transactions in which the token moved something out of the wallet. */
const paymentHashes = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  wallet: Hex,
  token: string,
  { after, last }: Blocks
) {
  const filter = { address: token.toLowerCase() as Hex, topics: [transferTopic, addressTopic(wallet)] }
  const hashes = new Set<Hex>()
  const take = (logs: ReadonlyArray<Log>) =>
    Effect.sync(() => {
      for (const { transactionHash } of logs) hashes.add(transactionHash)
    })
  // If some of these logs are missing, the slots are searched for like those of other transactions.
  yield* Effect.ignore(readLogs(rpc, filter, after, last, firstWindow, take))
  return hashes
})
