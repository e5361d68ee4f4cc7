import type { Instant, JournalEntryKind, PartnerId, Posting } from "@quittance/core/adapter"
import { millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { Effect } from "effect"
import * as fc from "fast-check"
import { commit, entryOf, newEvent, newFundedPartnerId, newPayout, reserving, start } from "./StoreSamples.ts"

/** What moves the balance of a partner, in samples of every kind. */

/** What is posted, and the kind under which it is listed; none if `available` stays as it was. */
export interface Move {
  readonly entry: JournalEntryKind
  readonly listed: string | undefined
  readonly at: Instant
  readonly amount: bigint
}

const into = (amountMinor: bigint): ReadonlyArray<Posting> => [
  { debit: "deposits", credit: "available", amountMinor }
]
const out = (amountMinor: bigint): ReadonlyArray<Posting> => [
  { debit: "available", credit: "adjustments", amountMinor }
]
const fee = (amountMinor: bigint): ReadonlyArray<Posting> => [
  { debit: "deposits", credit: "invoiceFees", amountMinor }
]
const settled = (amountMinor: bigint): ReadonlyArray<Posting> => [
  { debit: "adjustments", credit: "payoutSettled", amountMinor }
]

/** By the kind of the entry: what it posts of an amount, and how that is listed. */
const kinds = {
  "payout.returned": { listed: "payout.returned", sign: 1n, postings: into },
  "payout.settledLate": { listed: "payout.settled_late", sign: -1n, postings: out },
  "deposit.credited": {
    listed: "crypto.invoice.credited",
    sign: 1n,
    postings: (amount: bigint) => [...into(amount), ...fee(3n)]
  },
  "deposit.reversed": { listed: "crypto.invoice.reversed", sign: -1n, postings: out },
  "transit.credited": { listed: "transit.credited", sign: 1n, postings: into },
  "transit.reversed": { listed: "transit.reversed", sign: -1n, postings: out },
  "balance.adjusted": { listed: "balance.adjusted", sign: -1n, postings: out },
  "payout.settled": { listed: undefined, sign: 0n, postings: settled }
} as const

type Posted = keyof typeof kinds

export const postable = Object.keys(kinds) as ReadonlyArray<Posted>

export interface Life {
  readonly kind: Posted | "payout.reserved" | "fee only"
  readonly at: Instant
  readonly amount: bigint
}

/** Instants of few days, hours, moments and milliseconds, so that many meet. */
export const instants = fc
  .record({ day: fc.nat(3), hour: fc.nat(3), moment: fc.nat(3), milli: fc.nat(4) })
  .map(
    ({ day, hour, milli, moment }) =>
      start + day * millisPerDay + hour * millisPerHour + moment * 7_000 + milli
  )

export const lives: fc.Arbitrary<Life> = fc.record({
  kind: fc.constantFrom<Life["kind"]>("payout.reserved", "fee only", ...postable),
  at: instants,
  amount: fc.bigInt({ min: 1n, max: 9_000_000_000_000n })
})

/** Writes what happened in one commit, and says what of it must be listed. */
export const write = Effect.fnUntraced(function* (partnerId: PartnerId, all: ReadonlyArray<Life>) {
  const payouts = yield* Effect.forEach(
    all.filter(({ kind }) => kind === "payout.reserved"),
    ({ amount, at }) => newPayout(partnerId, { createdAt: at, amountMinor: amount, feeMinor: 7n })
  )
  const parts = yield* Effect.forEach(payouts, (payout) => reserving(payout))
  const entries = all.flatMap(({ amount, at, kind }, index) => {
    if (kind === "payout.reserved") return []
    const subjectId = `subject ${index % 3}`
    const posted =
      kind === "fee only"
        ? { kind: "deposit.credited" as const, postings: fee(amount) }
        : { kind, postings: kinds[kind].postings(amount) }
    return [entryOf(partnerId, posted.postings, { at, kind: posted.kind, limit: "waived", subjectId })]
  })
  yield* commit({
    aggregates: parts.flatMap(({ aggregates }) => aggregates),
    claims: parts.flatMap(({ claims }) => claims),
    entries: [...parts.flatMap((part) => part.entries), ...entries],
    events: [yield* newEvent(partnerId, "sample"), ...parts.flatMap(({ events }) => events)],
    jobs: parts.flatMap(({ jobs }) => jobs)
  })
  return all.flatMap(({ amount, at, kind }): ReadonlyArray<Move> => {
    if (kind === "fee only") return []
    if (kind === "payout.reserved") return [{ entry: kind, listed: kind, at, amount: -amount - 7n }]
    const { listed: name, sign } = kinds[kind]
    return name === undefined ? [] : [{ entry: kind, listed: name, at, amount: sign * amount }]
  })
})

/** All partners get so much first, in the past, so that nothing is refused. */
export const funds = 10n ** 18n

export const newAccount = newFundedPartnerId(funds)
export const funding: Move = {
  entry: "balance.adjusted",
  listed: "balance.adjusted",
  at: start,
  amount: funds
}
