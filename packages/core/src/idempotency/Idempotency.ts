import { Effect, Option } from "effect"
import { IdempotencyConflict } from "../input/Refusals.ts"
import { ClaimReader } from "../ports/ClaimReader.ts"
import { ClaimTaken, type StoreUnavailable } from "../ports/Store.ts"
import type { Claim } from "./Claim.ts"

/** The key of a request that must have one effect however often it is sent, and what identifies its content. */
export interface IdempotentRequest {
  readonly scope: "payout.create" | "cryptoInvoice.create"
  readonly partnerId: string
  readonly key: string
  readonly fingerprint: string
}

/** Who carried this request out already; refused when the key belongs to a request with other fields. */
export const findOwner = Effect.fnUntraced(function* (
  request: IdempotentRequest
): Effect.fn.Return<Option.Option<string>, IdempotencyConflict | StoreUnavailable, ClaimReader> {
  const claims = yield* ClaimReader
  const claim = yield* claims.find(request.scope, request.partnerId, request.key)
  if (Option.isNone(claim)) return Option.none()
  if (Option.getOrNull(claim.value.fingerprint) !== request.fingerprint) {
    return yield* new IdempotencyConflict({ key: request.key })
  }
  return Option.some(claim.value.ownerId)
})

/** The record that makes the commit of a request its only one. Never expires. */
export const claimOf = (request: IdempotentRequest, ownerId: string): Claim => ({
  scope: request.scope,
  key: request.key,
  partnerId: request.partnerId,
  ownerId,
  fingerprint: Option.some(request.fingerprint),
  expiresAt: Option.none()
})

/**
 * Carries a request out once. `create` runs when nobody did; when somebody else wins the race meanwhile, the winner's
 * result is the answer. That is how a request in flight is waited for: both commit, one lands, the other replays.
 */
export const once = Effect.fnUntraced(function* <A, E, R>(
  request: IdempotentRequest,
  create: Effect.Effect<A, E | ClaimTaken, R>,
  replay: (ownerId: string) => Effect.Effect<A, E, R>
): Effect.fn.Return<{ readonly value: A; readonly replayed: boolean }, E | IdempotencyConflict | StoreUnavailable | ClaimTaken, R | ClaimReader> {
  const owner = yield* findOwner(request)
  if (Option.isSome(owner)) return { value: yield* replay(owner.value), replayed: true }
  return yield* Effect.catchIf(
    Effect.map(create, (value) => ({ value, replayed: false })),
    (error): error is ClaimTaken & E =>
      error instanceof ClaimTaken &&
      error.taken.some((each) => each.scope === request.scope && each.key === request.key),
    () =>
      Effect.flatMap(findOwner(request), (winner) =>
        Option.isSome(winner)
          ? Effect.map(replay(winner.value), (value) => ({ value, replayed: true }))
          : Effect.die(new Error(`the claim ${request.scope} was taken and is gone`))
      )
  )
})
