import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { decoderOf, InvalidInput, integerBetween, oneLine, optionalField } from "../../kernel/input/Input.ts"
import { NotFound } from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { allById, firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Vault } from "../../kernel/ports/Vault.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Mode } from "../../kernel/setting/Mode.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Settings } from "../settings/Settings.ts"
import { type ApiKey, apiKey, BindMode, familiesOf, GrantedScope, isActive, scopeFamilies } from "./ApiKey.ts"
import { addressesIn, grantedIn, newKeyFacts } from "./newKey.ts"
import { isPartnerId } from "./Partner.ts"
import { cacheMillis, Partners } from "./Partners.ts"
import { apiKeyPrefix } from "./partnerNames.ts"

/**
 * A request for a key: its owner (a name, created if unknown, or an id), its own name, scopes, allowed addresses and
 * lifetime.
 */
export const ApiKeyRequest = Schema.Struct({
  partner: oneLine(100),
  name: optionalField(oneLine(100)),
  scopes: optionalField(Schema.Array(GrantedScope)),
  allowedIps: optionalField(Schema.Array(Schema.String)),
  bind: optionalField(BindMode),
  expiresInDays: optionalField(integerBetween(1, 3650))
})
export interface ApiKeyRequest extends Schema.Schema.Type<typeof ApiKeyRequest> {}

const decodeNewKey = decoderOf(ApiKeyRequest)

/** Decodes an untrusted request for a key, with the rules of the mode; see `ApiKeys.create`. */
export const newKeyOf = (input: unknown, mode: Mode) =>
  Result.gen(function* () {
    const request = yield* decodeNewKey(input)
    const scopes: ReadonlyArray<GrantedScope> = yield* grantedIn(request.scopes)
    if (mode === "live" && request.scopes == null)
      return yield* Result.fail(
        InvalidInput.of("scopes", "required", `is required in live mode, of one family: ${familyWords}`)
      )
    if (mode === "live" && familiesOf(scopes).size > 1)
      return yield* Result.fail(
        InvalidInput.of("scopes", "invalid_value", `must be of one family in live mode: ${familyWords}`)
      )
    return { ...request, scopes, allowedIps: yield* addressesIn(request.allowedIps) }
  })

const familyWords = scopeFamilies.map((family) => family.join(", ")).join("; or ")

/** Shown once, when a key is created. */
export interface NewApiKey {
  readonly id: string
  readonly partnerId: string
  readonly publicKey: string
  readonly secret: string
  readonly scopes: ReadonlyArray<GrantedScope>
  readonly bind: BindMode
}

/** A currently valid key, with its secret decrypted for checking signatures. */
export interface UsableApiKey {
  readonly key: ApiKey
  readonly secret: string
}

type Lookup = Effect.Effect<Option.Option<UsableApiKey>, StoreUnavailable>

/**
 * API keys: create, find, revoke. A lookup is at most a second old, so a revoked key is refused within a
 * second.
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * `input` is untrusted: `partner` (name, created if unknown, or id), `name` (1 to 100 visible characters on one
     * line), `scopes`, `allowedIps`, `bind`, `expiresInDays`. Whoever acts is its creator. By default a signature
     * covers the idempotency key in live mode, and does not in a sandbox.
     */
    readonly create: (input: unknown) => Effect.Effect<NewApiKey, InvalidInput | NotFound | StoreUnavailable>
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>
    /** Revoking a revoked key changes nothing. */
    readonly revoke: (id: string) => Effect.Effect<ApiKey, NotFound | StoreUnavailable>
    /** The usable key with this public key: known, of this mode, not revoked, not expired. */
    readonly byPublicKey: (publicKey: string) => Lookup
    readonly bySecret: (secret: string) => Lookup
  }
>()("@quittance/core/concepts/partner/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return ApiKeys.of({
        create: (input) => createKey(parts, input),
        list: Effect.provideService(allById(apiKey), StateReader, parts.states),
        revoke: (id) => revokeKey(parts, id),
        byPublicKey: (publicKey) => cachedKey(parts, publicKey, readKey(parts, "by_public_key", publicKey)),
        bySecret: (secret) => {
          const hash = secretHashOf(secret)
          return cachedKey(parts, hash, readKey(parts, "by_secret_hash", hash))
        }
      })
    })
  )
}

/** The services that keys use, looked up once and not for each call, and the usable keys found lately. */
const makeParts = Effect.gen(function* () {
  const settings = yield* Settings
  const { commit, transact } = yield* makeTransact
  return {
    settings,
    commit,
    transact,
    ids: yield* Ids,
    vault: yield* Vault,
    states: yield* StateReader,
    partners: yield* Partners,
    wallClock: yield* WallClock,
    cache: new Map<string, { readonly found: Option.Option<UsableApiKey>; readonly until: number }>(),
    kind: settings.mode === "live" ? "live" : "test"
  }
})
type Parts = Effect.Success<typeof makeParts>

