import { Effect, Option, Result, Schema } from "effect"
import type { CreationScope } from "../concept/ClaimScope.ts"
import { sha256Hex } from "../digest/sha256.ts"
import { decoderOf, type InvalidInput, printableAscii } from "../input/Input.ts"
import { IdempotencyConflict } from "../input/Refusals.ts"
import { invariant } from "../machine/invariant.ts"
import { WrittenNumber } from "../money/WrittenNumber.ts"
import type { Claim } from "../ports/Claim.ts"
import { ClaimTaken, StoreUnavailable } from "../ports/Store.ts"
import { ClaimReader } from "./ClaimReader.ts"

/** What a decoded request of one kind is compared by when it is repeated. */
export interface RequestForm<Request> {
  readonly scope: CreationScope
  /** SHA-256, lower-case hex. */
  readonly fingerprint: (request: Request) => string
}

/**
 * The fields of a request that do not enter its fingerprint as they are, each with what enters in its place: nothing, a
 * default, another spelling or another name.
 */
export type Deviations<Request> = {
  readonly [Field in keyof Request]?: (request: Request) => FingerprintFields
}

/**
 * Derives the fingerprint from the decoded request: every field enters with its value unless it is absent or null. So
 * a field that is added later is compared from then on, and requests without it keep their fingerprints. Those are kept
 * for ever, and providers know payouts by references derived from them: a deviation may never be changed.
 */
export const requestForm = <Request extends object>(
  scope: CreationScope,
  deviations: Deviations<Request> = {}
): RequestForm<Request> => {
  const deviating = Object.values<Deviations<Request>[keyof Request]>(deviations)
  const deviatingNames = new Set(Object.keys(deviations))
  return {
    scope,
    fingerprint: (request) => {
      const fields: { [name: string]: unknown } = {}
      const enter = (source: object, leftOut?: ReadonlySet<string>): void => {
        for (const [name, value] of Object.entries(source)) {
          if (value == null || leftOut?.has(name) === true) continue
          if (Object.hasOwn(fields, name))
            invariant(false, `two fields of ${scope.name} enter its fingerprint as ${name}`)
          fields[name] = typeof value === "string" ? value : enteringValue(value)
        }
      }
      for (const deviation of deviating) if (deviation !== undefined) enter(deviation(request))
      enter(request, deviatingNames)
      return fingerprintOf(fields)
    }
  }
}

/** A decoded value as JSON: bytes by their hash, numbers with all their digits; undefined if it is absent. */
const enteringValue = (value: unknown): unknown => {
  if (Option.isOption(value)) return enteringValue(Option.getOrUndefined(value))
  return value == null ? undefined : exactValue(value)
}

const exactValue = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value
  if (value instanceof WrittenNumber) return value.text
  if (value instanceof Uint8Array) return sha256Hex(value)
  if (Array.isArray(value)) return value.map(exactValue)
  const prototype: unknown = Object.getPrototypeOf(value)
  invariant(
    prototype === Object.prototype || prototype === null,
    "only plain data has a fingerprint: declare a deviation for a field of another kind"
  )
  const present = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(present.map(([name, each]) => [name, exactValue(each)]))
}

/** What is compared of a request, by name: JSON values. A field that is undefined is absent. */
export type FingerprintFields = { readonly [field: string]: unknown }

