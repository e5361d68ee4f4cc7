import { requestSampleOf } from "../../src/reference/RequestSample.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { noThings, rightRequest, send, type Things } from "../operations/rightRequests.ts"
import type { ApiAnswer, TestApi } from "../TestApi.ts"
import { namedIn, withOwn } from "./ownIds.ts"

/** A tiny picture: what the classifier of the tests says of it does not matter. */
export const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

/** Sends the request of a sample, with what the server has in place of the examples. */
export const sendSample = (api: TestApi, operation: ApiOperation, things: Things): Promise<ApiAnswer> => {
  const { body, form, query } = requestSampleOf(operation)
  const named = namedIn(operation, things)
  const { id } = rightRequest(operation, things)
  const data = new FormData()
  for (const [name, value] of Object.entries(form?.fields ?? {})) data.append(name, value)
  if (form !== undefined) data.append("file", new Blob([form.file.text ?? png]), form.file.name)
  return send(
    api,
    operation,
    {
      ...(id === undefined ? {} : { id }),
      ...(query === "" ? {} : { query: withOwn(query, named) }),
      ...(body === undefined ? {} : { body: JSON.parse(withOwn(JSON.stringify(body), named)) }),
      ...(form === undefined ? {} : { body: data })
    },
    things.key
  )
}

interface Fields {
  readonly [name: string]: unknown
}

/** A partner with money, and nothing else. */
export const makeEmptyHanded = async (api: TestApi, partner: string): Promise<Things> => {
  const key = await api.createKey({ partner })
  await api.credit(key.partnerId, 1000)
  return { ...noThings, key }
}

/** One of everything of a partner, made by the requests that the reference shows. */
export const makeSampleThings = async (
  api: TestApi,
  operations: ReadonlyArray<ApiOperation>,
  partner: string
): Promise<Things> => {
  const empty = await makeEmptyHanded(api, partner)
  const answerOf = async (id: string, of: Things = empty): Promise<Fields> => {
    const [operation] = operations.filter((each) => each.id === id)
    return operation === undefined ? {} : (await sendSample(api, operation, of)).body
  }
  const made = async (id: string, name?: string): Promise<Fields & { readonly id: string }> => {
    const body = await answerOf(id)
    const record = (name === undefined ? body : body[name]) as Fields
    return { ...record, id: String(record.id) }
  }
  const wallet = await made("createTransitWallet", "wallet")
  await answerOf("setTransitWebhook")
  const things = {
    ...empty,
    externalId: "order-1042",
    address: String(wallet.address),
    walletId: wallet.id,
    webhookId: (await made("createWebhook")).id,
    transitWebhookId: await api.transitWebhookId(empty.key.partnerId),
    cryptoInvoiceId: (await made("createCryptoInvoice", "invoice")).id,
    payoutId: (await made("createPayout", "payout")).id,
    batchId: String((await answerOf("createInvoiceBatch")).batchId),
    invoiceId: (await made("createInvoice")).id,
    sessionId: (await made("createKycSession")).id
  }
  const { txHash } = await answerOf("sandboxDeposit", things)
  await answerOf("testWebhook", things)
  await answerOf("testTransitWebhook", things)
  await api.work()
  const newest = async (id: string) => {
    const { deliveries } = await answerOf(id, things)
    return String((deliveries as ReadonlyArray<Fields>)[0]?.id)
  }
  return {
    ...things,
    txHash: String(txHash),
    deliveryId: await newest("listWebhookDeliveries"),
    transitDeliveryId: await newest("listTransitWebhookDeliveries")
  }
}
