import * as fc from "fast-check"
import type { CryptoInvoiceCommand } from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import type { FeePayer } from "../../../src/kernel/money/Fee.ts"
import { restScale } from "../../../src/kernel/money/TokenAmount.ts"
import { feeTerms } from "../../kernel/money/amounts.ts"
import { expiresAt, issuedAt, orderOf, watchUntil } from "./invoiceSamples.ts"

/** Commands after the issue. */
export type LaterCommand = Exclude<CryptoInvoiceCommand, { readonly _tag: "Issue" }>

const moments = [issuedAt + 1, issuedAt + 2, expiresAt, watchUntil]
const instant = fc.oneof(
  fc
    .tuple(fc.constantFrom(...moments), fc.integer({ min: -1, max: 2 }))
    .map(([moment, off]) => Math.max(moment + off, issuedAt)),
  fc.integer({ min: issuedAt, max: watchUntil + 1000 })
)

const txHash = fc.constantFrom("a", "b", "c", "d")
const amountMinor = fc.oneof(
  fc.constantFrom(0n, 1n, 400n, 600n, 999n, 1000n, 1010n, 1500n),
  fc.bigInt({ min: 0n, max: 3000n })
)

/** Of a token with more decimals: nothing, halves and thirds of a minor unit, and as little as there can be. */
const rest = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0n) },
  { weight: 2, arbitrary: fc.constantFrom(1n, restScale / 3n, restScale / 2n, restScale - 1n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: restScale - 1n }) }
)

/** What may happen to an invoice, at an instant. `heardLate`: a transfer is told of long after it was seen. */
const happening = (heardLate: boolean): fc.Arbitrary<LaterCommand> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({
          txHash,
          amountMinor,
          rest,
          confirmations: fc.nat(4),
          at: instant,
          lag: heardLate ? fc.option(fc.constantFrom(1, 2, expiresAt - issuedAt)) : fc.constant(null)
        })
        .map(({ at, lag, ...seen }): LaterCommand => {
          const seenAt = Math.max(issuedAt, at - (lag ?? 0))
          return { _tag: "Observe", transfer: { ...seen, logIndex: 0, seenAt }, at }
        })
    },
    {
      weight: 3,
      arbitrary: fc.record({ _tag: fc.constant("Drop"), txHash, logIndex: fc.constant(0), at: instant })
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Expire"), at: instant }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Cancel"), at: instant }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Redact"), at: instant }) }
  )

/** Any history in the order of time. */
export const histories = ({ heardLate }: { readonly heardLate: boolean }) =>
  fc
    .array(happening(heardLate), { maxLength: 25 })
    .map((commands) => commands.toSorted((one, other) => one.at - other.at))

/** An invoice of 1000 under any terms; the fee stays in proportion, so that expected amounts are in reach. */
export const orders = fc
  .tuple(
    fc.constantFrom<FeePayer>("merchant", "payer"),
    feeTerms,
    fc.bigInt({ min: 0n, max: 50n }),
    fc.constantFrom(0n, 0n, 1n, 10n, 400n, 2000n)
  )
  .map(([payer, terms, fixedMinor, toleranceMinor]) =>
    orderOf(1000n, payer, { ...terms, fixedMinor, minMinor: fixedMinor }, toleranceMinor)
  )
