import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { chargeMinor, quote } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFee.ts"
import { divideHalfEven, type FeePayer, type FeeTerms, feeOn, noFee } from "../../../src/kernel/money/Fee.ts"
import { holds } from "../../holds.ts"
import { feeTerms, minorBelow } from "../../kernel/money/amounts.ts"
import { onePercent, orderOf } from "./invoiceSamples.ts"

const feePayer = fc.constantFrom<FeePayer>("merchant", "payer")
const amount = minorBelow(10n ** 12n).map((minor) => minor + 1n)
const payments = fc.array(
  fc.oneof(minorBelow(10n ** 12n), minorBelow(20n)).map((minor) => minor + 1n),
  {
    minLength: 1,
    maxLength: 12
  }
)

interface Credited {
  readonly amountMinor: bigint
  readonly feeMinor: bigint
}

/** What credits come to. */
const sumsOf = (all: ReadonlyArray<Credited>) => ({
  creditedMinor: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  chargedMinor: all.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)
})

/** Credits payments one after the other. */
const credit = (payer: FeePayer, terms: FeeTerms, invoiced: bigint, all: ReadonlyArray<bigint>) => {
  const order = orderOf(invoiced, payer, terms)
  const credited: Array<Credited> = []
  for (const amountMinor of all) {
    credited.push({ amountMinor, feeMinor: chargeMinor(order, sumsOf(credited), amountMinor) })
  }
  return { order, credited, fees: sumsOf(credited).chargedMinor }
}

describe("the quote of an invoice", () => {
  it("lets the merchant bear the fee: the payer sends the amount", () =>
    assert.deepStrictEqual(quote(1000n, "merchant", onePercent), {
      expectedMinor: 1000n,
      feeMinor: 10n,
      netMinor: 990n
    }))

  it("lets the payer bear the fee: the merchant gets the amount", () =>
    assert.deepStrictEqual(quote(1000n, "payer", onePercent), {
      expectedMinor: 1010n,
      feeMinor: 10n,
      netMinor: 1000n
    }))

  it("never charges the merchant more than the amount", () =>
    assert.deepStrictEqual(quote(5n, "merchant", { ...noFee, fixedMinor: 7n }), {
      expectedMinor: 5n,
      feeMinor: 5n,
      netMinor: 0n
    }))

  it("is made of parts that sum to the whole, none of them negative", () =>
    holds(
      fc.property(amount, feePayer, feeTerms, (minor, payer, terms) => {
        const { expectedMinor, feeMinor, netMinor } = quote(minor, payer, terms)
        assert.strictEqual(expectedMinor, feeMinor + netMinor)
        assert.isTrue(feeMinor >= 0n && netMinor >= 0n)
        assert.strictEqual(payer === "payer" ? netMinor : expectedMinor, minor)
      })
    ))

  it("grows with the amount in every part", () =>
    holds(
      fc.property(amount, amount, feePayer, feeTerms, (minor, more, payer, terms) => {
        const small = quote(minor, payer, terms)
        const large = quote(minor + more, payer, terms)
        assert.isTrue(large.expectedMinor >= small.expectedMinor)
        assert.isTrue(large.feeMinor >= small.feeMinor)
        assert.isTrue(large.netMinor >= small.netMinor)
      })
    ))
})

describe("the fee of payments", () => {
  it("never is negative nor above the payment it is taken from", () =>
    holds(
      fc.property(amount, feePayer, feeTerms, payments, (invoiced, payer, terms, all) => {
        for (const { amountMinor, feeMinor } of credit(payer, terms, invoiced, all).credited) {
          assert.isTrue(feeMinor >= 0n && feeMinor <= amountMinor)
        }
      })
    ))

  it("of any split is the fee of the whole, when the merchant bears it", () =>
    holds(
      fc.property(amount, feeTerms, payments, (invoiced, terms, all) => {
        const total = all.reduce((sum, each) => sum + each, 0n)
        const fee = feeOn(total, terms)
        assert.strictEqual(credit("merchant", terms, invoiced, all).fees, fee < total ? fee : total)
      })
    ))

  it("of any split is the quoted fee in proportion to what arrived, at most all of it, when the payer bears it", () =>
    holds(
      fc.property(amount, feeTerms, payments, (invoiced, terms, all) => {
        const { fees, order } = credit("payer", terms, invoiced, all)
        const total = all.reduce((sum, each) => sum + each, 0n)
        const counted = total < order.expectedMinor ? total : order.expectedMinor
        assert.strictEqual(fees, divideHalfEven(order.feeMinor * counted, order.expectedMinor))
      })
    ))

  it("is the quoted one when exactly the expected amount arrives, in however many parts", () =>
    holds(
      fc.property(amount, feePayer, feeTerms, fc.array(fc.nat(1000)), (invoiced, payer, terms, cuts) => {
        const { expectedMinor, feeMinor, netMinor } = quote(invoiced, payer, terms)
        const parts: Array<bigint> = []
        let left = expectedMinor
        for (const cut of cuts) {
          const part = (left * BigInt(cut)) / 1000n
          if (part > 0n) parts.push(part)
          left -= part
        }
        if (left > 0n) parts.push(left)
        const { credited, fees } = credit(payer, terms, invoiced, parts)
        assert.strictEqual(fees, feeMinor)
        assert.strictEqual(sumsOf(credited).creditedMinor - fees, netMinor)
      })
    ))

  it("takes no percent of what the payer sends beyond the expected amount", () =>
    assert.deepStrictEqual(
      credit("payer", onePercent, 1000n, [1010n, 5000n]).credited.map(({ feeMinor }) => feeMinor),
      [10n, 0n]
    ))

  it("takes a minimum once, from as many payments as it needs", () =>
    assert.deepStrictEqual(
      credit("merchant", { ...onePercent, minMinor: 10n }, 1000n, [4n, 4n, 4n, 988n]).credited.map(
        ({ feeMinor }) => feeMinor
      ),
      [4n, 4n, 2n, 0n]
    ))

  it("stops at the maximum", () =>
    assert.deepStrictEqual(
      credit("merchant", { ...onePercent, maxMinor: Option.some(12n) }, 1000n, [1000n, 1000n]).credited.map(
        ({ feeMinor }) => feeMinor
      ),
      [10n, 2n]
    ))

  it("is nothing when the rest already paid more than its share, after a reversal", () =>
    assert.strictEqual(
      chargeMinor(orderOf(1000n, "merchant", onePercent), { creditedMinor: 100n, chargedMinor: 10n }, 100n),
      0n
    ))
})
