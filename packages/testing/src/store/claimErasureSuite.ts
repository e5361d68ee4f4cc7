import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type Claim,
  ClaimReader,
  type ClaimTaken,
  type CommitFailure,
  claimScopes,
  type Erasure,
  webhookClaims
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { adjusting, claimBy, commit, erase, newPartnerId } from "./StoreSamples.ts"

/** Claims that their owners release. A key is free from the releasing commit on, even for claims of that commit. */

const givingUp = (claim: Claim): Erasure => ({ _tag: "Claim", claim })

const holderOf = Effect.fnUntraced(function* ({ key, partnerId, scope }: Claim) {
  const claims = yield* ClaimReader
  return Option.map(yield* claims.find(scope, partnerId, key), ({ ownerId }) => ownerId)
})

const takenBy = (error: CommitFailure): ClaimTaken["taken"] => {
  assert.strictEqual(error._tag, "ClaimTaken")
  return error._tag === "ClaimTaken" ? error.taken : []
}

/** A key of the scope that `first` holds. */
const newClaim = Effect.fnUntraced(function* (scope: Claim["scope"] = webhookClaims.url) {
  const partnerId = yield* newPartnerId
  const claim = claimBy(partnerId, { scope, key: `"key" of 'ª' ${partnerId}`, ownerId: "first" })
  yield* commit({ claims: [claim] })
  return claim
})

export const claimErasureChecks = {
  "a key that its owner gives up is free for others": Effect.gen(function* () {
    for (const scope of claimScopes) {
      const claim = yield* newClaim(scope)
      yield* erase(givingUp(claim))
      assert.deepStrictEqual(yield* holderOf(claim), Option.none())
      yield* commit({ claims: [{ ...claim, ownerId: "second" }] })
      assert.deepStrictEqual(yield* holderOf(claim), Option.some("second"))
    }
  }),

  "a key that somebody else holds stays": Effect.gen(function* () {
    const claim = yield* newClaim()
    const stranger = { ...claim, ownerId: "second" }
    yield* erase(givingUp(stranger))
    assert.deepStrictEqual(yield* holderOf(claim), Option.some("first"))
    const takeOver = commit({ claims: [stranger], erasures: [givingUp(stranger)] })
    const [taken] = takenBy(yield* Effect.flip(takeOver))
    assert.deepInclude(taken, { key: claim.key, ownerId: "first" })
  }),

  "the commit that gives a key up may take it again, for its owner or another": Effect.gen(function* () {
    const claim = yield* newClaim()
    const [first, second] = [claim, { ...claim, ownerId: "second" }]
    yield* commit({ claims: [first], erasures: [givingUp(first)] })
    assert.deepStrictEqual(yield* holderOf(claim), Option.some("first"))
    yield* commit({ claims: [second], erasures: [givingUp(first)] })
    assert.deepStrictEqual(yield* holderOf(claim), Option.some("second"))
  }),

  "two owners may change keys in one commit": Effect.gen(function* () {
    const one = yield* newClaim()
    const two = { ...one, key: `another ${one.key}`, ownerId: "second" }
    yield* commit({ claims: [two] })
    yield* commit({
      claims: [
        { ...one, ownerId: two.ownerId },
        { ...two, ownerId: one.ownerId }
      ],
      erasures: [givingUp(one), givingUp(two)]
    })
    assert.deepStrictEqual(yield* holderOf(one), Option.some("second"))
    assert.deepStrictEqual(yield* holderOf(two), Option.some("first"))
  }),

  "a key that is given up is taken once in the same commit": Effect.gen(function* () {
    const claim = yield* newClaim()
    const claims = ["second", "third"].map((ownerId) => ({ ...claim, ownerId }))
    const refusal = yield* Effect.flip(commit({ claims, erasures: [givingUp(claim)] }))
    const { key, scope } = claim
    assert.deepStrictEqual(takenBy(refusal), [{ scope: scope.name, key, ownerId: "second" }])
    assert.deepStrictEqual(yield* holderOf(claim), Option.some("first"))
  }),

  "a refused commit gives nothing up": Effect.gen(function* () {
    const claim = yield* newClaim()
    const entries = [adjusting(claim.partnerId, -1n)]
    yield* Effect.flip(commit({ erasures: [givingUp(claim)], entries }))
    assert.deepStrictEqual(yield* holderOf(claim), Option.some("first"))
  }),

  "giving up frees no other key, scope or partner": Effect.gen(function* () {
    const claim = yield* newClaim()
    const others: ReadonlyArray<Claim> = [
      { ...claim, key: claim.key.toUpperCase() },
      { ...claim, scope: webhookClaims.transit },
      { ...claim, partnerId: yield* newPartnerId }
    ]
    for (const other of others) yield* commit({ claims: [other] })
    yield* erase(givingUp(claim))
    for (const other of others) assert.deepStrictEqual(yield* holderOf(other), Option.some("first"))
  }),

  "what nobody holds is given up without effect": Effect.gen(function* () {
    const claim = yield* newClaim()
    yield* erase(givingUp({ ...claim, key: "never taken" }), givingUp(claim), givingUp(claim))
    yield* erase(givingUp(claim))
    assert.deepStrictEqual(yield* holderOf(claim), Option.none())
  })
} satisfies Checks<StorePorts | Ids>

export const claimErasureSuite = suiteOf<StorePorts>("claims given up", claimErasureChecks)
