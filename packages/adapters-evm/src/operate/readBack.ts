import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainJournal,
  type ChainWallet,
  ChainWallets,
  type ReadSlot,
  type StateReader
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { ChainRefused, type ReadBack } from "../ChainOperators.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { BlockUnknown, RpcUnavailable, TooMuch } from "../rpc/RpcFailure.ts"
import { finalBlockNumber } from "../send/settleSlots.ts"
import { recentHours, withSpent } from "../send/spending.ts"
import type { Deed } from "./Deed.ts"
import { payoutsOf, unsignedPayouts } from "./unsignedPayouts.ts"

/** How many slots are recorded in one commit. */
const recordedAtOnceMax = 50

/** The transactions of a wallet that the journal lacks, as far as they were found. */
export interface Found {
  readonly wallet: ChainWallet
  /** In the order of their slots, which follow the wallet's next number without a gap. */
  readonly deeds: ReadonlyArray<Deed>
  /** What is not known yet, or cannot be found, each in a sentence. */
  readonly open: ReadonlyArray<string>
}

/** What a wallet did without the journal's knowledge, up to a final block. */
export type Forgotten = (
  wallet: ChainWallet,
  finalBlock: number
) => Effect.Effect<
  Found,
  BlockUnknown | RpcUnavailable | StoreUnavailable | TooMuch,
  ChainJournal | ChainWallets | StateReader
>

/**
 * Reads what wallets did without the journal's knowledge, as far as it is final, and matches it to payouts without a
 * slot. `import` records it: from then on such a payout counts as made, and is never signed again.
 */
export const readBack = Effect.fnUntraced(function* (
  { finality, name, rpc }: Pick<LiveNetwork, "finality" | "name" | "rpc">,
  forgotten: Forgotten,
  purpose: "compare" | "import"
) {
  const wallets = yield* ChainWallets
  const finalBlock = yield* finalBlockNumber(rpc, finality)
  const found = yield* Effect.forEach(yield* wallets.wallets(name), (wallet) => forgotten(wallet, finalBlock))
  const deeds = found.flatMap((each) => each.deeds)
  const payouts = deeds.length === 0 ? new Map() : payoutsOf(deeds, yield* unsignedPayouts(name))
  const slotOf = (deed: Deed): ReadSlot => {
    const { at, nonce, order, outcome } = deed
    const payout = payouts.get(deed)
    // A transaction that was not queued yet counts from its block.
    return { nonce, outcome, order, payout: payout && { ...payout, createdAt: at } }
  }
  if (purpose === "import") for (const { deeds, wallet } of found) yield* record(wallet, deeds, slotOf)
  return {
    open: found.flatMap(({ open }) => open),
    transactions: deeds.map((deed): ReadBack => {
      const { did, nonce, order, outcome, wallet } = deed
      return {
        wallet,
        nonce,
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

/** Each commit ends with a slot of the network, so an interruption leaves a consistent journal. */
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
    for (const { at, isPayment, order } of some)
      if (isPayment) spent = recentHours(withSpent(spent, order.amountMinor, at), now)
    const { address, partnerId } = wallet
    if ((yield* wallets.importSlots(partnerId, address, some.map(slotOf), spent)) === undefined)
      return yield* new ChainRefused({
        reason: `another process recorded transactions of wallet ${address} meanwhile: reconcile again`
      })
  }
})
