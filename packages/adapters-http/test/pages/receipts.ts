import type { ReceiptView } from "../../src/pages/ReceiptPage.ts"
import { hostileDescription, manyTransfers } from "./paymentViews.ts"

const paid = {
  number: "0199f2a0-7c1b-7d3e-8f4a-5b6c7d8e9f01",
  description: "Order 1042",
  paidAtMillis: 1_800_000_000_000,
  late: false
} as const

const fromBank: ReceiptView = {
  ...paid,
  ...{ total: "25000000.00", price: "25000000.00", currency: "KZT" },
  paidThrough: { bank: "Halyk Bank" }
}

const fromNetwork: ReceiptView = {
  ...paid,
  ...{ total: "100001.000001", price: "100000.000000", fee: "1.000001", currency: "USDT" },
  paidThrough: {
    networkLabel: "TRON (TRC-20)",
    transfers: manyTransfers(40).map(({ explorer, hash }) => ({ explorer, hash }))
  }
}

export const hostileReceipt: ReceiptView = {
  ...fromBank,
  description: hostileDescription
}

/** Receipts of all kinds. */
export const receipts: { readonly [name: string]: ReceiptView } = {
  fromBank,
  fromNetwork,
  lateWithoutFee: { ...fromNetwork, description: null, fee: null, late: true }
}
