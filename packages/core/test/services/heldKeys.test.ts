import { assert, describe } from "@effect/vitest"
import { ApiKeys, Operations } from "@quittance/core"
import { actingAs, OperatorKeys, operatorsId, RefusedRequests, Users } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { start, test } from "./Deployment.ts"
import { invite, join, member, shop } from "./people.ts"

const keyBy = (actor: "system" | `user:${string}` | `operator:${string}`, fields: object = {}) =>
  actingAs(
    actor,
    Effect.flatMap(ApiKeys, ({ create }) => create({ partner: "shop", ...fields }))
  )

const anOperator = Effect.gen(function* () {
  const { token } = yield* invite({ partner: null, role: null, operator: true, name: "Olga" })
  return yield* join(token)
})

describe("a key", () => {
  test("is told with who made it, and whether that person is disabled; an operator only as one", function* () {
    const anna = yield* member("owner", "Anna")
    yield* member("owner", "Boris")
    const olga = yield* anOperator
    const made = [
      yield* keyBy(`user:${anna.id}`),
      yield* keyBy(`operator:${olga.id}`),
      yield* keyBy("system", { expiresInDays: 1 })
    ]
    const { keys, users } = yield* Operations
    yield* keys.revoke(made[1]?.id ?? "")
    yield* users.disable(anna.id)
    yield* TestClock.adjust("1 day")
    const { items, total } = yield* keys.held((yield* shop).id)
    assert.strictEqual(total, 3)
    const told = new Map(items.map(({ createdBy, id, maker, status }) => [id, { createdBy, maker, status }]))
    assert.deepStrictEqual(
      made.map(({ id }) => told.get(id)),
      [
        {
          ...{ createdBy: `user:${anna.id}`, status: "active" },
          maker: { id: anna.id, name: "Anna", isDisabled: true }
        },
        { createdBy: "operator", status: "revoked", maker: null },
        { createdBy: "system", status: "expired", maker: null }
      ]
    )
    yield* users.forget(anna.id)
    const one = yield* keys.get(made[0]?.id ?? "")
    assert.deepStrictEqual([one.ownerId, one.maker?.name], [(yield* shop).id, null])
    assert.strictEqual((yield* Effect.flip(keys.get("key_0")))._tag, "NotFound")
  })

  test("that a person made is named when they are gone, with those of the operators, while it counts", function* () {
    const olga = yield* anOperator
    const made = yield* keyBy(`operator:${olga.id}`)
    const revoked = yield* keyBy(`operator:${olga.id}`)
    yield* keyBy("system")
    const ofOperators = yield* actingAs(
      `operator:${olga.id}`,
      Effect.flatMap(OperatorKeys, ({ create }) => create({ name: "billing" }))
    )
    const { keys } = yield* Operations
    yield* keys.revoke(revoked.id)
    yield* (yield* Users).disable(olga.id)
    const left = yield* keys.madeBy(olga.id)
    assert.deepStrictEqual(
      new Map(left.map(({ id, maker, ownerId }) => [id, [ownerId, maker?.name]])),
      new Map([
        [made.id, [made.partnerId, "Olga"]],
        [ofOperators.id, [operatorsId, "Olga"]]
      ])
    )
    const { items } = yield* keys.held(operatorsId)
    assert.deepStrictEqual(
      items.map(({ createdBy, maker }) => [createdBy, maker?.isDisabled]),
      [[`operator:${olga.id}`, true]]
    )
    assert.deepStrictEqual(yield* keys.madeBy("usr_0"), [])
  })
})

describe("refused requests", () => {
  test("are those of the last day of this partner, the newest first, and nobody's else", function* () {
    const { id } = yield* shop
    const refused = yield* RefusedRequests
    const request = (requestId: string, at: number, partnerId = id) => ({
      ...{ at, requestId, partnerId, keyId: "key_1", method: "GET", millis: 1.4 },
      ...{ path: "/api/v2/crypto/payouts/{id}", status: 404, code: "not_found" }
    })
    yield* TestClock.setTime(start + 25 * 3_600_000)
    yield* refused.record([
      request("old", start),
      request("first", start + 2 * 3_600_000),
      request("last", start + 3 * 3_600_000),
      request("foreign", start + 3 * 3_600_000, "prt_other")
    ])
    const { refusedRequests } = yield* Operations
    const found = yield* refusedRequests.list(id)
    assert.deepStrictEqual(
      found.map(({ at, requestId }) => [requestId, at]),
      [
        ["last", "2026-01-01T03:00:00.000Z"],
        ["first", "2026-01-01T02:00:00.000Z"]
      ]
    )
    assert.deepStrictEqual(Object.keys(found[0] ?? {}).sort(), [
      ...["at", "code", "keyId", "method", "millis", "path", "requestId", "status"]
    ])
  })
})
