import {
  type BankPaymentOrder,
  type BankReceipt,
  type Batch,
  FiatCurrency,
  type InvoiceOrder,
  type IssuedInvoice,
  type RecordedBankPayment,
  receiptFaults
} from "@quittance/core"
import * as fc from "fast-check"
import { amountMinor, instant } from "./moneyGenerators.ts"
import { anyText, hexText, metadata, optionOf, prefixed } from "./textGenerators.ts"

/** Fiat invoices and bank payments in every state, receipts and batches, with every field over its whole range. */

export const fiatCurrency: fc.Arbitrary<FiatCurrency> = fc.constantFrom(...FiatCurrency.literals)

/** The fields are each right by themselves; an expiry may lie before the creation. */
export const invoiceOrder = (partnerId: string): fc.Arbitrary<InvoiceOrder> =>
  fc.record({
    id: prefixed("inv_"),
    partnerId: fc.constant(partnerId),
    token: hexText(16),
    amountMinor,
    currency: fiatCurrency,
    description: optionOf(anyText(500)),
    metadata,
    redirectUrl: optionOf(fc.webUrl()),
    externalId: optionOf(anyText(128)),
    batchId: optionOf(prefixed("bat_")),
    reference: optionOf(hexText(16)),
    customerEmail: optionOf(fc.emailAddress()),
    createdAt: instant,
    expiresAt: instant
  })

/** Money of any operation, amount and currency. */
export const bankReceipt: fc.Arbitrary<BankReceipt> = fc.record({
  operationId: anyText(200),
  amountMinor,
  currency: fiatCurrency,
  payerBank: anyText(200),
  bankTime: instant
})

/** Every state that an invoice with this order can be stored in; a paid one was paid its own amount. */
export const invoiceState = (order: InvoiceOrder): fc.Arbitrary<IssuedInvoice> => {
  const issued = { order: fc.constant(order), updatedAt: instant }
  const unpaid = fc.record({
    _tag: fc.constantFrom("pending" as const, "expired" as const, "cancelled" as const),
    ...issued
  })
  const receipt = bankReceipt.map((any) => ({
    ...any,
    amountMinor: order.amountMinor,
    currency: order.currency
  }))
  const paid = fc.record({
    _tag: fc.constant("paid" as const),
    ...issued,
    receipt,
    late: fc.boolean(),
    paidAt: instant
  })
  return fc.oneof(unpaid, paid)
}

export const issuedInvoice = (partnerId: string): fc.Arbitrary<IssuedInvoice> =>
  invoiceOrder(partnerId).chain(invoiceState)

export const bankPaymentOrder = (partnerId: string): fc.Arbitrary<BankPaymentOrder> =>
  fc.record({
    id: prefixed("pmt_"),
    partnerId: fc.constant(partnerId),
    invoiceId: prefixed("inv_"),
    bank: anyText(100),
    amountMinor,
    currency: fiatCurrency,
    createdAt: instant
  })

/** Every state that a payment with this order can be stored in; the money that came may be other than was asked for. */
export const bankPaymentState = (order: BankPaymentOrder): fc.Arbitrary<RecordedBankPayment> => {
  const recorded = {
    order: fc.constant(order),
    attempts: fc.nat({ max: 1_000 }),
    link: optionOf(fc.webUrl()),
    error: optionOf(anyText(500)),
    updatedAt: instant
  }
  const withoutMoney = fc.record({
    _tag: fc.constantFrom(
      "requested" as const,
      "starting" as const,
      "unknown" as const,
      "awaiting" as const,
      "declined" as const,
      "lapsed" as const
    ),
    ...recorded
  })
  const fault = fc.constantFrom(...receiptFaults)
  const settled = fc.record({ _tag: fc.constant("settled" as const), ...recorded, receipt: bankReceipt })
  const unresolved = fc.record({
    _tag: fc.constant("unresolved" as const),
    ...recorded,
    receipt: bankReceipt,
    fault
  })
  const returned = fc.record({
    _tag: fc.constant("returned" as const),
    ...recorded,
    receipt: bankReceipt,
    fault,
    reason: anyText(500)
  })
  return fc.oneof(withoutMoney, settled, unresolved, returned)
}

export const recordedBankPayment = (partnerId: string): fc.Arbitrary<RecordedBankPayment> =>
  bankPaymentOrder(partnerId).chain(bankPaymentState)

export const batch = (partnerId: string): fc.Arbitrary<Batch> =>
  fc
    .tuple(prefixed("bat_"), fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }), instant)
    .map(([id, created, failed, createdAt]) => ({
      id,
      partnerId,
      total: created + failed,
      created,
      failed,
      createdAt
    }))
