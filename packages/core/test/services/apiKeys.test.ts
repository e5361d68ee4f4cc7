import { assert, describe, it } from "@effect/vitest"
import {
  AesGcmVault,
  ApiKeys,
  defaultSettings,
  Ids,
  MemoryStore,
  Operations,
  Quittance,
  Settings,
  type StorePorts
} from "@quittance/core"
import {
  actingAs,
  apiKey as apiKeys,
  emptyMemoryState,
  firstOf,
  millisPerDay,
  type NewApiKey,
  partner as partners,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, deployed, masterKey, start, test, testIn } from "./Deployment.ts"

const create = (input: object) =>
  Effect.flatMap(ApiKeys, (keys) => keys.create({ partner: "shop", ...input }))

/** Whether the pair can be used, by its public key and by its secret. */
const isUsable = ({ publicKey, secret }: NewApiKey) =>
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const found = yield* Effect.all([keys.byPublicKey(publicKey), keys.bySecret(secret)])
    return found.map(Option.isSome)
  })
const deployedIn = (mode: "sandbox" | "live") =>
  Effect.provide(
    Quittance.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(masterKey))),
      Layer.provide(Layer.succeed(Settings, { ...defaultSettings, mode }))
    )
  )
const yes = [true, true]
const no = [false, false]

describe("an API key", () => {
  test("is found by its public key and by its secret, and never one for the other", function* () {
    const key = yield* create({})
    assert.deepStrictEqual(yield* isUsable(key), yes)
    assert.deepStrictEqual(yield* isUsable({ ...key, publicKey: key.secret, secret: key.publicKey }), no)
    const keys = yield* ApiKeys
    const found = yield* keys.byPublicKey(key.publicKey)
    assert.strictEqual(Option.getOrThrow(found).secret, key.secret)
    assert.match(key.publicKey, /^pk_test_/)
    assert.match(key.secret, /^sk_test_/)
  })

  test("has a name and a creator, which are listed with it, the newest first and never its secret", function* () {
    const bare = yield* create({})
    yield* TestClock.adjust(1)
    const named = yield* actingAs("operator:root", create({ name: "Касса №1", expiresInDays: 1 }))
    const other = yield* create({ partner: "other", name: "x" })
    const { keys } = yield* Operations
    const { items, total } = yield* keys.list(bare.partnerId)
    assert.strictEqual(total, 2)
    assert.deepStrictEqual(
      items.map(({ createdBy, id, name }) => [id, name, createdBy]),
      [
        [named.id, "Касса №1", "operator"],
        [bare.id, null, "system"]
      ]
    )
    const at = new Date(start + 1)
    assert.deepStrictEqual(items[0], {
      id: named.id,
      name: "Касса №1",
      createdBy: "operator",
      publicKey: named.publicKey,
      scopes: ["*"],
      allowedIps: [],
      bind: "none",
      createdAt: at.toISOString(),
      expiresAt: new Date(start + 1 + millisPerDay).toISOString(),
      revokedAt: null,
      lastUsedAt: null
    })
    assert.deepStrictEqual((yield* keys.list(bare.partnerId, { to: start + 1 })).items, items.slice(1))
    assert.strictEqual((yield* keys.list(other.partnerId)).total, 1)
    const states = yield* StateReader
    const stored = yield* firstOf(states.indexed(apiKeys, "by_id", { equal: [named.id] }))
    assert.deepStrictEqual(Option.getOrThrow(stored).state.createdBy, Option.some("operator:root"))
    assert.strictEqual((yield* Effect.flip(create({ name: "a\nb" })))._tag, "InvalidInput")
  })

  test("that is revoked is refused at once here", function* () {
    const key = yield* create({})
    assert.deepStrictEqual(yield* isUsable(key), yes)
    const keys = yield* ApiKeys
    yield* keys.revoke(key.id)
    assert.deepStrictEqual(yield* isUsable(key), no)
    const [first, second] = [yield* keys.revoke(key.id), yield* keys.revoke(key.id)]
    assert.deepStrictEqual(first, second, "revoking again changes nothing")
    assert.strictEqual((yield* Effect.flip(keys.revoke("key_unknown")))._tag, "NotFound")
  })

  test("that another process revoked is refused within a second", function* () {
    const key = yield* create({})
    assert.deepStrictEqual(yield* isUsable(key), yes)
    const other = yield* anotherProcess()
    yield* Effect.provideContext(
      Effect.flatMap(ApiKeys, (keys) => keys.revoke(key.id)),
      other
    )
    yield* TestClock.adjust("999 millis")
    assert.deepStrictEqual(yield* isUsable(key), yes)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* isUsable(key), no)
  })

  test("that was asked for before it was made is found as soon as it is", function* () {
    const keys = yield* ApiKeys
    const key = yield* create({})
    yield* keys.byPublicKey("pk_test_unknown")
    assert.deepStrictEqual(yield* isUsable(key), yes)
  })

  test("expires at the instant", function* () {
    const key = yield* create({ expiresInDays: 2 })
    yield* TestClock.setTime(start + 2 * millisPerDay - 1)
    assert.deepStrictEqual(yield* isUsable(key), yes)
    yield* TestClock.setTime(start + 2 * millisPerDay + 999)
    assert.deepStrictEqual(yield* isUsable(key), no)
  })

  test("that is in the cache expires at the instant as well", function* () {
    const key = yield* create({ expiresInDays: 2 })
    yield* TestClock.setTime(start + 2 * millisPerDay - 1)
    assert.deepStrictEqual(yield* isUsable(key), yes)
    yield* TestClock.setTime(start + 2 * millisPerDay)
    assert.deepStrictEqual(yield* isUsable(key), no)
  })

  it.effect("of the other mode is a wrong key", () =>
    Effect.gen(function* () {
      const store = MemoryStore.layerOver(emptyMemoryState())
      const inMode = (mode: "sandbox" | "live") =>
        Quittance.layer.pipe(
          Layer.provideMerge(Layer.mergeAll(store, Ids.layer, AesGcmVault.layer(masterKey))),
          Layer.provide(Layer.succeed(Settings, { ...defaultSettings, mode }))
        )
      const key = yield* Effect.provide(create({}), inMode("sandbox"))
      assert.deepStrictEqual(yield* Effect.provide(isUsable(key), inMode("sandbox")), yes)
      assert.deepStrictEqual(yield* Effect.provide(isUsable(key), inMode("live")), no)
    })
  )
})

