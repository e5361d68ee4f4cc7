import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type Claim,
  ClaimReader,
  type ClaimScope,
  type ClaimTaken,
  type CommitFailure,
  chainClaims,
  claimScopes,
  cryptoInvoiceClaims,
  type Instant,
  invoiceClaims,
  type PartnerId,
  payoutClaims
} from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { adjusting, balancesOf, claimBy, commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** Claims: a key has one holder, for one partner or for everybody, until it expires. */

const scopesOf = (reach: ClaimScope["within"]) => claimScopes.filter(({ within }) => within === reach)

const find = Effect.fnUntraced(function* (scope: ClaimScope, partnerId: PartnerId, key: string) {
  const claims = yield* ClaimReader
  return yield* claims.find(scope, partnerId, key)
})

const take = Effect.fnUntraced(function* (claims: ReadonlyArray<Claim>, at: Instant = start) {
  const partnerId = claims[0]?.partnerId ?? ""
  yield* commit({ claims, events: [yield* newEvent(partnerId, "adj_claim", { at })] })
})

const takenBy = (error: CommitFailure): ClaimTaken["taken"] => {
  assert.strictEqual(error._tag, "ClaimTaken")
  return error._tag === "ClaimTaken" ? error.taken : []
}

const someKey = newPartnerId

export const claimChecks = {
  "a claim is found as it was made": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const plain = claimBy(partnerId, { scope: payoutClaims.create, key: "plain", ownerId: "a" })
    const full = claimBy(partnerId, {
      scope: payoutClaims.create,
      key: `"quotes" 'and' %_\\ 🧾 ${"x".repeat(200)}`,
      ownerId: "b",
      fingerprint: Option.some("0123abcd"),
      expiresAt: Option.some(start + 1)
    })
    yield* take([plain, full])
    for (const claim of [plain, full]) {
      assert.deepStrictEqual(yield* find(payoutClaims.create, partnerId, claim.key), Option.some(claim))
    }
    assert.isTrue(Option.isNone(yield* find(payoutClaims.create, partnerId, "other")))
    assert.isTrue(
      Option.isNone(yield* find(cryptoInvoiceClaims.create, partnerId, "plain")),
      "scopes are apart"
    )
  }),

  "a key is taken once in each scope": Effect.gen(function* () {
    for (const scope of claimScopes) {
      const partnerId = yield* newPartnerId
      const key = yield* someKey
      yield* take([claimBy(partnerId, { scope, key, ownerId: "first" })])
      const again = Effect.flip(take([claimBy(partnerId, { scope, key, ownerId: "second" })]))
      assert.deepStrictEqual(takenBy(yield* again), [{ scope: scope.name, key, ownerId: "first" }])
    }
  }),

  "its own owner does not get a key twice": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const claim = claimBy(partnerId, { scope: payoutClaims.create, key: "k", ownerId: "me" })
    yield* take([claim])
    const taken = takenBy(yield* Effect.flip(take([claim])))
    assert.deepStrictEqual(taken, [{ scope: payoutClaims.create.name, key: "k", ownerId: "me" }])
  }),

  "every taken claim is listed with its owner, and no free one": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const address = yield* someKey
    const claim = (scope: ClaimScope, key: string, ownerId: string) =>
      claimBy(partnerId, { scope, key, ownerId })
    yield* take([claim(payoutClaims.create, "k1", "one"), claim(chainClaims.depositAddress, address, "two")])
    yield* take([claim(cryptoInvoiceClaims.create, "k3", "three")])
    const refusal = yield* Effect.flip(
      take([
        claim(payoutClaims.create, "k1", "me"),
        claim(payoutClaims.create, "free", "me"),
        claim(chainClaims.depositAddress, address, "me"),
        claim(cryptoInvoiceClaims.create, "k3", "me")
      ])
    )
    const listed = [...takenBy(refusal)].sort((a, b) => (a.ownerId < b.ownerId ? -1 : 1))
    assert.deepStrictEqual(listed, [
      { scope: payoutClaims.create.name, key: "k1", ownerId: "one" },
      { scope: cryptoInvoiceClaims.create.name, key: "k3", ownerId: "three" },
      { scope: chainClaims.depositAddress.name, key: address, ownerId: "two" }
    ])
    assert.isTrue(Option.isNone(yield* find(payoutClaims.create, partnerId, "free")))
  }),

  "a key twice in one commit is taken by the first": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const claim = claimBy(partnerId, { scope: payoutClaims.create, key: "k", ownerId: "first" })
    const refusal = yield* Effect.flip(take([claim, { ...claim, ownerId: "second" }]))
    assert.deepStrictEqual(takenBy(refusal), [
      { scope: payoutClaims.create.name, key: "k", ownerId: "first" }
    ])
    assert.isTrue(Option.isNone(yield* find(payoutClaims.create, partnerId, "k")))
  }),

  "partners have keys of their own in scopes of a partner": Effect.gen(function* () {
    const one = yield* newPartnerId
    const two = yield* newPartnerId
    for (const scope of scopesOf("partner")) {
      const claims = [one, two].map((partnerId) =>
        claimBy(partnerId, { scope, key: "same", ownerId: partnerId })
      )
      for (const claim of claims) yield* take([claim])
      for (const claim of claims) {
        assert.deepStrictEqual(yield* find(scope, claim.partnerId, "same"), Option.some(claim))
      }
    }
  }),

  "partners share the keys of global scopes": Effect.gen(function* () {
    const one = yield* newPartnerId
    const two = yield* newPartnerId
    for (const scope of scopesOf("global")) {
      const key = yield* someKey
      const claim = claimBy(one, { scope, key, ownerId: "owner" })
      yield* take([claim])
      const refusal = yield* Effect.flip(take([claimBy(two, { scope, key, ownerId: "other" })]))
      assert.deepStrictEqual(takenBy(refusal), [{ scope: scope.name, key, ownerId: "owner" }])
      assert.deepStrictEqual(yield* find(scope, two, key), Option.some(claim))
    }
  }),

  "a claim is free from its expiry on, by the time of the commit": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const expiresAt = Option.some(start + 1_000)
    const claim = claimBy(partnerId, { scope: payoutClaims.create, key: "k", ownerId: "first", expiresAt })
    const next = { ...claim, ownerId: "second", expiresAt: Option.none() }
    yield* take([claim])
    assert.lengthOf(takenBy(yield* Effect.flip(take([next], start + 999))), 1)
    yield* take([next], start + 1_000)
    assert.deepStrictEqual(yield* find(payoutClaims.create, partnerId, "k"), Option.some(next))
    assert.lengthOf(takenBy(yield* Effect.flip(take([claim], start + 1_000_000_000))), 1)
  }),

  "of many keys of one commit every taken one is told, in their order: held, repeated, and none that expired":
    Effect.gen(function* () {
      const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
      const key = (index: number) => `"key" 'no.' ${index} 🧾`
      const scope = invoiceClaims.externalId
      const held = (index: number, ownerId: string, more: Partial<Claim> = {}) =>
        claimBy(partnerId, { scope, key: key(index), ownerId, ...more })
      yield* take([held(3, "first"), held(9, "second", { expiresAt: Option.some(start + 1) })])
      yield* take([held(5, "gone", { expiresAt: Option.some(start) })], start - 1)
      yield* take([claimBy(other, { scope, key: key(7), ownerId: "another partner's" })])
      yield* take([
        claimBy(partnerId, { scope: invoiceClaims.create, key: key(8), ownerId: "another scope's" })
      ])
      const many = Array.from({ length: 40 }, (_, index) => held(index, `owner ${index}`))
      const refusal = yield* Effect.flip(take([...many, held(20, "again")]))
      assert.deepStrictEqual(takenBy(refusal), [
        { scope: scope.name, key: key(3), ownerId: "first" },
        { scope: scope.name, key: key(9), ownerId: "second" },
        { scope: scope.name, key: key(20), ownerId: "owner 20" }
      ])
      assert.isTrue(Option.isNone(yield* find(scope, partnerId, key(4))))
      yield* take(many.filter((_, index) => index !== 3 && index !== 9))
      assert.deepStrictEqual(yield* find(scope, partnerId, key(5)), Option.some(held(5, "owner 5")))
    }),

  "of 25 commits that claim one key one wins": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const racing = Array.from({ length: 25 }, (_, index) => {
      const claim = claimBy(partnerId, { scope: payoutClaims.create, key: "k", ownerId: `owner ${index}` })
      return Effect.result(commit({ claims: [claim], entries: [adjusting(partnerId, 1n)] }))
    })
    const results = yield* Effect.all(racing, { concurrency: "unbounded" })
    const winner = results.findIndex(Result.isSuccess)
    assert.lengthOf(results.filter(Result.isSuccess), 1)
    for (const { failure } of results.filter(Result.isFailure)) {
      assert.deepStrictEqual(takenBy(failure), [
        { scope: payoutClaims.create.name, key: "k", ownerId: `owner ${winner}` }
      ])
    }
    assert.strictEqual((yield* balancesOf(partnerId)).available, 1n)
  })
} satisfies Checks<StorePorts | Ids>

export const claimSuite = suiteOf<StorePorts>("claims", claimChecks)
