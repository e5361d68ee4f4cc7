import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { decoderOf, integerBetween, InvalidInput, optionalField } from "../input/Input.ts"
import { NotFound } from "../input/Refusals.ts"
import { Ids } from "../ports/Ids.ts"
import { PartnerReader } from "../ports/PartnerReader.ts"
import { emptyCommit, Store, type StoreUnavailable } from "../ports/Store.ts"
import { Vault } from "../ports/Vault.ts"
import type { Versioned } from "../ports/Versioned.ts"
import { Settings } from "../settings/Settings.ts"
import { millisPerDay } from "../time/Instant.ts"
import { WallClock } from "../time/WallClock.ts"
import { type ApiKey, BindMode, familiesOf, GrantedScope } from "./ApiKey.ts"
import { isCidr } from "./Cidr.ts"
import { isPartnerId } from "./Partner.ts"
import { cacheMillis, Partners } from "./Partners.ts"

/** 1 to 100 characters without control characters, and no space at either end. */
const partnerName = Schema.String.check(
  Schema.isPattern(/^(?!\s)[^\p{C}]{1,100}(?<!\s)$/u, {
    message: "invalid_value:must have 1 to 100 characters, with no space at either end"
  })
)

const decodeNewKey = decoderOf(
  Schema.Struct({
    partner: partnerName,
    scopes: optionalField(Schema.Array(GrantedScope)),
    allowedIps: optionalField(Schema.Array(Schema.String)),
    bind: optionalField(BindMode),
    expiresInDays: optionalField(integerBetween(1, 3650))
  })
)

/** What is shown once, when a key is made. */
export interface NewApiKey {
  readonly id: string
  readonly partnerId: string
  readonly publicKey: string
  readonly secret: string
  readonly scopes: ReadonlyArray<GrantedScope>
  readonly bind: BindMode
}

/** A key that may be used now, with its secret opened for checking signatures. */
export interface UsableApiKey {
  readonly key: ApiKey
  readonly secret: string
}

type Lookup = Effect.Effect<Option.Option<UsableApiKey>, StoreUnavailable>

/** API keys: made, found, revoked. What is found is at most a second old, so a revoked key is refused within one. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * `input` is untrusted: `partner` (name, made when unknown, or id), `scopes`, `allowedIps`, `bind`, `expiresInDays`. In live
     * mode a signature covers the idempotency key unless told otherwise; in a sandbox it does not.
     */
    readonly create: (input: unknown) => Effect.Effect<NewApiKey, InvalidInput | StoreUnavailable>
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>
    /** Revoking a revoked key changes nothing. */
    readonly revoke: (id: string) => Effect.Effect<ApiKey, NotFound | StoreUnavailable>
    /** The usable key with this public key: known, of this mode, not revoked, not expired. */
    readonly byPublicKey: (publicKey: string) => Lookup
    readonly bySecret: (secret: string) => Lookup
  }