/**
 * A JSON value as canonical text, independent of the order of keys (RFC 8785, except that numbers keep
 * JavaScript's form).
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null || value instanceof WrittenNumber)
    return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(",")}}`
}

/** SHA-256 (lower-case hex) of the canonical JSON of a request: keys sorted, absent fields left out (RFC 8785). */
export const fingerprintOf = (fields: FingerprintFields): string => {
  let text = ""
  for (const key of Object.keys(fields).sort()) {
    const value = fields[key]
    if (value !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(value)}`
  }
  return sha256Hex(`{${text}}`)
}

export const idempotencyKeyLengthMax = 255

/** The key of a request that must have one effect however often it is sent, and a fingerprint of its content. */
export interface IdempotentRequest {
  readonly scope: CreationScope
  readonly partnerId: string
  readonly key: string
  readonly fingerprint: string
}

/** The key of a request that may have none, from the header of this name. */
const decodeKey = decoderOf(
  Schema.Struct({ "Idempotency-Key": Schema.optional(printableAscii(idempotencyKeyLengthMax)) })
)

/** Refuses an invalid key, if one is given. */
export const checkIdempotencyKey = (key: string | undefined): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(Effect.fromResult(decodeKey({ "Idempotency-Key": key })))

/** A decoded request that has one effect under its key. */
export const requestUnder = <Request>(
  key: string,
  form: RequestForm<Request>,
  partnerId: string,
  request: Request
): IdempotentRequest => ({ scope: form.scope, partnerId, key, fingerprint: form.fingerprint(request) })

/** The same for a request that without a key has an effect every time. */
export const idempotentRequest = <Request>(
  key: string | undefined,
  form: RequestForm<Request>,
  partnerId: string,
  request: Request
): IdempotentRequest | undefined =>
  key === undefined ? undefined : requestUnder(key, form, partnerId, request)

/** The record that makes the commit of a request unique. Never expires. */
export const claimOf = (request: IdempotentRequest, ownerId: string): Claim => ({
  scope: request.scope,
  key: request.key,
  partnerId: request.partnerId,
  ownerId,
  fingerprint: Option.some(request.fingerprint),
  expiresAt: Option.none()
})

/** The records of a request that may have no key. */
export const claimsOf = (request: IdempotentRequest | undefined, ownerId: string): ReadonlyArray<Claim> =>
  request === undefined ? [] : [claimOf(request, ownerId)]

/** Executes requests once; see `makeIdempotency`. */
export type Once = <A, E>(
  request: IdempotentRequest | undefined,
  create: Effect.Effect<A, E | ClaimTaken>,
  replay: (ownerId: string) => Effect.Effect<A, E>,
  options?: {
    /**
     * `create` only decides and commits, so the commit itself may find out whether the request was executed
     * before.
     */
    readonly commitsOnly: true
  }
) => Effect.Effect<
  { readonly value: A; readonly replayed: boolean },
  E | IdempotencyConflict | StoreUnavailable
>

/**
 * Executes a request once. `create` runs if the request was not executed before. If another caller wins the
 * race, the winner's result is the answer, whatever error the loser had: the winner may have taken what the
 * loser lacked. This is how a request in flight is waited for: both try to commit, one succeeds, the other
 * replays. Refused if the key belongs to a request with other fields. A request without a key is executed
 * every time. If another claim of the same commit is taken, that is a defect: where others may take it,
 * `create` turns it into its own refusal.
 *
 * It first looks up whether the request was executed, unless the commit alone decides: the commit checks the
 * claim anyway.
 */
export const makeIdempotency = Effect.map(ClaimReader, (claims): Once => {
  const findOwner = Effect.fnUntraced(function* (request: IdempotentRequest) {
    const claim = yield* claims.find(request.scope, request.partnerId, request.key)
    if (Option.isNone(claim)) return undefined
    if (Option.getOrUndefined(claim.value.fingerprint) !== request.fingerprint) {
      return yield* new IdempotencyConflict({
        key: request.key,
        kind: request.scope.keyedBy
      })
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
    // The outcome is unknown then, and the caller must handle it.
    if (failure instanceof StoreUnavailable && failure.outcome === "unknown")
      return yield* Effect.fail(failure)
    const winner = yield* findOwner(request)
    if (winner === undefined) return yield* onlyClaim(failure)
    return { value: yield* replay(winner), replayed: true }
  })
})

/** What references name, by kind. Each concept adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface ReferenceKinds {}

const digits = 32

/**
 * The identifier of a record at an external provider: 128 bits of SHA-256, as 32 lower-case hex digits. It is
 * derived from the request and from nothing that a store generates. So a store that lost the record and gets
 * the request again sends the same identifier, and the provider recognises the repeat. Kind and facts are
 * encoded as a JSON array, so that different lists of facts never give the same text.
 */
export const referenceOf = (kind: keyof ReferenceKinds, ...facts: ReadonlyArray<string>): string =>
  sha256Hex(JSON.stringify(["quittance", kind, ...facts])).slice(0, digits)

/** Whether a name can be one of our references. The first version used payout ids. */
export const isReference = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
