import { assert, it } from "vitest"
import type { Client, Invoice, RawResponse } from "../src/index.ts"

/** Never run: each expected error is one of the compiler's, and none of them may be missing. */
const misspelt = async (client: Client) => {
  // @ts-expect-error: a field of the request
  await client.crypto.payouts.create({ amount: 1, adress: "T", network: "tron" })
  // @ts-expect-error: a required field that is not there
  await client.crypto.payouts.create({ amount: 1, network: "tron" })
  // @ts-expect-error: the type of a field
  await client.crypto.payouts.create({ amount: "1", address: "T", network: "tron" })
  // @ts-expect-error: a field that may be left out
  await client.fiat.invoices.create({ amount: 1, currency: "USD", descripton: "a" })
  // @ts-expect-error: one of few values
  await client.fiat.invoices.create({ amount: 1, currency: "GBP" })
  // @ts-expect-error: a filter
  await client.fiat.invoices.list({ state: "paid" })
  // @ts-expect-error: the value of a filter
  await client.fiat.invoices.list({ status: "payed" })
  // @ts-expect-error: an event
  await client.fiat.webhooks.create({ url: "https://shop.test", events: ["invoice.payed"] })
  // @ts-expect-error: an option of a call
  await client.crypto.balance.get({ timeout: 1 })
  // @ts-expect-error: a key where none is taken
  await client.fiat.invoices.cancel("inv_1", { idempotencyKey: "a" })
  // @ts-expect-error: a call
  await client.crypto.payouts.send({ amount: 1, address: "T", network: "tron" })
  // @ts-expect-error: a field of the answer
  const { totl } = await client.crypto.payouts.get("a")
  // @ts-expect-error: the code of an error may be any text, and its status is a number
  const wrong: RawResponse<Invoice> = await client.fiat.invoices.get("a")
  return [totl, wrong]
}

/** What is right compiles, also with values that may be missing. */
const right = async (client: Client, note: string | undefined) => {
  await client.crypto.payouts.create(
    { amount: 1, address: "T", network: "tron", note },
    { idempotencyKey: note }
  )
  for await (const { id, paidAt } of client.fiat.invoices.list({ from: new Date(0) })) return [id, paidAt]
  const { data } = await client.withRawResponse.crypto.payouts.list({ status: "PENDING" })
  return data.payouts.map(({ fee }) => fee)
}

it("a misspelt field of a request does not compile, and a right one does", () => {
  assert.isFunction(misspelt)
  assert.isFunction(right)
})
