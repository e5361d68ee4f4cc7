import { startComplete } from "../operations/rightRequests.ts"
import { type ApiAnswer, answerOf, bytesOf, payoutsPath, type TestApi } from "../TestApi.ts"

type Headers = Readonly<Record<string, string>>

/** What a new user does wrong, and what the answer must name so that the second try succeeds. */
export interface Mistake {
  readonly made: string
  readonly send: (of: Beginner) => Promise<ApiAnswer>
  readonly status: number
  readonly code: string
  /** Each in the message: what is wrong, and what would be right. */
  readonly says: ReadonlyArray<string>
}

/** Sends a request as `curl` would, without help of a client library. */
export const curl = async (
  { api }: { readonly api: TestApi },
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Uint8Array
): Promise<ApiAnswer> => {
  const content = body === undefined ? {} : { body: bytesOf(body) ?? null }
  return answerOf(await api.handler(new Request(`http://api.test${path}`, { method, headers, ...content })))
}

export const jsonType = { "content-type": "application/json" }

/** A form as bytes, so that a refusal in its middle leaves nothing unread. */
export const form = (name: string, fileName: string | undefined, content: string) => {
  const named = fileName === undefined ? "" : `; filename="${fileName}"`
  const head = `--b\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`
  return {
    type: { "content-type": "multipart/form-data; boundary=b" },
    body: `${head}${content}\r\n--b--\r\n`
  }
}

/** The API, and what a new user has made in it. */
export const startBeginner = async () => {
  const api = await startComplete()
  await api.credit(api.key.partnerId, 100)
  const revoked = await api.createKey()
  await api.revokeKey(revoked.id)
  const address = async () => {
    const body = { amount: 5, network: "tron", externalId: "order-1" }
    const { invoice } = (await api.call({ path: "/api/v2/crypto/invoices", body })).body
    return String((invoice as { readonly address: string }).address)
  }
  const invoice = async () =>
    String((await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })).body.id)
  const cancelledId = await invoice()
  await api.fiat(`invoices/${cancelledId}/cancel`, { method: "POST" })
  const payout = (await api.createPayout({}, { idempotencyKey: "payout-1" })).body.payout
  await api.fiat("webhooks", { body: { url: "https://shop.example/h", events: ["invoice.paid"] } })
  let sent = 0
  /** A time of its own for each signed request, so that none is taken for another. */
  const timestamp = () => api.wall.now - 1000 - ++sent
  return {
    api,
    revoked,
    cancelledId,
    invoiceId: await invoice(),
    payoutId: String((payout as { readonly id: string }).id),
    ownAddress: await address(),
    narrow: await api.createKey({ scopes: ["crypto:read", "payments:read"] }),
    payer: await api.createKey({ scopes: ["payouts:write"] }),
    bound: await api.createKey({ bind: "idempotency" }),
    barred: await api.createKey({ allowedIps: ["198.51.100.0/24"] }),
    timestamp,
    payout: (fields: Record<string, unknown>, more: object = {}) =>
      api.createPayout(fields, { timestamp: timestamp(), ...more }),
    cryptoInvoice: (fields: Record<string, unknown>, more: object = {}) =>
      api.call({
        path: "/api/v2/crypto/invoices",
        body: { amount: 5, network: "tron", externalId: `order ${sent}`, ...fields },
        timestamp: timestamp(),
        ...more
      }),
    invoice: (fields: Record<string, unknown>) =>
      api.fiat("invoices", { body: { amount: 5, currency: "USD", ...fields } }),
    /** A body of the fiat group, as it is written. */
    text: (body: string | Uint8Array, headers: Headers = jsonType) =>
      curl({ api }, "POST", "/api/v1/invoices", { "x-api-key": api.key.secret, ...headers }, body),
    payouts: (query: string) => api.call({ path: payoutsPath, query, timestamp: timestamp() })
  }
}

export type Beginner = Awaited<ReturnType<typeof startBeginner>>
