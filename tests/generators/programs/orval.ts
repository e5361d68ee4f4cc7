import { createInvoice, createPayout, getPayout } from "./made/orval.ts"

export const pay = async () => {
  const answer = await createPayout(
    { amount: 25, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron", note: "Refund" },
    { headers: { "X-Idempotency-Key": "payout-1042" } }
  )
  return answer.status === 200 ? answer.data.payout.status : answer.data.error.code
}

export const ask = () => createInvoice({ amount: 1250.5, currency: "KZT", metadata: { order: 1042 } })

createPayout({ amount: 25, adress: "T", network: "tron" }) // no: adress
createPayout({ amount: 25, address: "T", network: "tron", noet: "Refund" }) // no: noet
createPayout({ amount: "25", address: "T", network: "tron" }) // no: number
createInvoice({ amount: 1, currency: "KZT", descripton: "Tea" }) // no: descripton
export const misspeltAnswer = async () => {
  const answer = await getPayout("a")
  return answer.status === 200 ? answer.data.payout.totl : undefined // no: totl
}
