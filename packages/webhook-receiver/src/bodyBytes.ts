import { WebhookVerificationError } from "./WebhookVerificationError.ts"

/** A body as it came: text, or bytes (a Node `Buffer` is some). */
export type RawBody = string | Uint8Array | ArrayBuffer

const howTo =
  "pass the raw body: express.raw({ type: '*/*' }), Fastify's parseAs 'buffer', await request.arrayBuffer()"

/** Works across realms, as test environments and frames have them, where `instanceof` does not. */
const isArrayBuffer = (body: object): body is ArrayBuffer =>
  Object.prototype.toString.call(body) === "[object ArrayBuffer]"

const bytesOf = (body: unknown): Uint8Array => {
  if (body === undefined || body === null)
    throw new WebhookVerificationError("body_missing", `There is no body: ${howTo}.`)
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (typeof body === "object" && isArrayBuffer(body)) return new Uint8Array(body)
  throw new WebhookVerificationError(
    "body_parsed",
    `The body is ${Array.isArray(body) ? "an array" : `of type ${typeof body}`}, not the raw body. It was already parsed, and the signed bytes cannot be recovered: ${howTo}.`
  )
}

/** The bytes that were signed. A caller without types may pass anything. */
export const bodyBytes = (body: unknown): Uint8Array => {
  const bytes = bytesOf(body)
  if (bytes.length === 0)
    throw new WebhookVerificationError(
      "body_missing",
      `The body is empty. Something has already read it, for example a body parser: ${howTo}.`
    )
  return bytes
}