>()("@quittance/core/partner/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const settings = yield* Settings
      const store = yield* Store
      const ids = yield* Ids
      const vault = yield* Vault
      const reader = yield* PartnerReader
      const partners = yield* Partners
      const wallClock = yield* WallClock
      const cache = new Map<string, { readonly found: Option.Option<UsableApiKey>; readonly until: number }>()
      const kind = settings.mode === "live" ? "live" : "test"

      const write = (
        key: ApiKey,
        expectedVersion: number,
        tag: "ApiKeyCreated" | "ApiKeyRevoked",
        at: number
      ) =>
        Effect.flatMap(ids.prefixed("evt_"), (id) =>
          store.commit({
            ...emptyCommit,
            aggregates: [{ _tag: "ApiKey", state: key, expectedVersion }],
            events: [
              {
                id,
                partnerId: key.partnerId,
                subjectId: key.id,
                version: expectedVersion + 1,
                at,
                event: { _tag: tag, publicKey: key.publicKey }
              }
            ]
          })
        ).pipe(Effect.catchTags({ ClaimTaken: Effect.die, LimitExceeded: Effect.die, LeaseLost: Effect.die }))

      const create = Effect.fn("ApiKeys.create")(function* (input: unknown) {
        const request = yield* Effect.fromResult(decodeNewKey(input))
        const scopes: ReadonlyArray<GrantedScope> = request.scopes ?? ["*"]
        if (scopes.length === 0)
          return yield* InvalidInput.of("scopes", "required", "must name at least one scope")
        if (settings.mode === "live" && familiesOf(scopes).size > 1) {
          return yield* InvalidInput.of(
            "scopes",
            "invalid_value",
            "must belong to one family in live mode: crypto and payouts, or payments, kyc and webhooks, or transit"
          )
        }
        const badIp = (request.allowedIps ?? []).find((cidr) => !isCidr(cidr))
        if (badIp !== undefined) {
          return yield* InvalidInput.of(
            "allowedIps",
            "invalid_value",
            `${badIp} must be an address or CIDR block`
          )
        }
        const partner = yield* isPartnerId(request.partner)
          ? Effect.mapError(partners.find(request.partner), (failure) =>
              failure._tag === "NotFound"
                ? InvalidInput.of("partner", "invalid_value", "is no partner's id")
                : failure
            )
          : partners.ensure(request.partner)
        const at = yield* Clock.currentTimeMillis
        // Key expiry is wall-clock time, like everything that authenticates.
        const wallNow = yield* wallClock.now
        const publicKey = `pk_${kind}_${yield* ids.token(16)}`
        const secret = `sk_${kind}_${yield* ids.token(32)}`
        const id = yield* ids.prefixed("key_")
        const bind = request.bind ?? (settings.mode === "live" ? "idempotency" : "none")
        const key: ApiKey = {
          id,
          partnerId: partner.id,
          publicKey,
          sealedSecret: yield* vault.seal(secret, id),
          secretHash: secretHashOf(secret),
          scopes,
          allowedIps: request.allowedIps ?? [],
          bind,
          createdAt: at,
          expiresAt: Option.map(
            Option.fromNullishOr(request.expiresInDays),
            (days) => wallNow + days * millisPerDay
          ),
          revokedAt: Option.none(),
          lastUsedAt: Option.none()
        }
        yield* write(key, 0, "ApiKeyCreated", at).pipe(Effect.catchTag("VersionConflict", Effect.die))
        return { id, partnerId: partner.id, publicKey, secret, scopes, bind }
      })

      const revoke: ApiKeys["Service"]["revoke"] = Effect.fn("ApiKeys.revoke")(function* (id) {
        const found = yield* reader.keyById(id)
        if (Option.isNone(found)) return yield* new NotFound({ what: "key", id })
        const { state, version } = found.value
        if (Option.isSome(state.revokedAt)) return state
        const at = yield* Clock.currentTimeMillis
        const revoked: ApiKey = { ...state, revokedAt: Option.some(at) }
        cache.clear()
        return yield* write(revoked, version, "ApiKeyRevoked", at).pipe(
          Effect.as(revoked),
          Effect.catchTag("VersionConflict", () => revoke(id))
        )
      })

      const usable = Effect.fnUntraced(function* (
        found: Option.Option<Versioned<ApiKey>>,
        now: number,
        before: UsableApiKey | undefined
      ) {
        if (Option.isNone(found)) return Option.none()
        const key = found.value.state
        const expired = Option.exists(key.expiresAt, (expiresAt) => now >= expiresAt)
        if (expired || Option.isSome(key.revokedAt) || !key.publicKey.startsWith(`pk_${kind}_`))
          return Option.none()
        // To open a secret takes longer than to read its key, and the same sealed value is the same secret.
        if (before !== undefined && before.key.sealedSecret === key.sealedSecret)
          return Option.some({ key, secret: before.secret })
        // A secret that the vault refuses is a lost master key: nothing can be served, so it is a defect.
        const secret = yield* Effect.catchTag(
          vault.open(key.sealedSecret, key.id),
          "VaultRefused",
          Effect.die
        )
        return Option.some({ key, secret })
      })

      const cached = Effect.fnUntraced(function* (
        name: string,
        read: Effect.Effect<Option.Option<Versioned<ApiKey>>, StoreUnavailable>
      ) {
        const now = yield* wallClock.now
        const hit = cache.get(name)
        if (hit !== undefined && now < hit.until && now >= hit.until - cacheMillis) return hit.found
        const before = hit === undefined ? undefined : Option.getOrUndefined(hit.found)
        const found = yield* usable(yield* read, now, before)
        // Unknown keys are not kept: guessing them must not fill the memory.
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

      return ApiKeys.of({
        create,
        list: reader.keys,
        revoke,
        byPublicKey: (publicKey) => cached(publicKey, reader.keyByPublicKey(publicKey)),
        bySecret: (secret) => {
          const hash = secretHashOf(secret)
          return cached(hash, reader.keyBySecretHash(hash))
        }
      })
    })
  )
}

/** Secrets are found by this: lower-case hex SHA-256. They have 256 random bits, so the hash needs no salt. */
const secretHashOf = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)))
