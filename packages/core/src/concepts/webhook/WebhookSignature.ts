import { type HmacKey, hmacSha256 } from "../../kernel/digest/sha256.ts"

/** The keys that sign a delivery, the newest first. */
export type SigningKeys = readonly [HmacKey, ...ReadonlyArray<HmacKey>]

/**
 * The signature headers of a delivery: those of Standard Webhooks (one signature per key, space-separated)
 * and `X-Signature`, the hex HMAC-SHA256 of the body with the newest key.
 */
export const signatureHeaders = (
  keys: SigningKeys,
  message: { readonly id: string; readonly timestampSeconds: number; readonly body: string }
): { readonly [name: string]: string } => {
  const signed = `${message.id}.${message.timestampSeconds}.`
  const signatureOf = (key: HmacKey): string => `v1,${hmacSha256(key, "base64", signed, message.body)}`
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestampSeconds),
    "webhook-signature": keys.map(signatureOf).join(" "),
    "X-Signature": hmacSha256(keys[0], "hex", message.body)
  }
}
