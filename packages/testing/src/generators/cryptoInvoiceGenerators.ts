import type { CryptoInvoiceOrder, IssuedCryptoInvoice, ObservedTransfer, Transfer } from "@quittance/core"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { amountMinor, feeMinor, feePayer, feeTerms, instant } from "./moneyGenerators.ts"
import { anyText, asciiText, hexText, optionOf } from "./textGenerators.ts"

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
    fc.record({
      id: fc.uuid({ version: 7 }),
      partnerId: fc.constant(partnerId),
      externalId: asciiText(1, 128),
      token: hexText(16),
      network: fc.constant(name),
      currency: fc.constant(currency),
      address: address(addressFormat),
      addressSalt: optionOf(hexText(16)),
      amountMinor,
      expectedMinor: amountMinor,
      feeMinor,
      netMinor: feeMinor,
      feePayer,
      feeTerms,
      requiredConfirmations: fc.constant(confirmations),
      description: optionOf(anyText(500)),
      customerName: optionOf(anyText(200)),
      customerEmail: optionOf(fc.emailAddress()),
      successUrl: optionOf(fc.webUrl()),
      createdAt: instant,
      expiresAt: instant,
      watchUntil: instant
    })
  )

/** Every state that an invoice with this order can be stored in. */
export const cryptoInvoiceState = (order: CryptoInvoiceOrder): fc.Arbitrary<IssuedCryptoInvoice> => {
  const issued = {
    order: fc.constant(order),
    transfers: fc.uniqueArray(transfer, {
      maxLength: 5,
      selector: ({ logIndex, txHash }) => `${txHash}/${logIndex}`
    }),
    updatedAt: instant
  }
  const unpaid = fc.record({
    _tag: fc.constantFrom(
      "pending" as const,
      "confirming" as const,
      "underpaid" as const,
      "expired" as const,
      "cancelled" as const
    ),
    ...issued
  })
  const paid = fc.record({ _tag: fc.constant("paid" as const), ...issued, paidAt: instant })
  return fc.oneof(unpaid, paid)
}

export const issuedCryptoInvoice = (partnerId: string): fc.Arbitrary<IssuedCryptoInvoice> =>
  cryptoInvoiceOrder(partnerId).chain(cryptoInvoiceState)