const readKey = ({ states }: Parts, index: "by_id" | "by_public_key" | "by_secret_hash", value: string) =>
  firstOf(states.indexed(apiKey, index, { equal: [value] }))

const createKey = Effect.fn("ApiKeys.create")(function* (parts: Parts, input: unknown) {
  const { ids, kind, partners, settings } = parts
  const request = yield* Effect.fromResult(newKeyOf(input, settings.mode))
  const { allowedIps, scopes } = request
  const partner = yield* isPartnerId(request.partner)
    ? partners.find(request.partner)
    : partners.ensure(request.partner)
  const at = yield* Clock.currentTimeMillis
  const publicKey = `pk_${kind}_${yield* ids.token(16)}`
  const secret = `sk_${kind}_${yield* ids.token(32)}`
  const id = yield* ids.prefixed(apiKeyPrefix)
  const bind = request.bind ?? (settings.mode === "live" ? "idempotency" : "none")
  const key: ApiKey = {
    id,
    partnerId: partner.id,
    publicKey,
    sealedSecret: yield* parts.vault.seal(secret, id),
    secretHash: secretHashOf(secret),
    scopes,
    allowedIps,
    bind,
    createdAt: at,
    ...(yield* newKeyFacts(request, yield* parts.wallClock.now))
  }
  yield* parts.commit({
    aggregates: [{ _tag: "ApiKey", state: key, expectedVersion: 0 }],
    events: [eventOf(key, 1, "ApiKeyCreated", at)]
  })
  return { id, partnerId: partner.id, publicKey, secret, scopes, bind }
})

const revokeKey = Effect.fn("ApiKeys.revoke")((parts: Parts, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* readKey(parts, "by_id", id)
      if (Option.isNone(found)) return yield* new NotFound({ what: "key", id })
      const { state, version } = found.value
      if (Option.isSome(state.revokedAt)) return { answer: state }
      const at = yield* Clock.currentTimeMillis
      const revoked: ApiKey = { ...state, revokedAt: Option.some(at) }
      parts.cache.clear()
      return {
        commit: {
          aggregates: [writeOver("ApiKey", found.value, revoked)],
          events: [eventOf(revoked, version + 1, "ApiKeyRevoked", at)]
        },
        answer: revoked
      }
    })
  )
)

/** The key with its secret, if it may be used now. `before` is what an earlier lookup found. */
const usableKey = Effect.fnUntraced(function* (
  { kind, vault }: Parts,
  found: Option.Option<Versioned<ApiKey>>,
  now: number,
  before: UsableApiKey | undefined
) {
  if (Option.isNone(found)) return Option.none()
  const key = found.value.state
  if (!isActive(key, now) || !key.publicKey.startsWith(`pk_${kind}_`)) return Option.none()
  // Decrypting a secret takes longer than reading its key, and the same sealed value is the same secret.
  if (before !== undefined && before.key.sealedSecret === key.sealedSecret)
    return Option.some({ key, secret: before.secret })
  // A secret that the vault refuses means a lost master key: nothing can be served, so it is a defect.
  const secret = yield* Effect.catchTag(vault.open(key.sealedSecret, key.id), "VaultRefused", Effect.die)
  return Option.some({ key, secret })
})

const cachedKey = Effect.fnUntraced(function* (
  parts: Parts,
  name: string,
  read: Effect.Effect<Option.Option<Versioned<ApiKey>>, StoreUnavailable>
) {
  const { cache } = parts
  const now = yield* parts.wallClock.now
  const hit = cache.get(name)
  if (hit !== undefined && now < hit.until && now >= hit.until - cacheMillis) return hit.found
  const before = hit === undefined ? undefined : Option.getOrUndefined(hit.found)
  const found = yield* usableKey(parts, yield* read, now, before)
  // Unknown keys are not cached: guessing them must not fill the memory.
  if (Option.isSome(found)) {
    const { expiresAt } = found.value.key
    const until = Math.min(
      now + cacheMillis,
      Option.getOrElse(expiresAt, () => Infinity)
    )
    cache.set(name, { found, until })
  } else cache.delete(name)
  return found
})

/** Secrets are found by their lower-case hex SHA-256. They have 256 random bits, so the hash needs no salt. */
const secretHashOf = (secret: string): string => sha256Hex(secret)

const eventOf = (
  { id, partnerId, publicKey }: ApiKey,
  version: number,
  tag: "ApiKeyCreated" | "ApiKeyRevoked",
  at: Instant
): NewEvent => ({ partnerId, subjectId: id, version, at, event: { _tag: tag, publicKey } })
