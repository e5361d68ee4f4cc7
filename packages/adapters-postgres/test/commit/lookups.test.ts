import { assert, describe, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import {
  type ApiKey,
  apiKey,
  ClaimReader,
  type Commit,
  emptyCommit,
  ownClaim,
  type Partner,
  partner,
  partnerClaims,
  payoutClaims,
  StateReader,
  Store
} from "@quittance/core/adapter"
import { testServer } from "@quittance/testing/postgres"
import { Context, Effect, Layer, Option, Result } from "effect"
import { adminOf } from "../server/admin.ts"

const at = 1_767_225_600_000

const keyOf = (partnerId: string, id: string, publicKey = `pk ${id}`): ApiKey => ({
  ...{ id, partnerId, publicKey, secretHash: `hash of ${id}`, sealedSecret: "sealed", createdAt: at },
  ...{ scopes: ["*"], allowedIps: [], bind: "none" },
  ...{
    expiresAt: Option.none(),
    revokedAt: Option.none(),
    lastUsedAt: Option.none(),
    name: Option.none(),
    createdBy: Option.none()
  }
})

const making = (key: ApiKey, more: Partial<Commit> = {}): Commit => ({
  ...emptyCommit,
  aggregates: [{ _tag: "ApiKey", state: key, expectedVersion: 0 }],
  events: [
    {
      ...{ id: `evt ${key.partnerId} ${key.publicKey}`, partnerId: key.partnerId, subjectId: key.id },
      ...{ version: 1, at, actor: "system", event: { _tag: "ApiKeyCreated", publicKey: key.publicKey } }
    }
  ],
  ...more
})

const naming = (id: string, name: string): Commit => {
  const state: Partner = { id, name, terms: {}, createdAt: at }
  return {
    ...emptyCommit,
    aggregates: [{ _tag: "Partner", state, expectedVersion: 0 }],
    claims: [ownClaim({ id, partnerId: id }, partnerClaims.name, name)],
    events: [
      {
        ...{ id: `evt ${id}`, partnerId: id, subjectId: id, version: 1, at, actor: "system" },
        event: { _tag: "PartnerCreated", name }
      }
    ]
  }
}

for (const partners of ["many", "one"] as const)
  describe(`the directory, with groups of ${partners} partner${partners === "one" ? "" : "s"}`, () => {
    const opened = Effect.gen(function* () {
      const url = yield* Effect.promise(async () => (await testServer()).newDatabase())
      const ports = yield* Layer.build(PostgresStore.layer({ url, mode: "sandbox", partners }))
      const admin = yield* Effect.promise(() => adminOf(url))
      const states = Context.get(ports, StateReader)
      return {
        ports,
        states,
        store: Context.get(ports, Store),
        keyBy: (index: "by_id" | "by_public_key" | "by_secret_hash", value: string) =>
          Effect.map(states.indexed(apiKey, index, { equal: [value] }), (found) =>
            found.map(({ state }) => `${state.partnerId}/${state.id}`)
          ),
        rows: Effect.promise(async () => {
          const { rows } = await admin.query<{ row: string }>(
            "SELECT kind || ' ' || key || ' → ' || partner_id || '/' || owner_id AS row FROM directory ORDER BY 1"
          )
          return rows.map(({ row }) => row)
        })
      }
    })

    it.effect("a state is found by each of its lookups, which have a row each", () =>
      Effect.gen(function* () {
        const { keyBy, rows, store } = yield* opened
        yield* store.commit(making(keyOf("prt_1", "key_1")))
        assert.deepStrictEqual(yield* rows, [
          "api_keys.by_id key_1 → prt_1/key_1",
          "api_keys.by_public_key pk key_1 → prt_1/key_1",
          "api_keys.by_secret_hash hash of key_1 → prt_1/key_1"
        ])
        for (const [index, value] of [
          ["by_id", "key_1"],
          ["by_public_key", "pk key_1"],
          ["by_secret_hash", "hash of key_1"]
        ] as const) {
          assert.deepStrictEqual(yield* keyBy(index, value), ["prt_1/key_1"])
          assert.deepStrictEqual(yield* keyBy(index, `${value}0`), [])
        }
      }).pipe(Effect.scoped)
    )

    it.effect("a row that a refused commit leaves in it leads nowhere, and does not reserve the key", () =>
      Effect.gen(function* () {
        const { keyBy, rows, store } = yield* opened
        const claim = ownClaim({ id: "key_0", partnerId: "prt_1" }, payoutClaims.create, "taken")
        yield* store.commit(making(keyOf("prt_1", "key_0"), { claims: [claim] }))
        const key = keyOf("prt_1", "key_1")
        const refusal = yield* Effect.flip(store.commit(making(key, { claims: [claim] })))
        assert.strictEqual(refusal._tag, "ClaimTaken")
        const left = (yield* rows).filter((row) => row.includes("key_1"))
        assert.lengthOf(left, partners === "one" ? 3 : 0)
        assert.deepStrictEqual(yield* keyBy("by_public_key", "pk key_1"), [])
        yield* store.commit(making(key))
        assert.deepStrictEqual(yield* keyBy("by_public_key", "pk key_1"), ["prt_1/key_1"])
        // A row whose state has another key by now: the commit was decided again.
        const again = keyOf("prt_1", "key_2", "pk drawn first")
        yield* Effect.flip(store.commit(making(again, { claims: [claim] })))
        yield* store.commit(making(keyOf("prt_1", "key_2", "pk drawn then")))
        assert.deepStrictEqual(yield* keyBy("by_public_key", "pk drawn first"), [])
        assert.deepStrictEqual(yield* keyBy("by_public_key", "pk drawn then"), ["prt_1/key_2"])
      }).pipe(Effect.scoped)
    )

    it.effect("if two partners want a name at once, one gets it and is found by it", () =>
      Effect.gen(function* () {
        const { ports, rows, states, store } = yield* opened
        const ids = ["prt_1", "prt_2", "prt_3"]
        const outcomes = yield* Effect.all(
          ids.map((id) => Effect.result(store.commit(naming(id, "shop")))),
          { concurrency: "unbounded" }
        )
        const [owner, ...others] = ids.filter(
          (_, at) => outcomes[at] !== undefined && Result.isSuccess(outcomes[at])
        )
        assert.deepStrictEqual(others, [])
        for (const outcome of outcomes)
          if (Result.isFailure(outcome)) {
            const taken = { scope: partnerClaims.name.name, key: "shop", ownerId: owner ?? "nobody" }
            assert.deepInclude(outcome.failure, { _tag: "ClaimTaken", taken: [taken] })
          }
        assert.deepStrictEqual(yield* rows, [`partner.name shop → ${owner}/${owner}`])
        const found = yield* states.indexed(partner, "by_name", { equal: ["shop"] })
        assert.deepStrictEqual(
          found.map(({ state }) => state.id),
          [owner]
        )
        const claim = yield* Context.get(ports, ClaimReader).find(partnerClaims.name, "", "shop")
        assert.strictEqual(Option.getOrThrow(claim).ownerId, owner)
      }).pipe(Effect.scoped)
    )
  })
