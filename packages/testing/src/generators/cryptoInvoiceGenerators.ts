import {
  type CryptoInvoiceOrder,
  type CryptoInvoiceTally,
  type CryptoTransfer,
  type CryptoTransferOrder,
  cryptoInvoice,
  cryptoTransfer,
  type IssuedCryptoInvoice,
  restScale
} from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { amountMinor, feeMinor, feePayer, feeTerms } from "./moneyGenerators.ts"
import { asciiText, hexText, optionOf } from "./textGenerators.ts"

/** Crypto invoices and transfers to them in every state. */

/** Each field is valid by itself; the amounts need not add up. */
export const cryptoInvoiceOrder = (partnerId: string): fc.Arbitrary<CryptoInvoiceOrder> =>
  network.chain(({ addressFormat, confirmations, currency, name }) =>
    fc.record(
      valuesOf(cryptoInvoice.order, {
        id: fc.uuid({ version: 7 }),
        partnerId: fc.constant(partnerId),
        externalId: asciiText(1, 128),
        token: hexText(16),
        network: fc.constant(name),
        currency: fc.constant(currency),
        address: address(addressFormat),
        addressSalt: hexText(16),
        amountMinor,
        expectedMinor: amountMinor,
        feePayer,
        feeTerms,
        requiredConfirmations: fc.constant(confirmations)
      })
    )
  )

const rest = fc.bigInt({ min: 0n, max: restScale - 1n })

/** Often nothing: most invoices have no irregularity. */
const orNone = <A>(amount: fc.Arbitrary<A>, nothing: A): fc.Arbitrary<A> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: amount })

const tally: fc.Arbitrary<CryptoInvoiceTally> = fc.record({
  liveMinor: orNone(amountMinor, 0n),
  creditedMinor: orNone(amountMinor, 0n),
  chargedMinor: feeMinor,
  countingLiveMinor: amountMinor,
  countingCreditedMinor: amountMinor,
  lateMinor: orNone(amountMinor, 0n),
  rests: optionOf(fc.record({ live: rest, credited: rest, countingLive: rest, countingCredited: rest })),
  creditedCount: optionOf(fc.nat()),
  droppedCount: fc.nat(),
  reversedCount: orNone(fc.nat(), 0),
  inTransit: fc.uniqueArray(fc.record({ confirmations: fc.nat(128), count: fc.integer({ min: 1 }) }), {
    maxLength: 5,
    selector: ({ confirmations }) => confirmations
  }),
  hasVanished: fc.boolean()
})

/** Every state that an invoice with this order can be stored in. */
export const cryptoInvoiceState = (order: CryptoInvoiceOrder): fc.Arbitrary<IssuedCryptoInvoice> =>
  statesOf(cryptoInvoice, order, {
    tally,
    redactedAt: fc.constant(Option.none())
  })

export const issuedCryptoInvoice = (partnerId: string): fc.Arbitrary<IssuedCryptoInvoice> =>
  cryptoInvoiceOrder(partnerId).chain(cryptoInvoiceState)

export const cryptoTransferOrder = (partnerId: string): fc.Arbitrary<CryptoTransferOrder> =>
  network.chain(({ name }) =>
    fc.record(
      valuesOf(cryptoTransfer.order, { partnerId: fc.constant(partnerId), network: fc.constant(name) })
    )
  )

export const cryptoTransferState = (order: CryptoTransferOrder): fc.Arbitrary<CryptoTransfer> =>
  statesOf(cryptoTransfer, order, { amountMinor, rest: optionOf(rest) })
