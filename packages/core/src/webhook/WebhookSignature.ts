import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"

/**
 * The headers that prove a delivery: those of Standard Webhooks (a signature by each key, space-separated) and `X-Signature`,
 * the hex HMAC-SHA256 of the body by the newest key. `keys` are the newest first.
 */
export const signatureHeaders = (
  keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>],
  message: { readonly id: string; readonly timestampSeconds: number; readonly body: string }
): { readonly [name: string]: string } => {
  const body = utf8ToBytes(message.body)
  const signed = utf8ToBytes(`${message.id}.${message.timestampSeconds}.`)
  const signatureOf = (key: Uint8Array): string =>
    `v1,${base64.encode(hmac.create(sha256, key).update(signed).update(body).digest())}`
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestampSeconds),
    "webhook-signature": keys.map(signatureOf).join(" "),
    "X-Signature": bytesToHex(hmac(sha256, keys[0], body))
  }
}
