import { bodyBytes, type RawBody } from "./bodyBytes.ts"
import { proofHeaders, type ReceivedHeaders } from "./receivedHeaders.ts"
import { looksLikeApiKey, signingKey } from "./signingKey.ts"
import { isWebhookEvent, type WebhookEvent } from "./WebhookEvent.ts"
import { WebhookVerificationError } from "./WebhookVerificationError.ts"

export interface VerifyWebhookOptions {
  /** How old a delivery may be, or how far ahead of this machine's clock; 300. What is older may be a replay. */
  readonly toleranceSeconds?: number
  /** This machine's clock in Unix milliseconds, for tests. */
  readonly now?: () => number
}

/**
 * The event of a webhook, proven to come from the holder of a secret, unchanged and not long ago. Rejects with a
 * `WebhookVerificationError` otherwise. Only after this is the body to be believed.
 *
 * An event can come more than once, and later than a newer one: see `WebhookEvent.id` and `isStale`.
 *
 * @param rawBody The body to the byte as it came, before any parser.
 * @param secrets The secret of the webhook, or several while it is rotated: one that fits is enough.
 */
export const verifyWebhook = async (
  rawBody: RawBody,
  headers: ReceivedHeaders,
  secrets: string | ReadonlyArray<string>,
  options: VerifyWebhookOptions = {}
): Promise<WebhookEvent> => {
  checkOptions(options)
  const given = typeof secrets === "object" && secrets !== null ? secrets : [secrets]
  if (given.length === 0)
    throw new WebhookVerificationError("secret_invalid", "There is no webhook secret to verify with.")
  const keys = given.map(signingKey)
  const body = bodyBytes(rawBody)
  const { id, signature, timestamp } = proofHeaders(headers)
  checkAge(timestamp, options)
  const signatures = signature
    .split(/\s+/)
    .flatMap((part) => (part.startsWith("v1,") ? [part.slice("v1,".length)] : []))
  if (signatures.length === 0)
    throw new WebhookVerificationError(
      "signature_invalid",
      "The header webhook-signature has no signature of version 1 (v1,…)."
    )
  const message = signedMessage(`${id}.${timestamp}.`, body)
  for (const key of keys) {
    const expected = await signatureOf(key, message)
    if (signatures.some((one) => isEqual(one, expected))) return eventOf(body)
  }
  throw given.some(looksLikeApiKey)
    ? new WebhookVerificationError(
        "secret_invalid",
        "The webhook secret is an API key, which signs no webhooks: use the secret that was shown when the webhook was created."
      )
    : new WebhookVerificationError(
        "signature_mismatch",
        "No signature matches the body and a secret. Either the body was changed, for example by parsing and serialising it again: pass it unchanged. Or the secret belongs to another webhook, or was replaced: use the newest secret of this webhook."
      )
}

const refuse = (message: string): never => {
  throw new WebhookVerificationError("option_invalid", message)
}

/** A receiver may have no types, and what is misspelt would silently accept or refuse other webhooks. */
const checkOptions = (options: VerifyWebhookOptions): void => {
  if (typeof options !== "object" || options === null)
    refuse("The options of verifyWebhook must be an object, such as { toleranceSeconds: 300 }.")
  const { now, toleranceSeconds, ...unknown } = options
  const [name] = Object.keys(unknown)
  if (name !== undefined) refuse(`verifyWebhook has no option ${name}: it has toleranceSeconds and now.`)
  if (toleranceSeconds !== undefined && !(Number.isFinite(toleranceSeconds) && toleranceSeconds >= 0))
    refuse(`toleranceSeconds is ${String(toleranceSeconds)}: it must be a number of seconds from 0.`)
  if (now !== undefined && typeof now !== "function")
    refuse(`now is ${String(now)}: it must be a function that returns Unix milliseconds.`)
}

const checkAge = (timestamp: string, options: VerifyWebhookOptions): void => {
  const { now = Date.now, toleranceSeconds = 300 } = options
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError(
      "timestamp_invalid",
      "The header webhook-timestamp is not a number of seconds."
    )
  const ageSeconds = Math.floor(now() / 1_000) - Number(timestamp)
  if (Math.abs(ageSeconds) <= toleranceSeconds) return
  throw ageSeconds > 0
    ? new WebhookVerificationError(
        "timestamp_too_old",
        `The webhook was signed ${ageSeconds} s ago, and at most ${toleranceSeconds} s are allowed: it is a replay, or this machine's clock is fast.`
      )
    : new WebhookVerificationError(
        "timestamp_too_new",
        `The webhook was signed ${-ageSeconds} s in the future, and at most ${toleranceSeconds} s are allowed: this machine's clock is slow.`
      )
}

const signedMessage = (start: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(start)
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  return message
}

const signatureOf = async (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>
): Promise<string> => {
  const subtle = globalThis.crypto?.subtle
  if (subtle === undefined)
    throw new WebhookVerificationError(
      "crypto_missing",
      "Web Crypto is missing: it needs Node 20 or a current Deno, Bun or edge runtime, and in browsers a page over https."
    )
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  const bytes = new Uint8Array(await subtle.sign("HMAC", imported, message))
  return btoa(String.fromCharCode(...bytes))
}

/** Takes as long wherever two texts differ, so that a signature cannot be guessed piece by piece. */
const isEqual = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const eventOf = (body: Uint8Array): WebhookEvent => {
  const event = parsed(new TextDecoder().decode(body))
  if (isWebhookEvent(event)) return event
  throw new WebhookVerificationError("event_invalid", "The body is signed but is not an event.")
}
