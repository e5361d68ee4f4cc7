import { type ChainWallet, chainTransaction, StateReader } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { type Blocks, blocksFrom, findSlots } from "../send/findSlots.ts"
import type { Deed } from "./Deed.ts"
import { deedOf } from "./deedOf.ts"
import type { Found } from "./readBack.ts"

/** Finds the slots of a wallet that the journal did not give away. */
export const forgottenSlots = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  wallet: ChainWallet,
  finalBlock: number
) {
  const { nextNonce } = wallet
  const address = wallet.address as Hex
  const made = yield* madeBy(rpc, address)
  if (made <= nextNonce) return { wallet, deeds: [], open: [] } satisfies Found
  const final = yield* rpc.transactionCount(address, finalBlock)
  const nonces = Array.from({ length: Math.max(0, final - nextNonce) }, (_, index) => nextNonce + index)
  const slots =
    nonces.length === 0
      ? new Map()
      : yield* findSlots(
          rpc,
          address,
          network.token.address,
          new Set(nonces),
          yield* blocksAfter(network, rpc, wallet, finalBlock)
        )
  const deeds: Array<Deed> = []
  const open: Array<string> = []
  for (const nonce of nonces) {
    const slot = slots.get(nonce)
    if (slot === undefined) {
      open.push(
        `no node says which transaction has slot ${nonce} of wallet ${address}, and nothing after it is read back: add a node that keeps the state of old blocks to rpcUrls`
      )
      break
    }
    deeds.push(deedOf(network, address, slot))
  }
  const waiting = made - Math.max(final, nextNonce)
  if (waiting > 0)
    open.push(
      `wallet ${address} has ${waiting === 1 ? "a transaction" : `${waiting} transactions`} on ${network.name} that this store does not know and that ${waiting === 1 ? "is" : "are"} not final yet: reconcile again later`
    )
  return { wallet, deeds, open } satisfies Found
})

/** How many transactions a wallet has made as far as any node knows, including those that no block contains yet. */
const madeBy = Effect.fnUntraced(function* (rpc: Rpc["Service"], wallet: Hex) {
  const counts = [yield* rpc.transactionCount(wallet, "latest")]
  for (const node of rpc.nodes)
    counts.push(yield* Effect.orElseSucceed(node.transactionCount(wallet, "pending"), () => 0))
  return Math.max(...counts)
})

/**
 * The blocks that may contain the wallet's next slot: not before its last one, nor before the journal gave that away.
 */
const blocksAfter = Effect.fnUntraced(function* (
  { name, token }: EvmNetwork,
  rpc: Rpc["Service"],
  { address, nextNonce, updatedAt }: ChainWallet,
  finalBlock: number
) {
  const states = yield* StateReader
  const [last] = yield* Stream.runCollect(
    Stream.take(
      Stream.filter(
        states.all(chainTransaction),
        (each) =>
          each.order.partnerId === name &&
          "blockNumber" in each &&
          each.wallet === address &&
          each.nonce === nextNonce - 1
      ),
      1
    )
  )
  return last !== undefined && "blockNumber" in last
    ? ({ after: last.blockNumber - 1, last: finalBlock } satisfies Blocks)
    : yield* blocksFrom(rpc, address as Hex, token.address, nextNonce, updatedAt, finalBlock)
})
