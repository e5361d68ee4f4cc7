import { createHash, createHmac } from "node:crypto"
import type { BindMode } from "@quittance/core/adapter"
import type { Credentials } from "./sandboxPartner.ts"

/** A request to sign. `target` is the path, with a query if there is one. */
export interface RequestToSign {
  readonly method: string
  readonly target: string
  readonly body: Uint8Array | undefined
  readonly idempotencyKey: string | undefined
  /** Milliseconds since 1970, of the wall clock. */
  readonly at: number
}

export interface SignedRequest {
  /** Null where nothing is signed: the secret itself is sent. */
  readonly stringToSign: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** How the groups of the API prove who calls, by the beginning of the path. */
const proofs = {
  "/api/v2/crypto/": "signature",
  "/api/v1/": "secret",
  "/sandbox/v1/": "secret",
  "/v1/": "pair"
} as const

type Proof = (typeof proofs)[keyof typeof proofs]

export const proofOf = (target: string): Proof | undefined =>
  Object.entries(proofs).find(([beginning]) => target.startsWith(beginning))?.[1]

/** The headers of a request; with a signature, if its group takes one. */
export const signedRequest = (
  { at, body, idempotencyKey, method, target }: RequestToSign,
  { publicKey, secret }: Credentials,
  { bind, proof }: { readonly bind: BindMode; readonly proof: Proof }
): SignedRequest => {
  const bodyHeaders: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" }
  if (proof !== "signature") {
    const keyHeader: Record<string, string> =
      idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }
    const caller: Record<string, string> =
      proof === "secret" ? { "x-api-key": secret } : { "x-api-key": publicKey, "x-api-secret": secret }
    return { stringToSign: null, headers: { ...caller, ...keyHeader, ...bodyHeaders } }
  }
  const [path = "", ...query] = target.split("?")
  const timestamp = String(at)
  const bodyHash = body === undefined ? "" : createHash("sha256").update(body).digest("hex")
  const bound = { none: "", idempotency: idempotencyKey ?? "", query: query.join("?") }[bind]
  const stringToSign = `${method}${path}${timestamp}${bodyHash}${bound}`
  return {
    stringToSign,
    headers: {
      "x-api-key": publicKey,
      "x-timestamp": timestamp,
      "x-signature": createHmac("sha256", secret).update(stringToSign).digest("hex"),
      ...(idempotencyKey === undefined ? {} : { "x-idempotency-key": idempotencyKey }),
      ...bodyHeaders
    }
  }
}
