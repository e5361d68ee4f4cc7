import { assert } from "@effect/vitest"
import {
  type AggregateWrite,
  type ApiKey,
  Ids,
  type Partner,
  type PartnerId,
  PartnerReader,
  type StorePorts
} from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { instant } from "../generators/moneyGenerators.ts"
import { apiKey, partner } from "../generators/partnerGenerators.ts"
import { optionOf } from "../generators/textGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { commit, newEvent, newPartner, newPartnerId, start } from "./StoreSamples.ts"

/** Partners and keys are read as they were written, by every name they have. */

const write = Effect.fnUntraced(function* (
  aggregate: AggregateWrite,
  partnerId: PartnerId,
  subjectId: string
) {
  const events = [yield* newEvent(partnerId, subjectId, { version: aggregate.expectedVersion + 1 })]
  yield* commit({ aggregates: [aggregate], events })
})

const writeKey = (state: ApiKey, expectedVersion = 0) =>
  write({ _tag: "ApiKey", state, expectedVersion }, state.partnerId, state.id)

/** The key with names that no other key has. */
const renamed = Effect.fnUntraced(function* (key: ApiKey, partnerId: PartnerId) {
  const ids = yield* Ids
  const [id, publicKey, secretHash] = [
    yield* ids.prefixed("key_"),
    yield* ids.token(16),
    yield* ids.token(32)
  ]
  const unique: ApiKey = { ...key, id, partnerId, publicKey: `pk_test_${publicKey}`, secretHash }
  return unique
})

const plainKey: ApiKey = {
  id: "",
  partnerId: "",
  publicKey: "",
  sealedSecret: "sealed",
  secretHash: "",
  scopes: ["*"],
  allowedIps: [],
  bind: "none",
  createdAt: start,
  expiresAt: Option.none(),
  revokedAt: Option.none(),
  lastUsedAt: Option.none()
}

export const partnerReaderChecks = {
  "a partner is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const ids = yield* Ids
    yield* forAll(fc.tuple(partner, partner), ([inserted, updated]) =>
      Effect.gen(function* () {
        const id = yield* ids.prefixed("prt_")
        const first = { ...inserted, id, name: `${id} ${inserted.name}` }
        yield* write({ _tag: "Partner", state: first, expectedVersion: 0 }, id, id)
        assert.deepStrictEqual(yield* partners.byId(id), Option.some({ state: first, version: 1 }))
        const second = { ...first, terms: updated.terms }
        yield* write({ _tag: "Partner", state: second, expectedVersion: 1 }, id, id)
        assert.deepStrictEqual(yield* partners.byId(id), Option.some({ state: second, version: 2 }))
        assert.deepStrictEqual(yield* partners.byName(first.name), Option.some({ state: second, version: 2 }))
      })
    )
  }),

  "a partner that is not there is none": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const { id, name } = yield* newPartner
    assert.isTrue(Option.isSome(yield* partners.byName(name)))
    assert.isTrue(Option.isNone(yield* partners.byId(`${id}0`)))
    assert.isTrue(Option.isNone(yield* partners.byName(name.toUpperCase())), "case counts")
  }),

  "all partners are listed in order of creation": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const ids = yield* Ids
    const made: Array<Partner> = []
    for (const after of [2, 0, 1]) {
      const id = yield* ids.prefixed("prt_")
      const state = { id, name: `${id} ${after}`, terms: {}, createdAt: start + after }
      yield* write({ _tag: "Partner", state, expectedVersion: 0 }, id, id)
      made.push(state)
    }
    const names = new Set(made.map(({ name }) => name))
    const listed = (yield* partners.all).filter(({ name }) => names.has(name))
    assert.deepStrictEqual(
      listed,
      made.toSorted((one, other) => one.createdAt - other.createdAt)
    )
  }),

  "a key is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const partnerId = yield* newPartnerId
    yield* forAll(fc.tuple(apiKey(""), optionOf(instant)), ([generated, revokedAt]) =>
      Effect.gen(function* () {
        const key = yield* renamed(generated, partnerId)
        const revoked = { ...key, revokedAt }
        for (const [version, state] of [key, revoked].entries()) {
          yield* writeKey(state, version)
          const found = Option.some({ state, version: version + 1 })
          assert.deepStrictEqual(yield* partners.keyById(key.id), found)
          assert.deepStrictEqual(yield* partners.keyByPublicKey(key.publicKey), found)
          assert.deepStrictEqual(yield* partners.keyBySecretHash(key.secretHash), found)
        }
      })
    )
  }),

  "a key that is not there is none": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const key = yield* renamed(plainKey, yield* newPartnerId)
    for (const read of [partners.keyById, partners.keyByPublicKey, partners.keyBySecretHash]) {
      for (const name of [key.id, key.publicKey, key.secretHash, ""]) {
        assert.isTrue(Option.isNone(yield* read(name)))
      }
    }
  }),

  "keys lists the keys of all partners in order of creation": Effect.gen(function* () {
    const partners = yield* PartnerReader
    const [one, two] = [yield* newPartnerId, yield* newPartnerId]
    const made: Array<ApiKey> = []
    for (const [after, partnerId] of [two, one, two, one].entries()) {
      made.push(yield* renamed({ ...plainKey, createdAt: start + after }, partnerId))
    }
    const [first, second, third, fourth] = made
    for (const key of [third, first, fourth, second]) if (key !== undefined) yield* writeKey(key)
    const listed = (yield* partners.keys).filter(({ partnerId }) => partnerId === one || partnerId === two)
    assert.deepStrictEqual(listed, made)
  })
} satisfies Checks<StorePorts | Ids>

export const partnerReaderSuite = suiteOf<StorePorts>("partners and keys", partnerReaderChecks)
