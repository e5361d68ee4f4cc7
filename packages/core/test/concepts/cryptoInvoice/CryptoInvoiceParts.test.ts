import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { paidMinor, remainingMinor } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import type { CryptoInvoiceOrder } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { exceptionOf } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
import { type FeePayer, noFee } from "../../../src/kernel/money/Fee.ts"
import { movedBy, restScale, tokenAmount } from "../../../src/kernel/money/TokenAmount.ts"
import { holds } from "../../holds.ts"
import { feeTerms } from "../../kernel/money/amounts.ts"
import { issuedAt, orderOf, requiredConfirmations } from "./invoiceSamples.ts"
import { Life } from "./Life.ts"

/** Payments of a token with 18 decimals: an invoice of 1000 minor units, paid in any parts. */

const decimals = 18
const unit = 10n ** 12n

const orders = fc
  .record({
    feePayer: fc.constantFrom<FeePayer>("merchant", "payer"),
    terms: feeTerms,
    toleranceMinor: fc.constantFrom(0n, 1n, 50n)
  })
  .map(({ feePayer, terms, toleranceMinor }) => orderOf(1000n, feePayer, terms, toleranceMinor))

/** A little less and a little more than is expected, and anything. */
const totals = ({ expectedMinor }: CryptoInvoiceOrder) =>
  fc.oneof(
    fc.bigInt({ min: -60n, max: 2n }).map((off) => (expectedMinor + off) * unit),
    fc.bigInt({ min: -2n, max: 2n }).map((off) => expectedMinor * unit + off),
    fc.bigInt({ min: 1n, max: 3000n * unit })
  )

/** Cuts a value at these places, none of which leaves nothing. */
const partsOf = (value: bigint, cuts: ReadonlyArray<bigint>): ReadonlyArray<bigint> => {
  const places = [...new Set(cuts.map((cut) => cut % value))].filter((place) => place > 0n)
  const sorted = [0n, ...places.sort((one, other) => (one < other ? -1 : 1)), value]
  return sorted.slice(1).map((place, index) => place - (sorted[index] ?? 0n))
}

const cuts = fc.array(fc.bigInt({ min: 1n, max: 3000n * unit }), { maxLength: 8 })

const seen = (life: Life, value: bigint, txHash: string, confirmations: number): void => {
  const at = issuedAt + 1
  const transfer = { ...tokenAmount(value, decimals), txHash, logIndex: 0, confirmations, seenAt: at }
  life.tell({ _tag: "Observe", transfer, at })
}

const resultOf = (life: Life) => ({
  status: life.state._tag,
  exception: exceptionOf(life.state),
  paid: paidMinor(life.state),
  remaining: remainingMinor(life.state),
  charged: life.state.tally.chargedMinor,
  fees: life.books.accounts.invoiceFees,
  available: life.books.balance.availableMinor
})

describe("a payment in parts", () => {
  it("comes to what it comes to in one, however it is cut and in whatever order its parts are confirmed", () =>
    holds(
      fc.property(
        orders.chain((order) => fc.tuple(fc.constant(order), totals(order))),
        cuts,
        fc.boolean(),
        ([order, total], places, isLastFirst) => {
          const parts = partsOf(total, places).map((value, index) => ({ value, txHash: `tx ${index}` }))
          const life = new Life(order)
          for (const { txHash, value } of parts) seen(life, value, txHash, 0)
          const confirmed = isLastFirst ? parts.toReversed() : parts
          for (const { txHash, value } of confirmed) seen(life, value, txHash, requiredConfirmations)
          const whole = new Life(order)
          seen(whole, total, "whole", requiredConfirmations)
          assert.deepStrictEqual(resultOf(life), resultOf(whole))
          const fees = life.state.transfers.reduce(
            (sum, each) => sum + (each._tag === "credited" ? each.feeMinor : 0n),
            0n
          )
          assert.strictEqual(fees, whole.state.tally.chargedMinor)
          assert.strictEqual(paidMinor(life.state), total / unit)
        }
      ),
      1_000
    ))

  it("of which some are taken back leaves in the books what the rest comes to, and no more than their fees beside it", () =>
    holds(
      fc.property(
        orders,
        fc.bigInt({ min: 1n, max: 3000n * unit }),
        cuts,
        fc.nat(255),
        (order, total, places, taken) => {
          const parts = partsOf(total, places)
          const life = new Life(order)
          for (const [index, value] of parts.entries())
            seen(life, value, `tx ${index}`, requiredConfirmations)
          const isTaken = (index: number) => ((taken >> index) & 1) === 1
          for (const index of parts.keys()) if (isTaken(index)) life.drop(`tx ${index}`, issuedAt + 2)
          const left = parts.reduce((sum, value, index) => sum + (isTaken(index) ? 0n : value), 0n)
          const { invoiceFees } = life.books.accounts
          assert.strictEqual(paidMinor(life.state), left / unit)
          assert.strictEqual(life.books.balance.availableMinor, left / unit - invoiceFees)
          assert.strictEqual(life.state.tally.chargedMinor, invoiceFees)
          for (const index of parts.keys())
            if (isTaken(index)) seen(life, parts[index] ?? 0n, `tx ${index}`, requiredConfirmations)
          assert.strictEqual(paidMinor(life.state), total / unit)
          assert.strictEqual(
            life.books.balance.availableMinor,
            total / unit - life.books.accounts.invoiceFees
          )
        }
      ),
      1_000
    ))

  it("may have parts of less than a minor unit, which alone are no money", () => {
    const life = new Life(orderOf(1n, "merchant", noFee))
    seen(life, unit / 2n, "one", requiredConfirmations)
    life.is("pending", "none", 0n)
    seen(life, unit - unit / 2n, "two", 0)
    life.is("confirming", "none", 0n)
    seen(life, unit - unit / 2n, "two", requiredConfirmations)
    life.is("paid", "none", 1n)
    life.drop("one", issuedAt + 2)
    assert.strictEqual(life.books.balance.availableMinor, 0n)
  })
})

describe("an amount of a token", () => {
  it("is exact for as many decimals as a token has, and sums as the units do", () =>
    holds(
      fc.property(
        fc.integer({ min: 0, max: 36 }),
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        (decimals, one, other) => {
          const [a, b] = [tokenAmount(one, decimals), tokenAmount(other, decimals)]
          assert.deepStrictEqual(movedBy(a, b, 1), tokenAmount(one + other, decimals))
          assert.deepStrictEqual(movedBy(movedBy(a, b, 1), b, -1), a)
          assert.isTrue(a.rest >= 0n && a.rest < restScale)
          assert.strictEqual((a.amountMinor * restScale + a.rest) * 10n ** BigInt(decimals), one * 10n ** 36n)
        }
      )
    ))
})
