import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { decoderOf, InvalidInput, integerBetween, oneLine, optionalField } from "../../kernel/input/Input.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Mode } from "../../kernel/setting/Mode.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { operatorsId } from "../person/personNames.ts"
import { Settings } from "../settings/Settings.ts"
import { type ApiKey, apiKey, isActive } from "./ApiKey.ts"
import { addressesIn, grantedIn, newKeyFacts } from "./newKey.ts"
import { GrantedOperatorScope, type OperatorScope } from "./OperatorScope.ts"
import { apiKeyPrefix } from "./partnerNames.ts"

/** A request for an operator key: its name, scopes (all unless given), allowed addresses and lifetime. */
export const OperatorKeyRequest = Schema.Struct({
  name: optionalField(oneLine(100)),
  scopes: optionalField(Schema.Array(GrantedOperatorScope)),
  allowedIps: optionalField(Schema.Array(Schema.String)),
  expiresInDays: optionalField(integerBetween(1, 3650))
})

export interface OperatorKeyRequest extends Schema.Schema.Type<typeof OperatorKeyRequest> {}

const decodeRequest = decoderOf(OperatorKeyRequest)

/** Decodes an untrusted request for an operator key, with the rules of the mode; see `OperatorKeys.create`. */
export const newOperatorKeyOf = (input: unknown, mode: Mode) =>
  Result.gen(function* () {
    const request = yield* decodeRequest(input)
    const scopes: ReadonlyArray<GrantedOperatorScope> = yield* grantedIn(request.scopes)
    if (mode === "live" && (request.allowedIps ?? []).length === 0)
      return yield* Result.fail(
        InvalidInput.of(
          "allowedIps",
          "required",
          "is required for an operator key in live mode: name the addresses that may use it"
        )
      )
    return { ...request, scopes, allowedIps: yield* addressesIn(request.allowedIps) }
  })

/** Shown once, when the key is created. */
export interface NewOperatorKey {
  readonly id: string
  /** How the key begins and ends; what lists show in the place of a public key. */
  readonly publicKey: string
  readonly secret: string
  readonly scopes: ReadonlyArray<GrantedOperatorScope>
}

/** Whether the scopes of an operator key have this one. */
export const holdsOperatorScope = ({ scopes }: Pick<ApiKey, "scopes">, scope: OperatorScope): boolean =>
  scopes.includes("*") || scopes.includes(scope)

/**
 * Keys of the operators together. Each is one secret, which is sent: only its hash is stored. They are listed and
 * revoked as all keys are. A lookup of one is never of an earlier instant.
 */
export class OperatorKeys extends Context.Service<
  OperatorKeys,
  {
    /**
     * `input` is untrusted: `name` (1 to 100 visible characters on one line), `scopes`, `allowedIps` (required in live
     * mode), `expiresInDays`. Whoever acts is its creator.
     */
    readonly create: (input: unknown) => Effect.Effect<NewOperatorKey, InvalidInput | StoreUnavailable>
    /** The usable key that is this secret: known, of this mode, not revoked, not expired. */
    readonly bySecret: (secret: string) => Effect.Effect<Option.Option<ApiKey>, StoreUnavailable>
  }
>()("@quittance/core/concepts/partner/OperatorKeys") {
  static readonly layer = Layer.effect(
    OperatorKeys,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return OperatorKeys.of({
        create: (input) => createKey(parts, input),
        bySecret: (secret) => findKey(parts, secret)
      })
    })
  )
}

/** The services that operator keys use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const { mode } = yield* Settings
  return {
    mode,
    beginning: mode === "live" ? "ok_live_" : "ok_test_",
    commit: (yield* makeTransact).commit,
    ids: yield* Ids,
    states: yield* StateReader,
    wallClock: yield* WallClock
  }
})
type Parts = Effect.Success<typeof makeParts>

/** Enough to tell keys apart, and far too little to guess one. */
const shownEnd = 4

const createKey = Effect.fn("OperatorKeys.create")(function* (parts: Parts, input: unknown) {
  const { beginning, ids, mode } = parts
  const request = yield* Effect.fromResult(newOperatorKeyOf(input, mode))
  const { allowedIps, scopes } = request
  const at = yield* Clock.currentTimeMillis
  const secret = `${beginning}${yield* ids.token(32)}`
  const publicKey = `${beginning}...${secret.slice(-shownEnd)}`
  const id = yield* ids.prefixed(apiKeyPrefix)
  const key: ApiKey = {
    id,
    partnerId: operatorsId,
    publicKey,
    // It signs nothing, so there is nothing to seal.
    sealedSecret: "",
    secretHash: sha256Hex(secret),
    scopes,
    allowedIps,
    bind: "none",
    createdAt: at,
    ...(yield* newKeyFacts(request, yield* parts.wallClock.now))
  }
  const event = { _tag: "ApiKeyCreated", publicKey } as const
  yield* parts.commit({
    aggregates: [{ _tag: "ApiKey", state: key, expectedVersion: 0 }],
    events: [{ partnerId: operatorsId, subjectId: id, version: 1, at, event }]
  })
  return { id, publicKey, secret, scopes }
})

const findKey = Effect.fnUntraced(function* ({ beginning, states, wallClock }: Parts, secret: string) {
  if (!secret.startsWith(beginning)) return Option.none<ApiKey>()
  const found = yield* firstOf(states.indexed(apiKey, "by_secret_hash", { equal: [sha256Hex(secret)] }))
  const now = yield* wallClock.now
  return Option.filter(
    Option.map(found, ({ state }) => state),
    (key) => key.partnerId === operatorsId && isActive(key, now)
  )
})
