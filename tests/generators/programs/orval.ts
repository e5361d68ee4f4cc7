import { createInvoice, createPayout, type InvoicePaidEvent, listPayouts, type Payout } from "./made/orval.ts"

export const pay = async () => {
  const answer = await createPayout(
    { amount: 25, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron", note: "Refund" },
    { headers: { "X-Idempotency-Key": "payout-1042" } }
  )
  if (answer.status !== 200) return answer.data.error.code === "insufficient_funds"
  return answer.data.payout.status === "PENDING"
}

export const list = async (): Promise<ReadonlyArray<Payout>> => {
  const answer = await listPayouts({ status: "PENDING", limit: 100 })
  return answer.status === 200 ? answer.data.payouts : []
}

export const ask = () => createInvoice({ amount: 1250.5, currency: "KZT", metadata: { order: 1042 } })

export const paidAt = ({ data }: InvoicePaidEvent): string | null => data.object.paidAt

createPayout({ amount: 25, adress: "T", network: "tron" }) // no: type 'CreatePayoutRequest'
createPayout({ amount: 25, address: "T", network: "tron", noet: "Refund" }) // no: type 'CreatePayoutRequest'
createPayout({ amount: "25", address: "T", network: "tron" }) // no: type 'number'
createInvoice({ amount: 1, currency: "KZT", descripton: "Tea" }) // no: type 'CreateInvoiceRequest'
listPayouts({ state: "PENDING" }) // no: type 'ListPayoutsParams'
export const answer = ({ totl }: Payout) => totl // no: type 'Payout'
export const event = ({ data }: InvoicePaidEvent) => data.object.payedAt // no: type 'Invoice'
