import { chainTransaction, type ChainWallet, ChainWallets, type ReadSlot, StateReader } from "@quittance/core"
import { Clock, Effect, Stream } from "effect"
import { ChainRefused, type ReadBack } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { type Blocks, blocksFrom, findSlots } from "../send/findSlots.ts"
import { finalBlockNumber } from "../send/settleSlots.ts"
import { recentHours, withSpent } from "../send/spending.ts"
import { type Deed, deedOf } from "./deedOf.ts"
import { payoutsOf, unsignedPayouts } from "./unsignedPayouts.ts"

/** How many slots are recorded in one commit. */
const recordedAtOnceMax = 50

/** What was found of the transactions that the journal lacks. */
interface Found {
  readonly wallet: ChainWallet
  /** In the order of their slots, which follow the wallet's next number without a gap. */
  readonly deeds: ReadonlyArray<Deed>
  /** What is not known yet, or cannot be found, each in a sentence. */
  readonly open: ReadonlyArray<string>
}

/**
 * Reads what wallets did and the journal does not know, as far as it is final, and matches it to the payouts that have no
 * slot. `import` records it: from then on such a payout counts as made, and is never signed again.
 */
export const readBack = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  purpose: "compare" | "import"
) {
  const wallets = yield* ChainWallets
  const { name } = network
  const finalBlock = yield* finalBlockNumber(rpc, network.finality)
  const found = yield* Effect.forEach(yield* wallets.wallets(name), (wallet) =>
    forgottenBy(network, rpc, wallet, finalBlock)
  )
  const deeds = found.flatMap((each) => each.deeds)
  const payouts = deeds.length === 0 ? new Map() : payoutsOf(deeds, yield* unsignedPayouts(name))
  const slotOf = (deed: Deed): ReadSlot => {
    const { order, outcome, slot } = deed
    const payout = payouts.get(deed)
    // One that was not queued yet counts from its block.
    return { nonce: slot.nonce, outcome, order, payout: payout && { ...payout, createdAt: slot.at } }
  }
  if (purpose === "import") for (const { deeds, wallet } of found) yield* record(wallet, deeds, slotOf)
  return {
    open: found.flatMap(({ open }) => open),
    transactions: deeds.map((deed): ReadBack => {
      const { did, order, outcome, slot, wallet } = deed
      return {
        wallet,
        nonce: slot.nonce,
        txHash: outcome.hash,
        blockNumber: outcome.blockNumber,
        did,
        recipient: order.recipient,
        amountMinor: order.amountMinor,
        payoutId: payouts.get(deed)?.payoutId ?? ""
      }
    })
  }
})

const forgottenBy = Effect.fnUntraced(function* (
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
        `no node says which transaction has slot ${nonce} of wallet ${address}, and nothing is read back from there on: add a node that keeps the state of old blocks to rpcUrls`
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

/** How many transactions a wallet has made as far as any node knows, with those that no block contains yet. */
const madeBy = Effect.fnUntraced(function* (rpc: Rpc["Service"], wallet: Hex) {
  const counts = [yield* rpc.transactionCount(wallet, "latest")]
  for (const node of rpc.nodes)
    counts.push(yield* Effect.orElseSucceed(node.transactionCount(wallet, "pending"), () => 0))
  return Math.max(...counts)
})

/** The blocks that may contain the wallet's next slot: not before its last one, nor before the journal gave that away. */
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

/** Each commit ends in a slot of the network, so whatever stops this leaves a journal that says what it knows. */
const record = Effect.fnUntraced(function* (
  wallet: ChainWallet,
  deeds: ReadonlyArray<Deed>,
  slotOf: (deed: Deed) => ReadSlot
) {
  const wallets = yield* ChainWallets
  const now = yield* Clock.currentTimeMillis
  let spent = recentHours(wallet.spent, now)
  for (let start = 0; start < deeds.length; start += recordedAtOnceMax) {
    const some = deeds.slice(start, start + recordedAtOnceMax)
    for (const { isPayment, order, slot } of some)
      if (isPayment) spent = recentHours(withSpent(spent, order.amountMinor, slot.at), now)
    const { address, partnerId } = wallet
    if ((yield* wallets.importSlots(partnerId, address, some.map(slotOf), spent)) === undefined)
      return yield* new ChainRefused({
        reason: `another process has recorded transactions of wallet ${address} meanwhile: reconcile again`
      })
  }
})
