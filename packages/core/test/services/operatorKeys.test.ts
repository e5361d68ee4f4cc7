import { assert, describe } from "@effect/vitest"
import { ApiKeys } from "@quittance/core"
import {
  actingAs,
  allById,
  apiKey,
  Guard,
  millisPerDay,
  OperatorKeys,
  operatorsId
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { start, test } from "./Deployment.ts"

const create = (input: object = {}) => OperatorKeys.use((keys) => keys.create(input))

const isUsable = (secret: string) =>
  Effect.map(
    OperatorKeys.use((keys) => keys.bySecret(secret)),
    Option.isSome
  )

describe("an operator key", () => {
  test("is found by itself alone, and no lookup of partners finds it, nor it a partner's", function* () {
    const { publicKey, secret } = yield* create()
    const ofPartner = yield* ApiKeys.use((keys) => keys.create({ partner: "operators" }))
    assert.match(secret, /^ok_test_[\w-]{40,}$/)
    assert.isTrue(yield* isUsable(secret))
    for (const other of [publicKey, secret.slice(0, -1), secret.replace("test", "live"), ""])
      assert.isFalse(yield* isUsable(other), other)
    for (const other of [ofPartner.publicKey, ofPartner.secret]) assert.isFalse(yield* isUsable(other), other)
    const keys = yield* ApiKeys
    for (const each of [publicKey, secret]) {
      assert.isTrue(Option.isNone(yield* keys.byPublicKey(each)))
      assert.isTrue(Option.isNone(yield* keys.bySecret(each)))
    }
  })

  test("is stored by its hash only, of the operators, with whoever made it", function* () {
    const { id, secret } = yield* actingAs(
      "operator:root",
      create({ name: "billing", scopes: ["partners:read"] })
    )
    const [stored, ...others] = yield* allById(apiKey)
    assert.isEmpty(others)
    assert.deepInclude(stored, {
      ...{
        id,
        partnerId: operatorsId,
        publicKey: `ok_test_...${secret.slice(-4)}`,
        bind: "none",
        sealedSecret: ""
      },
      ...{ name: Option.some("billing"), createdBy: Option.some("operator:root"), scopes: ["partners:read"] }
    })
    assert.notInclude(JSON.stringify(stored), secret)
  })

  test("is refused at the instant of its expiry, and as soon as it is revoked", function* () {
    const { secret } = yield* create({ expiresInDays: 1 })
    yield* TestClock.adjust(millisPerDay - 1)
    assert.isTrue(yield* isUsable(secret))
    yield* TestClock.adjust(1)
    assert.isFalse(yield* isUsable(secret))
    const other = yield* create()
    assert.isTrue(yield* isUsable(other.secret))
    yield* ApiKeys.use((keys) => keys.revoke(other.id))
    assert.isFalse(yield* isUsable(other.secret))
  })

  test("has the minute of its last use", function* () {
    const { id } = yield* create()
    const at = start + 90_000
    yield* Guard.use((guard) => guard.recordKeyUse([{ keyId: id, partnerId: operatorsId, at }]))
    const [stored] = yield* allById(apiKey)
    assert.deepStrictEqual(stored?.lastUsedAt, Option.some(start + 60_000))
  })

  test("is refused a request that is not right, by the field", function* () {
    for (const [input, field] of [
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["crypto:read"] }, "scopes.0"],
      [{ allowedIps: ["here"] }, "allowedIps"],
      [{ expiresInDays: 0 }, "expiresInDays"],
      [{ name: "" }, "name"]
    ] as const) {
      const refused = yield* Effect.flip(create(input))
      assert.strictEqual(refused._tag, "InvalidInput")
      if (refused._tag === "InvalidInput")
        assert.deepStrictEqual(
          refused.issues.map((issue) => issue.field),
          [field]
        )
    }
  })
})
