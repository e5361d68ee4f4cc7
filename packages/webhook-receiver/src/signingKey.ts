import { WebhookVerificationError } from "./WebhookVerificationError.ts"

/** Secrets in the form of Standard Webhooks: this prefix, then base64. */
const prefix = "whsec_"

const whereFrom =
  "the secret was shown once, when the webhook was created, and again each time it was rotated"

const refuse = (what: string): never => {
  throw new WebhookVerificationError("secret_invalid", `The webhook secret ${what}: ${whereFrom}.`)
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 !== 1

/** The bytes that sign: what the base64 after `whsec_` decodes to, or else the UTF-8 of a secret of one's own. */
export const signingKey = (secret: unknown): Uint8Array<ArrayBuffer> => {
  if (typeof secret !== "string") return refuse(`is ${secret === null ? "null" : typeof secret}, not text`)
  if (secret.trim() === "") return refuse("is empty")
  if (!secret.startsWith(prefix)) return new TextEncoder().encode(secret)
  const base64 = secret.slice(prefix.length)
  if (!isBase64(base64)) return refuse("is not whsec_ and base64; it may be cut or have an extra character")
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Whether a secret looks like the key of an API client, which signs no webhooks unless somebody chose it to. */
export const looksLikeApiKey = (secret: string): boolean => /^[ps]k_(?:test|live)_/.test(secret)
