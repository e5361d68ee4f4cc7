import { createHash, createHmac } from "node:crypto"
import type { Victim } from "./Victim.ts"

export interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly body: { readonly [field: string]: unknown }
}

/**
 * Headers and body of a request of the crypto group, as they go over the wire: what somebody on the way could capture.
 */
export interface SignedRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export const signRequest = (
  { publicKey, secret }: Victim["credentials"],
  path: string,
  fields?: object
): SignedRequest => {
  const method = fields === undefined ? "GET" : "POST"
  const body = fields === undefined ? undefined : JSON.stringify(fields)
  const timestamp = String(Date.now())
  const hash = body === undefined ? "" : createHash("sha256").update(body).digest("hex")
  const signature = createHmac("sha256", secret).update(`${method}${path}${timestamp}${hash}`).digest("hex")
  return {
    method,
    path,
    body,
    headers: {
      "x-api-key": publicKey,
      "x-timestamp": timestamp,
      "x-signature": signature,
      "content-type": "application/json"
    }
  }
}

export const answerOf = async (response: Response): Promise<Answer> => {
  const body = (await response.json()) as { readonly error?: { readonly code?: string } }
  return { status: response.status, code: body.error?.code, body }
}

/** Sends a signed request; a payout's idempotency key is no part of what is signed by a key of `bind=none`. */
export const send = async (victim: Victim, signed: SignedRequest, idempotencyKey?: string): Promise<Answer> =>
  answerOf(
    await fetch(victim.url + signed.path, {
      method: signed.method,
      headers: {
        ...signed.headers,
        ...(idempotencyKey === undefined ? {} : { "x-idempotency-key": idempotencyKey })
      },
      ...(signed.body === undefined ? {} : { body: signed.body })
    })
  )

/** A call of an operation that takes the secret in `x-api-key`. */
export const callWithSecret = async (victim: Victim, path: string, fields?: object): Promise<Answer> =>
  answerOf(
    await fetch(victim.url + path, {
      method: fields === undefined ? "GET" : "POST",
      headers: { "x-api-key": victim.credentials.secret, "content-type": "application/json" },
      ...(fields === undefined ? {} : { body: JSON.stringify(fields) })
    })
  )