describe("what a key's signatures cover", () => {
  const bindIn = (mode: "sandbox" | "live", input: object) =>
    Effect.gen(function* () {
      const { bind, publicKey } = yield* create({ scopes: ["payouts:write"], ...input })
      const keys = yield* ApiKeys
      const found = yield* keys.byPublicKey(publicKey)
      assert.deepStrictEqual(
        Option.map(found, ({ key }) => key.bind),
        Option.some(bind)
      )
      return bind
    }).pipe(deployedIn(mode))

  it.effect("is the idempotency key too in live mode, unless told otherwise", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* bindIn("live", {}), "idempotency")
      assert.strictEqual(yield* bindIn("live", { bind: "none" }), "none")
      assert.strictEqual(yield* bindIn("live", { bind: "query" }), "query")
      assert.strictEqual(yield* bindIn("sandbox", {}), "none")
      assert.strictEqual(yield* bindIn("sandbox", { bind: "idempotency" }), "idempotency")
    })
  )
})

describe("the partner of a key", () => {
  test("is named by its name or by its id, and the id makes no second partner", function* () {
    const first = yield* create({})
    const byId = yield* create({ partner: first.partnerId })
    const byName = yield* create({ partner: "shop" })
    assert.deepStrictEqual([byId.partnerId, byName.partnerId], [first.partnerId, first.partnerId])
    const states = yield* StateReader
    assert.isTrue(
      Option.isNone(yield* firstOf(states.indexed(partners, "by_name", { equal: [first.partnerId] })))
    )
  })

  test("is not made by an id that nobody has", function* () {
    const partner = `prt_${"0".repeat(32)}`
    const failure = yield* Effect.flip(create({ partner }))
    assert.strictEqual(failure.message, `there is no partner ${partner}`)
    const states = yield* StateReader
    assert.isTrue(Option.isNone(yield* firstOf(states.indexed(partners, "by_name", { equal: [partner] }))))
  })

  test("may have a name that only begins like an id", function* () {
    const first = yield* create({ partner: "prt_shop" })
    const second = yield* create({ partner: "prt_shop" })
    assert.match(first.partnerId, /^prt_[0-9a-f]{32}$/)
    assert.strictEqual(second.partnerId, first.partnerId)
  })
})

