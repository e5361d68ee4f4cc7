import {
  createInvoice,
  createPayout,
  type InvoicePaidEvent,
  listPayouts,
  type Payout
} from "./made/heyApi/index.ts"

const headers = { "X-Idempotency-Key": "payout-1042" }

export const pay = async () => {
  const { data, error } = await createPayout({
    body: { amount: 25, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron", note: "Refund" },
    headers
  })
  if (error !== undefined) return error.error.code === "insufficient_funds"
  return data.payout.status === "PENDING"
}

export const list = async (): Promise<ReadonlyArray<Payout>> =>
  (await listPayouts({ query: { status: "PENDING", limit: 100 } })).data?.payouts ?? []

export const ask = () =>
  createInvoice({ body: { amount: 1250.5, currency: "KZT", metadata: { order: 1042 } } })

export const paidAt = ({ data }: InvoicePaidEvent): string | null => data.object.paidAt

createPayout({ body: { amount: 25, adress: "T", network: "tron" }, headers }) // no: type 'CreatePayoutRequest'
createPayout({ body: { amount: 25, address: "T", network: "tron", noet: "Refund" }, headers }) // no: 'noet'
createPayout({ body: { amount: "25", address: "T", network: "tron" }, headers }) // no: type 'number'
createInvoice({ body: { amount: 1, currency: "KZT", descripton: "Tea" } }) // no: type 'CreateInvoiceRequest'
listPayouts({ query: { state: "PENDING" } }) // no: 'state' does not exist
export const answer = ({ totl }: Payout) => totl // no: type 'Payout'
export const event = ({ data }: InvoicePaidEvent) => data.object.payedAt // no: type 'Invoice'
