import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { Layer } from "effect"
import { assert } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { kycProviders } from "../KycProviders.ts"
import { lineAccount, lineStatements } from "../LineStatements.ts"
import { makeReceivers } from "../Receivers.ts"
import {
  type ApiAnswer,
  bytesOf,
  type SignedCall,
  startTestApi,
  type TestApi,
  type TestApiOptions
} from "../TestApi.ts"
import { proofNameOf } from "./operationTable.ts"
import { makeOperatorRows } from "./operatorRow.ts"

/** An application in which every operation can succeed. */
export const startComplete = (options: TestApiOptions = {}) =>
  startTestApi({
    rateLimits: "off",
    providers: Layer.mergeAll(
      makeReceivers().layer,
      kycProviders,
      lineStatements,
      MemorySignatureClassifier.layer()
    ),
    operations: makeOperatorRows,
    ...options,
    settings: { banks: [lineAccount], ...options.settings }
  })

/** What a request has beside its operation and its key. */
export interface Sent {
  /** What stands for the parameter of the path. */
  readonly id?: string
  readonly query?: string
  /** A form is sent as one; an object as JSON; text and bytes as they are. */
  readonly body?: unknown
  /** Set or, with `null`, leave out headers after signing. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly signed?: Pick<SignedCall, "bind" | "timestamp">
}

type Key = Pick<TestApi["key"], "publicKey" | "secret">

let sentCount = 0

/**
 * Sends a request to an operation as its caller proves who it is: every one with another time and another key where one
 * is needed. An operator's operation gets an operator's key, whichever partner asks.
 */
export const send = (
  api: TestApi,
  operation: ApiOperation,
  { body, headers, id = "x", query, signed }: Sent = {},
  key: Key = api.key
): Promise<ApiAnswer> => {
  sentCount += 1
  const { method, path: template } = operation
  const proof = proofNameOf(operation)
  const path = template.replace(/\{\w+\}/, id)
  const ownKey = "idempotencyKey" in operation && operation.idempotencyKey?.required === true
  if (proof === "signed")
    return api.call({
      method,
      path,
      key,
      timestamp: api.wall.now - sentCount,
      ...(ownKey ? { idempotencyKey: `key ${sentCount}` } : {}),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
      ...signed
    })
  const isForm = body instanceof FormData
  const all = new Headers(body === undefined || isForm ? {} : { "content-type": "application/json" })
  if (proof === "operator")
    all.set("x-api-key", key.secret.startsWith("ok_") ? key.secret : api.operatorKey.secret)
  else if (proof !== "public") all.set("x-api-key", proof === "pair" ? key.publicKey : key.secret)
  if (proof === "pair") all.set("x-api-secret", key.secret)
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === null) all.delete(name)
    else all.set(name, value)
  }
  const url = `http://api.test${path}${query === undefined ? "" : `?${query}`}`
  const content = isForm ? body : bytesOf(body)
  return api.send(
    new Request(url, { method, headers: all, ...(content === undefined ? {} : { body: content }) })
  )
}

/** One of everything, of one partner. */
export type Things = Awaited<ReturnType<typeof makeThings>>

const url = "https://shop.test/hooks"

const firstDelivery = ({ body }: ApiAnswer) =>
  String((body.deliveries as ReadonlyArray<{ id: string }>)[0]?.id)