describe("the scopes of a key", () => {
  const scopesIn = (mode: "sandbox" | "live", scopes: ReadonlyArray<string>) =>
    Effect.exit(create({ scopes })).pipe(deployedIn(mode), Effect.map(Exit.isSuccess))

  it.effect("belong to one family in live, and to any in a sandbox", () =>
    Effect.gen(function* () {
      const families: ReadonlyArray<readonly [ReadonlyArray<string>, boolean]> = [
        [["crypto:read", "crypto:write", "payouts:write"], true],
        [["payments:read", "payments:write", "kyc:write", "webhooks:write"], true],
        [["transit:read", "transit:write"], true],
        [["crypto:read", "payments:read"], false],
        [["payouts:write", "transit:read"], false],
        [["kyc:write", "transit:write"], false],
        [["*"], false]
      ]
      for (const [scopes, inLive] of families) {
        assert.strictEqual(yield* scopesIn("live", scopes), inLive, scopes.join())
        assert.isTrue(yield* scopesIn("sandbox", scopes), scopes.join())
      }
      const unsaid = yield* Effect.flip(create({})).pipe(deployedIn("live"))
      assert.deepStrictEqual(unsaid._tag === "InvalidInput" && unsaid.issues.map(({ message }) => message), [
        "is required in live mode, of one family: crypto:read, crypto:write, payouts:write; or payments:read, payments:write, kyc:write, webhooks:write; or transit:read, transit:write"
      ])
      assert.isFalse(yield* scopesIn("sandbox", []))
      assert.isFalse(yield* scopesIn("sandbox", ["everything"]))
    })
  )
})

describe("a key's secret at rest", () => {
  testIn({ vault: AesGcmVault.layer(masterKey) })(
    "is sealed and hashed, and stands nowhere in the store",
    function* () {
      const { id, secret } = yield* create({})
      const states = yield* StateReader
      const { state } = Option.getOrThrow(yield* firstOf(states.indexed(apiKeys, "by_id", { equal: [id] })))
      assert.notInclude(JSON.stringify(state), secret)
      assert.match(state.sealedSecret, /^v1\./)
      assert.match(state.secretHash, /^[0-9a-f]{64}$/)
    }
  )

  it.effect("cannot be opened with another master key: a defect, never an unknown key", () =>
    Effect.gen(function* () {
      const store: Layer.Layer<StorePorts> = MemoryStore.layerOver(emptyMemoryState())
      const under = (key: string) =>
        Quittance.layer.pipe(Layer.provideMerge(Layer.mergeAll(store, Ids.layer, AesGcmVault.layer(key))))
      const key = yield* Effect.provide(create({}), under(masterKey))
      const exit = yield* Effect.exit(Effect.provide(isUsable(key), under(btoa("x".repeat(32)))))
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("that was moved to another key cannot be opened either", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const test = Effect.gen(function* () {
        const one = yield* create({})
        const other = yield* create({})
        const sealedOf = (id: string) => state.aggregates.ApiKey.get(id)?.state.sealedSecret ?? ""
        const moved = sealedOf(other.id)
        const stored = state.aggregates.ApiKey.get(one.id)
        if (stored !== undefined)
          state.aggregates.ApiKey.set(one.id, { ...stored, state: { ...stored.state, sealedSecret: moved } })
        return yield* Effect.exit(isUsable(one))
      })
      assert.isTrue(Exit.hasDies(yield* deployed({ store: MemoryStore.layerOver(state) })(test)))
    })
  )
})
