import {
  type BankPaymentOrder,
  type Batch,
  type BookedReceipt,
  bankPayment,
  bankPaymentPrefix,
  batch as batches,
  batchPrefix,
  FiatCurrency,
  type InvoiceOrder,
  type IssuedInvoice,
  invoice,
  invoicePrefix,
  type RecordedBankPayment,
  type TransferInstructions
} from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { amountMinor, instant } from "./moneyGenerators.ts"
import { anyText, hexText, metadata, optionOf, prefixed } from "./textGenerators.ts"

/** Fiat invoices and bank payments in every state, receipts and batches, with every field over its whole range. */

export const fiatCurrency: fc.Arbitrary<FiatCurrency> = fc.constantFrom(...FiatCurrency.literals)

/** Each field is valid by itself; an expiry may lie before the creation. */
export const invoiceOrder = (partnerId: string): fc.Arbitrary<InvoiceOrder> =>
  fc.record(
    valuesOf(invoice.order, {
      id: prefixed(invoicePrefix),
      partnerId: fc.constant(partnerId),
      token: hexText(16),
      amountMinor,
      currency: fiatCurrency,
      metadata,
      externalId: optionOf(anyText(128))
    })
  )

/** Money of any operation, amount and currency. */
export const bankReceipt: fc.Arbitrary<BookedReceipt> = fc.record({
  operationId: anyText(200),
  amountMinor,
  currency: fiatCurrency,
  payerBank: anyText(200),
  bankTime: instant,
  entryId: optionOf(anyText(40))
})

/** Every state that an invoice with this order can be stored in; a paid one was paid its own amount. */
export const invoiceState = (order: InvoiceOrder): fc.Arbitrary<IssuedInvoice> =>
  statesOf(invoice, order, {
    redactedAt: fc.constant(Option.none()),
    receipt: bankReceipt.map((any) => ({ ...any, amountMinor: order.amountMinor, currency: order.currency }))
  })

export const issuedInvoice = (partnerId: string): fc.Arbitrary<IssuedInvoice> =>
  invoiceOrder(partnerId).chain(invoiceState)

export const bankPaymentOrder = (partnerId: string): fc.Arbitrary<BankPaymentOrder> =>
  fc.record(
    valuesOf(bankPayment.order, {
      id: prefixed(bankPaymentPrefix),
      partnerId: fc.constant(partnerId),
      amountMinor,
      currency: fiatCurrency
    })
  )

const told = anyText(40).filter((text) => text !== "")

const instructions: fc.Arbitrary<TransferInstructions> = fc.record(
  {
    beneficiary: told,
    account: told,
    bankIds: fc.array(fc.record({ name: told, value: told }), { maxLength: 3 }),
    amountMinor,
    currency: fiatCurrency,
    reference: told,
    note: told,
    qrPayload: told
  },
  {
    requiredKeys: ["beneficiary", "account", "bankIds", "amountMinor", "currency", "reference", "note"]
  }
)

/**
 * Every state that a payment with this order can be stored in. The money received may differ from what was asked for.
 */
export const bankPaymentState = (order: BankPaymentOrder): fc.Arbitrary<RecordedBankPayment> =>
  statesOf(bankPayment, order, { receipt: bankReceipt, instructions: optionOf(instructions) })

export const recordedBankPayment = (partnerId: string): fc.Arbitrary<RecordedBankPayment> =>
  bankPaymentOrder(partnerId).chain(bankPaymentState)

export const batch = (partnerId: string): fc.Arbitrary<Batch> =>
  fc.record(valuesOf(batches.fixed, { id: prefixed(batchPrefix), partnerId: fc.constant(partnerId) }))
