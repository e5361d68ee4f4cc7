import type { Place } from "@quittance/core/adapter"
import { refuse } from "../refuse.ts"
import type { CamtDetail } from "./CamtDetail.ts"

export interface Moved {
  readonly amountMinor: bigint
  readonly direction: "credit" | "debit"
}

export interface CamtPayment extends Moved {
  readonly detail: CamtDetail
}

const signed = ({ amountMinor, direction }: Moved): bigint =>
  direction === "credit" ? amountMinor : -amountMinor

/**
 * The payments of an entry with the amounts that moved the account; undefined where the file does not tell them apart:
 * it has none, not all of them, or not their amounts. Payments whose sum is not the entry refuse the file, unless what
 * banks took of them makes the difference. What arrived is then what counts, not what was sent.
 */
export const camtPayments = (
  entry: Moved & { readonly place: Place; readonly count: number | undefined },
  details: ReadonlyArray<CamtDetail>
): ReadonlyArray<CamtPayment> | undefined => {
  if (details.length === 0 || (entry.count !== undefined && entry.count !== details.length)) return undefined
  const [only] = details
  if (only !== undefined && details.length === 1 && only.amountMinor === undefined)
    return only.direction === undefined || only.direction === entry.direction
      ? [{ detail: only, amountMinor: entry.amountMinor, direction: entry.direction }]
      : undefined
  const gross = amountsOf(entry, details, ({ amountMinor }) => amountMinor)
  if (gross === undefined) return undefined
  const rest = signed(entry) - sumOf(gross)
  if (rest === 0n) return gross
  // Banks of some countries write in each payment the direction that it had for its payer.
  const sizes = gross.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (sizes === entry.amountMinor && gross.every(({ direction }) => direction !== entry.direction))
    return undefined
  const net = amountsOf(entry, details, ({ amountMinor, chargesMinor }) =>
    amountMinor === undefined ? undefined : amountMinor - chargesMinor
  )
  if (net !== undefined && sumOf(net) === signed(entry) && net.every(({ amountMinor }) => amountMinor >= 0n))
    return net
  const sum = sumOf(gross)
  return refuse(
    entry.place,
    `the payments of the entry sum to ${said(sum < 0n ? -sum : sum)}, and the entry is ${said(entry.amountMinor)}`
  )
}

const amountsOf = (
  entry: Moved,
  details: ReadonlyArray<CamtDetail>,
  amountOf: (detail: CamtDetail) => bigint | undefined
): ReadonlyArray<CamtPayment> | undefined => {
  const payments = details.flatMap((detail) => {
    const amountMinor = amountOf(detail)
    return amountMinor === undefined
      ? []
      : [{ detail, amountMinor, direction: detail.direction ?? entry.direction }]
  })
  return payments.length === details.length ? payments : undefined
}

const sumOf = (payments: ReadonlyArray<Moved>): bigint =>
  payments.reduce((sum, payment) => sum + signed(payment), 0n)

const said = (minor: bigint): string => String(minor).padStart(3, "0").replace(/..$/, ".$&")
