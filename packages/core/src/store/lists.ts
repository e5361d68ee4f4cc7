import { invoiceList } from "../invoice/invoiceList.ts"
import { payoutList } from "../payout/payoutList.ts"
import { walletList } from "../transit/walletList.ts"
import { deliveryList } from "../webhook/deliveryList.ts"

/** Every list that stores maintain, by name. */
export const lists = {
  payouts: payoutList,
  invoices: invoiceList,
  webhookDeliveries: deliveryList,
  transitWallets: walletList
} as const

export type ListName = keyof typeof lists
