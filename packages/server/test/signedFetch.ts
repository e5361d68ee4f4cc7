import { createHash, createHmac } from "node:crypto"

export interface Credentials {
  readonly publicKey: string
  readonly secret: string
}

export interface SignedRequest {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** The headers that a client of the crypto group sends. */
export const signedHeaders = (
  { publicKey, secret }: Credentials,
  { body, idempotencyKey, method = "GET", path }: SignedRequest
): Record<string, string> => {
  const timestamp = String(Date.now())
  const text = body === undefined ? "" : JSON.stringify(body)
  const bodyHash = text === "" ? "" : createHash("sha256").update(text).digest("hex")
  const signature = createHmac("sha256", secret)
    .update(`${method}${path}${timestamp}${bodyHash}`)
    .digest("hex")
  return {
    "x-api-key": publicKey,
    "x-timestamp": timestamp,
    "x-signature": signature,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "x-idempotency-key": idempotencyKey })
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export const signedFetch = async (
  url: string,
  credentials: Credentials,
  request: SignedRequest
): Promise<Answer> => {
  const response = await fetch(`${url}${request.path}`, {
    method: request.method ?? "GET",
    headers: signedHeaders(credentials, request),
    body: request.body === undefined ? null : JSON.stringify(request.body)
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Moves the clock of a sandbox, so that what waits for a retry does not wait for the wall clock. */
export const advanceClock = async (url: string, { secret }: Credentials, seconds: number): Promise<void> => {
  const response = await fetch(`${url}/sandbox/v1/clock/advance`, {
    method: "POST",
    headers: { "x-api-key": secret, "content-type": "application/json" },
    body: JSON.stringify({ seconds })
  })
  if (response.status !== 200) throw new Error(await response.text())
}

export const balancePath = "/api/v2/crypto/balance"
export const payoutsPath = "/api/v2/crypto/payouts"

/** A payout that is right in every field, and like no other; a `note` steers the sandbox. */
export const payoutRequest = (idempotencyKey: string, note = idempotencyKey): SignedRequest => ({
  method: "POST",
  path: payoutsPath,
  body: { amount: 1, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron", note },
  idempotencyKey
})
