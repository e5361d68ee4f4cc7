import type { components, paths, webhooks } from "./made/openapiTypescript.ts"

type JsonOf<Body extends { readonly content: { readonly "application/json": unknown } }> =
  Body["content"]["application/json"]
type NewPayout = JsonOf<paths["/api/v2/crypto/payouts"]["post"]["requestBody"]>
type NewInvoice = JsonOf<paths["/api/v1/invoices"]["post"]["requestBody"]>
type PaidEvent = JsonOf<NonNullable<webhooks["invoice.paid"]["post"]["requestBody"]>>

export const payout: NewPayout = {
  amount: 25,
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  network: "tron"
}
export const invoice: NewInvoice = { amount: 1250.5, currency: "KZT", metadata: { order: 1042 } }

export const orderOf = ({ data }: PaidEvent) => data.object.metadata?.order
export const paidAt = ({ data }: PaidEvent): string | null => data.object.paidAt
export const codeOf = ({ error }: components["schemas"]["Error"]): string => error.code

export const misspelt: ReadonlyArray<NewPayout> = [
  { amount: 25, adress: "T", network: "tron" }, // no: adress
  { amount: 25, address: "T", network: "tron", noet: "Refund" }, // no: noet
  { amount: "25", address: "T", network: "tron" } // no: number
]
export const misspeltOptional: NewInvoice = { amount: 1, currency: "KZT", descripton: "Tea" } // no: descripton
export const misspeltAnswer = ({ data }: PaidEvent) => data.object.payedAt // no: payedAt
