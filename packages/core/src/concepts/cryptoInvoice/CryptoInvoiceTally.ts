import { Option, Schema } from "effect"
import {
  added,
  count,
  flag,
  money,
  optional,
  packed,
  parts,
  type ValueOf
} from "../../kernel/concept/Field.ts"
import { movedBy, type TokenAmount } from "../../kernel/money/TokenAmount.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { amountOfTransfer, type CryptoTransfer } from "./CryptoTransfer.ts"

/**
 * The totals of an invoice's transfers. They are kept with the invoice and change with each transfer, so no decision
 * reads the transfers themselves: anyone can send any number of them.
 */

/** How many transfers in transit have this many confirmations. */
const TransfersInTransit = Schema.Struct({ confirmations: Schema.Int, count: Schema.Int })
export interface TransfersInTransit extends Schema.Schema.Type<typeof TransfersInTransit> {}

/** What sums have beyond whole minor units, as in `TokenAmount`. */
const Rests = Schema.Struct({
  live: Schema.BigInt,
  credited: Schema.BigInt,
  countingLive: Schema.BigInt,
  countingCredited: Schema.BigInt
})
export interface Rests extends Schema.Schema.Type<typeof Rests> {}

const noRests: Rests = { live: 0n, credited: 0n, countingLive: 0n, countingCredited: 0n }

/**
 * Live money is in transit or credited. Counting money was seen within the watch period and can complete the invoice. A
 * sum is of the network's own units, and rounded down once.
 */
export const cryptoInvoiceTally = parts({
  liveMinor: money,
  creditedMinor: money,
  /** The fees charged on credited money. */
  chargedMinor: money,
  countingLiveMinor: money,
  countingCreditedMinor: money,
  /** The part of the live money that was seen after the expiry; each transfer rounded down. */
  lateMinor: money,
  /** None if there are none, as where each transfer was rounded down before it was summed. */
  rests: added(13, optional(packed<Rests>(Rests))),
  /** How many are credited now. None of an invoice that was created before they were counted. */
  creditedCount: added(13, optional(count)),
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
  rests: Option.none(),
  creditedCount: Option.some(0),
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

/**
 * By how much the credited money grows with the credit of a transfer (1), or shrinks with its reversal (-1). The whole
 * is rounded down once, so this may be one minor unit more than the transfer by itself.
 */
export const creditChangeMinor = (
  { creditedMinor, rests }: CryptoInvoiceTally,
  transfer: Pick<CryptoTransfer, "amountMinor" | "rest">,
  sign: 1 | -1
): bigint => {
  const credited = { amountMinor: creditedMinor, rest: restsIn(rests).credited }
  const after = movedBy(credited, amountOfTransfer(transfer), sign).amountMinor
  return sign === 1 ? after - creditedMinor : creditedMinor - after
}

/** How many transfers were recorded, as far as they were counted. */
export const transferCountOf = ({
  creditedCount,
  droppedCount,
  inTransit,
  reversedCount
}: CryptoInvoiceTally): number =>
  inTransit.reduce(
    (sum, { count }) => sum + count,
    Option.getOrElse(creditedCount, () => 0) + droppedCount + reversedCount
  )

/** The figures other than zero, for a sentence. The latest event is not a figure. */
export const figuresIn = ({
  creditedCount,
  droppedCount,
  hasVanished: _,
  inTransit,
  rests,
  reversedCount,
  ...sums
}: CryptoInvoiceTally): string => {
  const credited = Option.getOrElse(creditedCount, () => 0)
  const counted = { ...sums, creditedCount: credited, droppedCount, reversedCount }
  const finer = Option.match(rests, { onNone: () => ({}), onSome: (some) => some })
  return [
    ...Object.entries(counted).flatMap(([name, sum]) => (BigInt(sum) === 0n ? [] : [`${name} ${sum}`])),
    ...Object.entries<bigint>(finer).flatMap(([name, rest]) => (rest === 0n ? [] : [`${name} rest ${rest}`])),
    ...inTransit.map((each) => `${each.count} in transit with ${each.confirmations} confirmations`)
  ].join(", ")
}

const restsIn = (rests: CryptoInvoiceTally["rests"]): Rests => Option.getOrElse(rests, () => noRests)

const restsOf = (rests: Rests): CryptoInvoiceTally["rests"] =>
  Object.values<bigint>(rests).every((rest) => rest === 0n) ? Option.none() : Option.some(rests)

const moved = (
  tally: CryptoInvoiceTally,
  { expiresAt, watchUntil }: Moments,
  transfer: CryptoTransfer,
  sign: 1 | -1
): CryptoInvoiceTally => {
  const { _tag, amountMinor, seenAt } = transfer
  if (_tag === "dropped") return { ...tally, droppedCount: tally.droppedCount + sign }
  if (_tag === "reversed") return { ...tally, reversedCount: tally.reversedCount + sign }
  const amount = amountOfTransfer(transfer)
  const rests = restsIn(tally.rests)
  const summed = (minor: bigint, rest: bigint, isPart: boolean): TokenAmount => {
    const sum = { amountMinor: minor, rest }
    return isPart ? movedBy(sum, amount, sign) : sum
  }
  const [isCredited, isCounting] = [_tag === "credited", seenAt <= watchUntil]
  const live = summed(tally.liveMinor, rests.live, true)
  const countingLive = summed(tally.countingLiveMinor, rests.countingLive, isCounting)
  const credited = summed(tally.creditedMinor, rests.credited, isCredited)
  const countingCredited = summed(
    tally.countingCreditedMinor,
    rests.countingCredited,
    isCredited && isCounting
  )
  return {
    ...tally,
    liveMinor: live.amountMinor,
    creditedMinor: credited.amountMinor,
    countingLiveMinor: countingLive.amountMinor,
    countingCreditedMinor: countingCredited.amountMinor,
    lateMinor: tally.lateMinor + (seenAt >= expiresAt ? BigInt(sign) * amountMinor : 0n),
    rests: restsOf({
      live: live.rest,
      credited: credited.rest,
      countingLive: countingLive.rest,
      countingCredited: countingCredited.rest
    }),
    ...(_tag === "credited"
      ? {
          chargedMinor: tally.chargedMinor + BigInt(sign) * transfer.feeMinor,
          creditedCount: Option.map(tally.creditedCount, (known) => known + sign)
        }
      : { inTransit: recounted(tally.inTransit, transfer.confirmations, sign) })
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
