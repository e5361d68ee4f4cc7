import { Effect } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiRequest.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"

/** The names of the header with the caller's idempotency key. */
export const idempotencyHeaders = ["Idempotency-Key", "X-Idempotency-Key"] as const
export type IdempotencyHeader = (typeof idempotencyHeaders)[number]

const message = `${idempotencyHeaders.join(" and ")} are two names of one header: send one of them, or the same value in both`

const different = new ApiRefusal({
  code: "invalid_request",
  message,
  details: idempotencyHeaders.map((field) => ({ field, code: "invalid_value", message }))
})

/**
 * The caller's idempotency key, under whichever name it was sent, unchecked: what a signature binds, what a replay is
 * told by, and what a request is claimed under. Refused if both names were sent with different values.
 */
export const effectiveKey = (request: ApiRequest): Effect.Effect<string | undefined, ApiRefusal> => {
  const plain = headerOf(request, "idempotency-key")
  const prefixed = headerOf(request, "x-idempotency-key")
  return plain !== undefined && prefixed !== undefined && plain !== prefixed
    ? Effect.fail(different)
    : Effect.succeed(prefixed ?? plain)
}

/** The name under which the key was sent; the plain one where both were. */
export const nameOfKey = (request: ApiRequest): IdempotencyHeader | undefined =>
  idempotencyHeaders.find((name) => headerOf(request, name.toLowerCase()) !== undefined)
