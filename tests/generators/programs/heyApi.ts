import { createInvoice, createPayout, getPayout } from "./made/heyApi/index.ts"

const headers = { "X-Idempotency-Key": "payout-1042" }

export const pay = async () => {
  const { data, error } = await createPayout({
    body: { amount: 25, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron", note: "Refund" },
    headers
  })
  if (error !== undefined) return error.error.code
  return data.payout.status
}

export const ask = () =>
  createInvoice({ body: { amount: 1250.5, currency: "KZT", metadata: { order: 1042 } } })

createPayout({ body: { amount: 25, adress: "T", network: "tron" }, headers }) // no: adress
createPayout({ body: { amount: 25, address: "T", network: "tron", noet: "Refund" }, headers }) // no: noet
createPayout({ body: { amount: "25", address: "T", network: "tron" }, headers }) // no: number
createInvoice({ body: { amount: 1, currency: "KZT", descripton: "Tea" } }) // no: descripton
export const misspeltAnswer = async () => (await getPayout({ path: { id: "a" } })).data?.payout.totl // no: totl
