import { Option, Schema } from "effect"
import { count, flag, money, packed, parts, type ValueOf } from "../concept/Field.ts"
import type { Instant } from "../time/Instant.ts"
import type { CryptoTransfer } from "./CryptoTransfer.ts"

/**
 * The totals of an invoice's transfers. They are kept with the invoice and change with each transfer, so no decision
 * and no view reads the transfers themselves: anyone can send any number of them.
 */

/** How many transfers in transit have this many confirmations. */
const TransfersInTransit = Schema.Struct({ confirmations: Schema.Int, count: Schema.Int })
export interface TransfersInTransit extends Schema.Schema.Type<typeof TransfersInTransit> {}

/**
 * Live money is in transit or credited. Counting money was seen within the watch period and can complete the invoice.
 */
export const cryptoInvoiceTally = parts({
  liveMinor: money,
  creditedMinor: money,
  /** The fees charged on credited money. */
  chargedMinor: money,
  countingLiveMinor: money,
  countingCreditedMinor: money,
  /** The part of the live money that was seen after the expiry. */
  lateMinor: money,
  droppedCount: count,
  reversedCount: count,
  /** By confirmations, the fewest first. There are fewer of them than the confirmations that a transfer needs. */
  inTransit: packed<ReadonlyArray<TransfersInTransit>>(Schema.Array(TransfersInTransit), {
    pack: (all) => JSON.stringify(all),
    unpack: (text) => JSON.parse(text)
  }),
  /** The latest event: a transfer that was not credited is gone. */
  hasVanished: flag
})
export interface CryptoInvoiceTally extends ValueOf<typeof cryptoInvoiceTally> {}

export const emptyTally: CryptoInvoiceTally = {
  liveMinor: 0n,
  creditedMinor: 0n,
  chargedMinor: 0n,
  countingLiveMinor: 0n,
  countingCreditedMinor: 0n,
  lateMinor: 0n,
  droppedCount: 0,
  reversedCount: 0,
  inTransit: [],
  hasVanished: false
}

/** The instants of an invoice by which its money counts. */
interface Moments {
  readonly expiresAt: Instant
  readonly watchUntil: Instant
}

/** The same tally when a transfer came, or changed. */
export const tallyAfter = (
  tally: CryptoInvoiceTally,
  moments: Moments,
  before: Option.Option<CryptoTransfer>,
  after: CryptoTransfer
): CryptoInvoiceTally =>
  moved(Option.isNone(before) ? tally : tallyWithout(tally, moments, before.value), moments, after, 1)

export const tallyWithout = (
  tally: CryptoInvoiceTally,
  moments: Moments,
  transfer: CryptoTransfer
): CryptoInvoiceTally => moved(tally, moments, transfer, -1)

/** The figures other than zero, for a sentence. The latest event is not a figure. */
export const figuresIn = ({ hasVanished: _, inTransit, ...sums }: CryptoInvoiceTally): string =>
  [
    ...Object.entries(sums).flatMap(([name, sum]) => (BigInt(sum) === 0n ? [] : [`${name} ${sum}`])),
    ...inTransit.map((each) => `${each.count} in transit with ${each.confirmations} confirmations`)
  ].join(", ")

const moved = (
  tally: CryptoInvoiceTally,
  { expiresAt, watchUntil }: Moments,
  transfer: CryptoTransfer,
  sign: 1 | -1
): CryptoInvoiceTally => {
  const { _tag, amountMinor, seenAt } = transfer
  if (_tag === "dropped") return { ...tally, droppedCount: tally.droppedCount + sign }
  if (_tag === "reversed") return { ...tally, reversedCount: tally.reversedCount + sign }
  const factor = BigInt(sign)
  const minor = factor * amountMinor
  const countingMinor = seenAt <= watchUntil ? minor : 0n
  const live = {
    ...tally,
    liveMinor: tally.liveMinor + minor,
    countingLiveMinor: tally.countingLiveMinor + countingMinor,
    lateMinor: tally.lateMinor + (seenAt >= expiresAt ? minor : 0n)
  }
  if (_tag === "seen") return { ...live, inTransit: recounted(tally.inTransit, transfer.confirmations, sign) }
  return {
    ...live,
    creditedMinor: tally.creditedMinor + minor,
    chargedMinor: tally.chargedMinor + factor * transfer.feeMinor,
    countingCreditedMinor: tally.countingCreditedMinor + countingMinor
  }
}

const recounted = (
  all: ReadonlyArray<TransfersInTransit>,
  confirmations: number,
  change: 1 | -1
): ReadonlyArray<TransfersInTransit> => {
  const known = all.find((each) => each.confirmations === confirmations)?.count ?? 0
  return [
    ...all.filter((each) => each.confirmations !== confirmations),
    ...(known + change === 0 ? [] : [{ confirmations, count: known + change }])
  ].sort((one, other) => one.confirmations - other.confirmations)
}
