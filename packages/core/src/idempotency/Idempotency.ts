import { Effect, Option, Result, Schema } from "effect"
import { decoderOf, type InvalidInput, printableAscii } from "../input/Input.ts"
import { IdempotencyConflict } from "../input/Refusals.ts"
import { ClaimReader } from "./ClaimReader.ts"
import { ClaimTaken, StoreUnavailable } from "../ports/Store.ts"
import type { Claim, ClaimScope } from "../ports/Claim.ts"
import { type FingerprintFields, fingerprintOf } from "./Fingerprint.ts"

export const idempotencyKeyLengthMax = 255

/** The key of a request that must have one effect however often it is sent, and what identifies its content. */
export interface IdempotentRequest {
  readonly scope: Extract<ClaimScope, `${string}.create`>
  readonly partnerId: string
  readonly key: string
  readonly fingerprint: string
}

/** The key of a request that may have none, as a client sends it in the header of this name. */
const decodeKey = decoderOf(
  Schema.Struct({ "Idempotency-Key": Schema.optional(printableAscii(idempotencyKeyLengthMax)) })
)

/** Refused when a key was given that is none. */
export const checkIdempotencyKey = (key: string | undefined): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(Effect.fromResult(decodeKey({ "Idempotency-Key": key })))

/** A request that has an effect each time when no key came with it. Its fields are looked at only with a key. */
export const idempotentRequest = (
  scope: IdempotentRequest["scope"],
  partnerId: string,
  key: string | undefined,
  fields: () => FingerprintFields
): IdempotentRequest | undefined =>
  key === undefined ? undefined : { scope, partnerId, key, fingerprint: fingerprintOf(fields()) }

/** The record that makes the commit of a request its only one. Never expires. */
export const claimOf = (request: IdempotentRequest, ownerId: string): Claim => ({
  scope: request.scope,
  key: request.key,
  partnerId: request.partnerId,
  ownerId,
  fingerprint: Option.some(request.fingerprint),
  expiresAt: Option.none()
})

/** The records of a request that may have come without a key. */
export const claimsOf = (request: IdempotentRequest | undefined, ownerId: string): ReadonlyArray<Claim> =>
  request === undefined ? [] : [claimOf(request, ownerId)]

/** Carries requests out once; see `makeIdempotency`. */
export type Once = <A, E>(
  request: IdempotentRequest | undefined,
  create: Effect.Effect<A, E | ClaimTaken>,
  replay: (ownerId: string) => Effect.Effect<A, E>,
  options?: {
    /** `create` does nothing but decide and commit, so that its commit may find out whether somebody carried it out before. */
    readonly commitsOnly: true
  }
) => Effect.Effect<
  { readonly value: A; readonly replayed: boolean },
  E | IdempotencyConflict | StoreUnavailable
>

/**
 * Carries a request out once. `create` runs when nobody did; when somebody else wins the race meanwhile, the winner's
 * result is the answer, whatever the loser was refused with: the winner may have taken what the loser lacked. That is how a
 * request in flight is waited for: both commit, one lands, the other replays. Refused when the key belongs to a request with
 * other fields. A request without a key is carried out as often as it comes. Another claim of the same commit that is taken is
 * a defect: what may be taken by others, `create` turns into a refusal of its own.
 *
 * Whether somebody carried it out is looked up first, unless the commit alone tells: the commit looks for the claim anyway.
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

  const onlyClaim = <E>(failure: E | ClaimTaken) =>
    failure instanceof ClaimTaken ? Effect.die(failure) : Effect.fail(failure)

  return Effect.fnUntraced(function* (request, create, replay, options) {
    if (request === undefined) return { value: yield* Effect.catch(create, onlyClaim), replayed: false }
    const owner = options?.commitsOnly === true ? undefined : yield* findOwner(request)
    if (owner !== undefined) return { value: yield* replay(owner), replayed: true }
    const created = yield* Effect.result(create)
    if (Result.isSuccess(created)) return { value: created.success, replayed: false }
    const failure = created.failure
    // Whether it landed is not known then, and not for this to say.
    if (failure instanceof StoreUnavailable && failure.outcome === "unknown")
      return yield* Effect.fail(failure)
    const winner = yield* findOwner(request)
    if (winner === undefined) return yield* onlyClaim(failure)
    return { value: yield* replay(winner), replayed: true }
  })
})
