import { Effect, Option, Result } from "effect"
import { IdempotencyConflict } from "../input/Refusals.ts"
import { invariant } from "../machine/invariant.ts"
import { ClaimReader } from "../ports/ClaimReader.ts"
import { ClaimTaken, type StoreUnavailable } from "../ports/Store.ts"
import type { Claim } from "./Claim.ts"

/** The key of a request that must have one effect however often it is sent, and what identifies its content. */
export interface IdempotentRequest {
  readonly scope: "payout.create" | "cryptoInvoice.create" | "invoice.create"
  readonly partnerId: string
  readonly key: string
  readonly fingerprint: string
}

/** The record that makes the commit of a request its only one. Never expires. */
export const claimOf = (request: IdempotentRequest, ownerId: string): Claim => ({
  scope: request.scope,
  key: request.key,
  partnerId: request.partnerId,
  ownerId,
  fingerprint: Option.some(request.fingerprint),
  expiresAt: Option.none()
})

/** Carries requests out once; see `makeIdempotency`. */
export type Once = <A, E>(
  request: IdempotentRequest,
  create: Effect.Effect<A, E | ClaimTaken>,
  replay: (ownerId: string) => Effect.Effect<A, E>
) => Effect.Effect<
  { readonly value: A; readonly replayed: boolean },
  E | IdempotencyConflict | StoreUnavailable | ClaimTaken
>

/**
 * Carries a request out once. `create` runs when nobody did; when somebody else wins the race meanwhile, the winner's
 * result is the answer. That is how a request in flight is waited for: both commit, one lands, the other replays.
 * Refused when the key belongs to a request with other fields.
 */
export const makeIdempotency = Effect.map(ClaimReader, (claims): Once => {
  const findOwner = Effect.fnUntraced(function* (request: IdempotentRequest) {
    const claim = yield* claims.find(request.scope, request.partnerId, request.key)
    if (Option.isNone(claim)) return undefined
    if (Option.getOrUndefined(claim.value.fingerprint) !== request.fingerprint) {
      return yield* new IdempotencyConflict({ key: request.key })
    }
    return claim.value.ownerId
  })

  return Effect.fnUntraced(function* (request, create, replay) {
    const owner = yield* findOwner(request)
    if (owner !== undefined) return { value: yield* replay(owner), replayed: true }
    const created = yield* Effect.result(create)
    if (Result.isSuccess(created)) return { value: created.success, replayed: false }
    const failure = created.failure
    const lost =
      failure instanceof ClaimTaken &&
      failure.taken.some(({ key, scope }) => scope === request.scope && key === request.key)
    if (!lost) return yield* Effect.fail(failure)
    const winner = yield* findOwner(request)
    invariant(winner !== undefined, "an idempotency record stays")
    return { value: yield* replay(winner), replayed: true }
  })
})
