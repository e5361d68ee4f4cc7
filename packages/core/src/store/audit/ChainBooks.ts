import { Clock, Effect, Option, Stream } from "effect"
import { chainSetup, chainSetupId } from "../../concepts/chain/ChainCursor.ts"
import {
  chainTransaction,
  type RecordedTransaction,
  type SettledTransaction
} from "../../concepts/chain/ChainTransaction.ts"
import {
  type ChainTransfer,
  chainTransfer,
  chainTransferId,
  isAgreed
} from "../../concepts/chain/ChainTransfer.ts"
import { addressClaimKey, chainClaims } from "../../concepts/chain/chainNames.ts"
import { cryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { cryptoTransfer } from "../../concepts/cryptoInvoice/CryptoTransfer.ts"
import { payout, payoutStatus, type RecordedPayout } from "../../concepts/payout/PayoutRecord.ts"
import { transitDeposit } from "../../concepts/transit/TransitDeposit.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { formatMinor } from "../../kernel/money/Money.ts"
import type { Claim } from "../../kernel/ports/Claim.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { type Instant, millisPerHour } from "../../kernel/time/Instant.ts"
import { AuditReader } from "../AuditReader.ts"
import { creditOf } from "./creditOf.ts"
import { networkFaults } from "./networkFaults.ts"

/** How far the rest of the store may be behind the journal. */
const underWayMillis = millisPerHour

/**
 * The result for something in the journal, with a difference in one sentence. What is under way must be compared
 * again.
 */
export type Compared =
  | { readonly _tag: "Agrees" | "UnderWay" }
  | { readonly _tag: "Differs"; readonly difference: string }

const agrees: Compared = { _tag: "Agrees" }
const underWay: Compared = { _tag: "UnderWay" }
const differs = (difference: string): Compared => ({ _tag: "Differs", difference })

/**
 * Compares the journal of a network with the rest of the store: payouts, the transfers of invoices and the deposits
 * of wallets.
 */
export const makeChainBooks = Effect.gen(function* () {
  const states = yield* StateReader
  const claims = yield* ClaimReader
  const audits = yield* AuditReader

  const isRecent = (at: Instant) => Effect.map(Clock.currentTimeMillis, (now) => at > now - underWayMillis)

  /** An outcome must be that of its payout. */
  const ofTransaction = Effect.fnUntraced(function* ({ _tag, hash, order, settledAt }: SettledTransaction) {
    const { amountMinor, id, payoutId, payoutPartnerId, recipient } = order
    if (order.purpose !== "payout" || payoutId === "") return agrees
    const what = `transaction ${hash} of payout ${payoutId} is ${_tag}`
    const found = yield* states.get(payout, payoutPartnerId, payoutId)
    if (Option.isNone(found)) return differs(`${what}, and there is no such payout`)
    const { state } = found.value
    const status = payoutStatus(state)
    if (status === "PENDING")
      return (yield* isRecent(settledAt)) ? underWay : differs(`${what}, and the payout is still ${status}`)
    if (hasPaid(_tag) !== isPaid(state)) return differs(`${what}, and the payout is ${status}`)
    const { address, amountMinor: owedMinor, reference } = state.order
    return reference === id && address === recipient && owedMinor === amountMinor
      ? agrees
      : differs(
          `${what}, with ${usdt(amountMinor)} to ${recipient} as ${id}; the payout has ${usdt(owedMinor)} to ${address} as ${reference}`
        )
  })

  /** How deep a transfer to an invoice must be to be credited; undefined if nothing waits for it any more. */
  const depthOf = Effect.fnUntraced(function* (
    { ownerId, partnerId }: Pick<Claim, "ownerId" | "partnerId">,
    { amountMinor, seenAt }: ChainTransfer
  ) {
    const invoice = yield* states.get(cryptoInvoice, partnerId, ownerId)
    // A wallet waits for ever, and records immediately what it sees; less than a minor unit it does not credit.
    if (Option.isNone(invoice)) return amountMinor === 0n ? undefined : 0
    const { requiredConfirmations, watchUntil } = invoice.value.state.order
    return seenAt > watchUntil ? undefined : requiredConfirmations
  })

  /** A transfer that counts is credited, and no other. `top` is the block up to which the network is compared. */
  const ofTransfer = Effect.fnUntraced(function* (transfer: ChainTransfer, top: number) {
    const { address, amountMinor, blockNumber, isDropped, partnerId: network, txHash, updatedAt } = transfer
    const what = `transfer ${txHash} of ${usdt(amountMinor)} to ${address}`
    const claim = yield* claims.find(chainClaims.depositAddress, "", addressClaimKey(network, address))
    const owner = Option.getOrElse(claim, () => nobody)
    const credit = yield* creditOf(states, claims, owner.partnerId, transfer)
    if (credit !== undefined && credit.amountMinor !== amountMinor)
      return differs(`${what} is recorded as one of ${usdt(credit.amountMinor)}`)
    const isCredited = credit?._tag === "credited"
    if (isCredited === !isDropped) return agrees
    if (yield* isRecent(updatedAt)) return underWay
    if (isDropped) return differs(`${what} is gone from ${network}, and it is credited`)
    if (!isAgreed(transfer)) return differs(`${what} waits: ${whyItWaits(transfer)}`)
    const isDeposit = credit !== undefined && "requiredConfirmations" in credit.order
    const depth = isDeposit ? credit.order.requiredConfirmations : yield* depthOf(owner, transfer)
    if (depth === undefined) return agrees
    return top - blockNumber + 1 < depth ? underWay : differs(`${what} is credited to nobody`)
  })

  /** Payouts and credits on the network, since the store began with it, that are not in its journal. */
  const beyondJournal = (network: string) =>
    Stream.unwrap(
      Effect.map(states.get(chainSetup, network, chainSetupId(network)), (setup) => {
        // Older ones had another provider.
        const since = Option.match(setup, {
          onNone: () => Number.POSITIVE_INFINITY,
          onSome: ({ state }) => state.createdAt
        })
        const payouts = states.all(payout).pipe(
          Stream.filter(({ order }) => order.network === network && order.createdAt >= since),
          Stream.filter((each) => payoutStatus(each) === "COMPLETED"),
          Stream.mapEffect(({ order: { id, reference } }) =>
            Effect.map(states.get(chainTransaction, network, reference), (found) =>
              Option.exists(found, ({ state }) => hasPaid(state._tag))
                ? undefined
                : `payout ${id} is COMPLETED, and no transaction of ${network} has paid it`
            )
          )
        )
        const credits = Stream.concat(states.all(cryptoTransfer), states.all(transitDeposit)).pipe(
          Stream.filter(
            ({ _tag, order, seenAt }) => _tag === "credited" && order.network === network && seenAt >= since
          ),
          Stream.mapEffect(({ order: { logIndex, txHash } }) =>
            Effect.map(
              states.get(chainTransfer, network, chainTransferId(network, txHash, logIndex)),
              (found) =>
                Option.isSome(found)
                  ? undefined
                  : `transfer ${txHash} is credited, and the journal of ${network} does not have it`
            )
          )
        )
        return Stream.concat(payouts, credits)
      })
    )

  return {
    ofTransaction,
    ofTransfer,
    beyondJournal,
    /** The ledger's entries for all of it. */
    ofLedger: (network: string) => networkFaults(audits, network)
  }
})

const whyItWaits = ({ askedFor, shownBy }: ChainTransfer): string => {
  const hosts = Option.getOrElse(shownBy, () => [])
  return Option.match(askedFor, {
    onNone: () => "an earlier version recorded it, and no node has been asked for its receipt yet",
    onSome: (count) =>
      `${hosts.length} of the ${count} nodes that must agree have shown its receipt${hosts.length === 0 ? "" : ` (${hosts.join(", ")})`}`
  })
}

/** Of an address that was never given out. */
const nobody = { ownerId: "", partnerId: "" }

/** A transaction that was read back and matched to a payout has paid it too. */
const hasPaid = (tag: RecordedTransaction["_tag"]): boolean => tag === "completed" || tag === "assumed"

const isPaid = (state: RecordedPayout): boolean =>
  payoutStatus(state) === "COMPLETED" || ("settledLateAt" in state && Option.isSome(state.settledLateAt))

const usdt = (minor: bigint): string => `${formatMinor(minor, "USDT")} USDT`
