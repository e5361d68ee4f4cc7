import { WebhookVerificationError } from "./WebhookVerificationError.ts"

/** Headers as a platform hands them out: `Headers`, a `Map` or pairs, or a record as Node's, its names in any case. */
export type ReceivedHeaders =
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** What a delivery is proven by. */
export interface ProofHeaders {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
}

const isIterable = (value: object): value is Iterable<unknown> =>
  typeof Reflect.get(value, Symbol.iterator) === "function"

const pairsOf = (headers: unknown): ReadonlyArray<readonly [unknown, unknown]> => {
  if (typeof headers !== "object" || headers === null) return []
  if (!isIterable(headers)) return Object.entries(headers)
  return [...headers].flatMap((pair) => (Array.isArray(pair) ? [[pair[0], pair[1]] as const] : []))
}

/** The three headers of Standard Webhooks. A caller without types may pass anything. */
export const proofHeaders = (headers: unknown): ProofHeaders => {
  const found = new Map<string, string>()
  for (const [name, value] of pairsOf(headers)) {
    // A header that was sent several times is a list to Node.
    const text = Array.isArray(value) ? value.join(" ") : value
    if (typeof name === "string" && typeof text === "string") found.set(name.toLowerCase(), text.trim())
  }
  const id = found.get("webhook-id") ?? ""
  const timestamp = found.get("webhook-timestamp") ?? ""
  const signature = found.get("webhook-signature") ?? ""
  const missing = Object.entries({ id, timestamp, signature }).filter(([, value]) => value === "")
  if (missing.length > 0)
    throw new WebhookVerificationError(
      "header_missing",
      `Missing headers: ${missing.map(([name]) => `webhook-${name}`).join(", ")}. Pass the request's headers unchanged. If you do, a proxy removes them, or the request is not a webhook.`
    )
  return { id, timestamp, signature }
}