/** Makes one of everything that a request may name. */
export const makeThings = async (api: TestApi, partner: string) => {
  const key = await api.createKey({ partner })
  const signed = (path: string, body: object, more: Partial<SignedCall> = {}) =>
    api.call({ path: `/api/v2/crypto/${path}`, body, key, timestamp: api.wall.now - ++sentCount, ...more })
  await api.credit(key.partnerId, 1000)
  const externalId = `order of ${partner}`
  const invoice = (await signed("invoices", { amount: 5, network: "tron", externalId })).body.invoice
  const payout = (await api.createPayout({}, { key })).body.payout
  const fiat = async (path: string, body: unknown) => (await api.fiat(path, { body, key })).body
  const webhookId = String((await fiat("webhooks", { url, events: ["invoice.paid"] })).id)
  await fiat(`webhooks/${webhookId}/test`, {})
  await api.transit("webhook", { method: "PUT", body: { url }, key })
  await api.transit("webhook/test", { body: { event: "payment.success" }, key })
  const made = await api.transit("transit/wallets", { body: { label: "shop", network: "tron" }, key })
  const { address, id: walletId } = made.body.wallet as { readonly address: string; readonly id: string }
  const txHash = `${partner}'s transfer`
  await api.operator(`statements?account=${lineAccount.name}`, `500  ${partner}`)
  const { entries } = (await api.operator("statements/entries?status=unresolved&limit=100")).body
  const waiting = entries as ReadonlyArray<{ readonly id: string; readonly text: string | null }>
  await api.sandbox("crypto/deposits", { address, amount: 5, txHash }, key.secret)
  return {
    key,
    partnerId: key.partnerId,
    externalId,
    txHash,
    address,
    walletId,
    webhookId,
    transitWebhookId: await api.transitWebhookId(key.partnerId),
    cryptoInvoiceId: (invoice as { readonly id: string }).id,
    payoutId: (payout as { readonly id: string }).id,
    invoiceId: String((await fiat("invoices", { amount: 5, currency: "USD", metadata: { a: [1] } })).id),
    batchId: String((await fiat("batch/invoices", batchForm())).batchId),
    sessionId: String((await fiat("kyc/sessions", { level: "basic", webhookUrl: url })).id),
    deliveryId: firstDelivery(await api.fiat(`webhooks/${webhookId}/deliveries`, { key })),
    transitDeliveryId: firstDelivery(await api.transit("webhook/deliveries", { key })),
    entryId: String(waiting.find(({ text }) => text === partner)?.id)
  }
}

const formOf = (file: Blob, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", file, "file")
  return form
}

const batchForm = () =>
  formOf(new Blob(["amount,currency,email\n5,USD,ann@example.com\nx,USD,"]), { sendEmails: "on" })

/**
 * What each operation succeeds with: the only list that a new operation is added to, unless it reads and needs nothing.
 */
