import {
  cryptoInvoice,
  type CryptoInvoiceOrder,
  type IssuedCryptoInvoice,
  type ObservedTransfer,
  type Transfer
} from "@quittance/core"
import { Option } from "effect"
import * as fc from "fast-check"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { address, network } from "./addressGenerators.ts"
import { amountMinor, feeMinor, feePayer, feeTerms, instant } from "./moneyGenerators.ts"
import { asciiText, hexText } from "./textGenerators.ts"

/** Crypto invoices in every state, with transfers in every status. */

export const observedTransfer: fc.Arbitrary<ObservedTransfer> = fc.record({
  txHash: hexText(32),
  logIndex: fc.nat({ max: 1_000_000 }),
  amountMinor,
  confirmations: fc.nat({ max: 1_000_000 }),
  seenAt: instant
})

export const transfer: fc.Arbitrary<Transfer> = fc
  .tuple(
    observedTransfer,
    fc.constantFrom("seen" as const, "credited" as const, "dropped" as const, "reversed" as const),
    feeMinor
  )
  .map(([observed, status, fee]) => ({ ...observed, status, feeMinor: fee }))

/** The fields are each right by themselves; whether the amounts add up is not looked at. */
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

/** Every state that an invoice with this order can be stored in. */
export const cryptoInvoiceState = (order: CryptoInvoiceOrder): fc.Arbitrary<IssuedCryptoInvoice> =>
  statesOf(cryptoInvoice, order, {
    transfers: fc.uniqueArray(transfer, {
      maxLength: 5,
      selector: ({ logIndex, txHash }) => `${txHash}/${logIndex}`
    }),
    redactedAt: fc.constant(Option.none())
  })

export const issuedCryptoInvoice = (partnerId: string): fc.Arbitrary<IssuedCryptoInvoice> =>
  cryptoInvoiceOrder(partnerId).chain(cryptoInvoiceState)
