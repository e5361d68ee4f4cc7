import type { components } from "./made/openapiTypescript.ts"

type Schemas = components["schemas"]

export const payout: Schemas["CreatePayoutRequest"] = {
  amount: 25,
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  network: "tron"
}
export const invoice: Schemas["CreateInvoiceRequest"] = {
  amount: 1250.5,
  currency: "KZT",
  metadata: { order: 1042 }
}

export const orderOf = ({ data }: Schemas["InvoicePaidEvent"]) => data.object.metadata?.order
export const paidAt = ({ data }: Schemas["InvoicePaidEvent"]): string | null => data.object.paidAt
export const isRefused = ({ error }: Schemas["Error"]): boolean => error.code === "insufficient_funds"

export const misspelt: ReadonlyArray<Schemas["CreatePayoutRequest"]> = [
  { amount: 25, adress: "T", network: "tron" }, // no: 'adress' does not exist
  { amount: 25, address: "T", network: "tron", noet: "Refund" }, // no: 'noet' does not exist
  { amount: "25", address: "T", network: "tron" } // no: 'string' is not assignable to type 'number'
]
export const optional: Schemas["CreateInvoiceRequest"] = {
  amount: 1,
  currency: "KZT",
  descripton: "Tea" // no: 'descripton' does not exist
}
export const answer = ({ status }: Schemas["Payout"]) => status === "PAID" // no: have no overlap
export const event = ({ data }: Schemas["InvoicePaidEvent"]) => data.object.payedAt // no: 'payedAt' does not exist
export const code = ({ error }: Schemas["Error"]) => error.code === "insuficient_funds" // no: have no overlap