const rightRequests = (of: Omit<Things, "key">): Readonly<Record<string, Sent>> => ({
  createCryptoInvoice: { body: { amount: 5, network: "tron", externalId: "another order" } },
  getCryptoInvoice: { id: of.cryptoInvoiceId },
  getCryptoInvoiceHistory: { id: of.cryptoInvoiceId },
  findCryptoInvoice: { query: `externalId=${encodeURIComponent(of.externalId)}` },
  cancelCryptoInvoice: { id: of.cryptoInvoiceId },
  redactCryptoInvoice: { id: of.cryptoInvoiceId },
  createPayout: { body: { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" } },
  getPayout: { id: of.payoutId },
  getPayoutHistory: { id: of.payoutId },
  createInvoice: { body: { amount: 5, currency: "USD" } },
  getInvoice: { id: of.invoiceId },
  getInvoiceHistory: { id: of.invoiceId },
  cancelInvoice: { id: of.invoiceId },
  redactInvoice: { id: of.invoiceId },
  createInvoiceBatch: { body: batchForm() },
  getInvoiceBatch: { id: of.batchId },
  createKycSession: { body: { level: "basic", notificationUrl: url } },
  getKycSession: { id: of.sessionId },
  getKycSessionHistory: { id: of.sessionId },
  redactKycSession: { id: of.sessionId },
  createWebhook: { body: { url: `${url}/another`, events: ["invoice.paid"] } },
  getWebhook: { id: of.webhookId },
  updateWebhook: { id: of.webhookId, body: { active: true } },
  deleteWebhook: { id: of.webhookId },
  rotateWebhookSecret: { id: of.webhookId },
  testWebhook: { id: of.webhookId, body: {} },
  listWebhookDeliveries: { id: of.webhookId },
  getWebhookDelivery: { id: of.deliveryId },
  redeliverWebhookDelivery: { id: of.deliveryId },
  createTransitWallet: { body: { label: "shop", network: "tron" } },
  getTransitWallet: { id: of.walletId },
  setTransitWebhook: { body: { url } },
  rotateTransitWebhookSecret: {},
  testTransitWebhook: { body: { event: "payment_received" } },
  getTransitWebhookDelivery: { id: of.transitDeliveryId },
  redeliverTransitWebhookDelivery: { id: of.transitDeliveryId },
  createPartner: { body: { name: "another" } },
  getPartner: { id: of.partnerId },
  getPartnerTerms: { id: of.partnerId },
  setPartnerTerms: { id: of.partnerId, body: { invoiceFee: { percent: 1 } } },
  listPartnerBalances: { id: of.partnerId },
  createAdjustment: { id: of.partnerId, body: { amount: 5 }, headers: { "idempotency-key": "adjusted" } },
  importStatement: { query: `account=${lineAccount.name}`, body: "500" },
  getStatementEntry: { id: of.entryId },
  assignStatementEntry: { id: of.entryId, body: { invoiceId: of.invoiceId, reason: "by phone" } },
  returnStatementEntry: { id: of.entryId, body: { reason: "sent back" } },
  ignoreStatementEntry: { id: of.entryId, body: { reason: "our own" } },
  releaseHold: { body: {} },
  createKeyAsOperator: { body: { partner: "acme", scopes: ["crypto:read"] } },
  search: { query: `q=${of.invoiceId || "none"}` },
  searchCrypto: { query: `q=${encodeURIComponent(of.externalId || "none")}` },
  validateSignature: { body: formOf(new Blob([Buffer.from("\x89PNG\r\n\x1a\n", "latin1")])) },
  sandboxDeposit: { body: { address: of.address, amount: 5 } },
  sandboxBlocks: { body: { network: "tron", count: 1 } },
  sandboxDrop: { body: { txHash: of.txHash } },
  sandboxCredit: { body: { amount: 5 } },
  sandboxAdvanceClock: { body: { seconds: 1 } },
  sandboxTransfers: { query: `payoutId=${of.payoutId}` },
  sandboxPayInvoice: { id: of.invoiceId, body: {} },
  sandboxBankTransfer: { id: of.invoiceId, body: { account: lineAccount.name, amount: 5 } },
  sandboxBankStatement: { query: `account=${lineAccount.name}&format=camt.053` },
  sandboxDecideKycSession: { id: of.sessionId, body: { outcome: "failed", reasons: ["other"] } }
})

/** What is made anew names nothing. */
export const noThings: Omit<Things, "key"> = {
  partnerId: "",
  externalId: "",
  txHash: "",
  address: "",
  walletId: "",
  webhookId: "",
  transitWebhookId: "",
  cryptoInvoiceId: "",
  payoutId: "",
  invoiceId: "",
  batchId: "",
  sessionId: "",
  deliveryId: "",
  transitDeliveryId: "",
  entryId: ""
}

export const rightRequest = (
  { id, method, parameters }: ApiOperation,
  things: Omit<Things, "key"> = noThings
): Sent => {
  const right = rightRequests(things)[id]
  if (right === undefined && method === "GET" && !parameters.some(({ required }) => required)) return {}
  assert.isDefined(right, `say in rightRequests what ${id} succeeds with`)
  return right ?? {}
}

/** Of every read: how the things of the first partner stand. */
export const readAll = async (api: TestApi, operations: ReadonlyArray<ApiOperation>, things: Things) => {
  const answers: Array<ApiAnswer["body"]> = []
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    const { body } = await send(api, operation, rightRequest(operation, things), things.key)
    answers.push({ ...body, requestId: "" })
  }
  return answers
}
