import { assert } from "@effect/vitest"
import { defaultSettings, Ids, type StorePorts } from "@quittance/core"
import {
  allSearches,
  canonicalAddress,
  type PartnerId,
  SearchReader,
  type SoughtValue,
  searchedMax,
  soughtValue
} from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { type SearchedLife, type SearchedSample, searchedSamples } from "./SearchSamples.ts"
import { commit, newFundedPartnerId, start } from "./StoreSamples.ts"

/** Searches give what looking at every record gives. */

const valueOf = (typed: string): SoughtValue =>
  Result.getOrThrow(soughtValue("q", typed, defaultSettings.networks))

/** A partner that can pay. */
const newSearcher = newFundedPartnerId(10_000_000_000n)

/** The ids that are found, by type. */
const foundBy = Effect.fnUntraced(function* (partnerId: PartnerId, value: SoughtValue) {
  const reader = yield* SearchReader
  const found = yield* reader.find(partnerId, allSearches, value)
  return Object.fromEntries(
    found.map(({ items, kind }) => [kind.type, items.map((item) => kind.shown(item, start).id)])
  )
})

const types = allSearches.map(({ type }) => type)

const none = Object.fromEntries(types.map((type) => [type, []]))

interface Written extends SearchedSample {
  readonly type: string
  readonly partnerId: PartnerId
  readonly createdAt: number
}

const write = Effect.fnUntraced(function* (type: string, life: SearchedLife) {
  const sample = searchedSamples[type]
  if (sample === undefined) return assert.fail(`there is no sample of ${type}`)
  const made = yield* sample(life)
  for (const each of made.commits) yield* commit(each)
  const written: Written = { ...made, type, partnerId: life.partnerId, createdAt: life.createdAt }
  return written
})

/** What looking at every record gives. */
const expected = (all: ReadonlyArray<Written>, partnerId: PartnerId, text: string) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      all
        .filter(
          (each) =>
            each.type === type &&
            each.partnerId === partnerId &&
            !each.isRedacted &&
            each.foundBy.includes(text)
        )
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, searchedMax)
        .map(({ id }) => id)
    ])
  )

const hex = (digit: number, length: number): string => (digit % 16).toString(16).repeat(length)

const evmAddress = (front: number, end: string): string =>
  canonicalAddress("evm", `0x${hex(front, 40 - end.length)}${end}`)

/** Addresses that end alike, and one that differs from the first in the case of letters only. */
const sharedEnd = [1, 2, 3].map((front) => evmAddress(front, "abcdef12"))
const tronAddress = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const addresses = [...sharedEnd, tronAddress, tronAddress.toLowerCase()]

/** Hashes of which two end alike. */
const hashes = [hex(1, 56), hex(2, 56)].map((front) => `0x${front}abcdef12`)
const processingIds = [...hashes, "not the hash of a transaction"]

/** What is unique is counted from a random number: checks share a store. */
const newLives = Effect.map(Ids, (ids) =>
  Effect.fnUntraced(function* (partnerId: PartnerId, more: Partial<SearchedLife> = {}) {
    const unique = yield* ids.token(16)
    const life: SearchedLife = {
      partnerId,
      createdAt: start,
      isRedacted: false,
      key: `key ${unique}`,
      externalId: `order ${unique}`,
      operationId: `operation ${unique}`,
      ownAddress: canonicalAddress("evm", `0x${unique}${"00".repeat(4)}`),
      address: sharedEnd[0] ?? "",
      processingId: "none",
      txHash: hashes[0] ?? "",
      position: Number.parseInt(unique.slice(0, 8), 16),
      ...more
    }
    return life
  })
)

const draws = fc.array(
  fc.record({
    type: fc.constantFrom(...types),
    owner: fc.nat(1),
    after: fc.nat(3),
    isRedacted: fc.boolean(),
    /** Keys are shared by kinds of records, and by partners. */
    key: fc.nat(3),
    address: fc.constantFrom(...addresses),
    processingId: fc.constantFrom(...processingIds),
    txHash: fc.constantFrom(...hashes)
  }),
  { maxLength: 24 }
)

export const searchChecks = {
  "a value gives what looking at every record of the partner gives": Effect.gen(function* () {
    const ids = yield* Ids
    const lifeOf = yield* newLives
    yield* forAll(
      draws,
      (drawn) =>
        Effect.gen(function* () {
          const owners = [yield* newSearcher, yield* newSearcher] as const
          const round = yield* ids.token(8)
          const written: Array<Written> = []
          const taken = new Set<string>()
          for (const { address, after, isRedacted, key, owner, processingId, txHash, type } of drawn) {
            const partnerId = owners[owner] ?? owners[0]
            const name = `${round} ${key}`
            if (taken.has(`${type} ${partnerId} ${name}`)) continue
            taken.add(`${type} ${partnerId} ${name}`)
            const life = yield* lifeOf(partnerId, {
              createdAt: start + after,
              isRedacted,
              key: name,
              externalId: name,
              address,
              processingId,
              txHash
            })
            written.push(yield* write(type, life))
          }
          const sought = new Set([
            ...addresses.slice(0, -1),
            ...hashes,
            ...[0, 1, 2, 3].map((key) => `${round} ${key}`),
            ...written.flatMap((each) => each.foundBy)
          ])
          for (const partnerId of owners)
            for (const text of sought) {
              if (text === processingIds.at(-1) || text === addresses.at(-1)) continue
              assert.deepStrictEqual(
                yield* foundBy(partnerId, valueOf(text)),
                expected(written, partnerId, text),
                text
              )
            }
        }),
      15
    )
  }),

  "each record is found by every way of its kind, and by its partner only": Effect.gen(function* () {
    const lifeOf = yield* newLives
    const [partnerId, other] = [yield* newSearcher, yield* newSearcher]
    for (const type of types) {
      const { foundBy: texts, id } = yield* write(
        type,
        yield* lifeOf(partnerId, { processingId: `0x${hex(7, 64)}`, txHash: `0x${hex(8, 64)}` })
      )
      for (const text of texts) {
        assert.include((yield* foundBy(partnerId, valueOf(text)))[type] ?? [], id, `${type} by ${text}`)
        assert.deepStrictEqual(yield* foundBy(other, valueOf(text)), none, text)
        assert.notInclude((yield* foundBy(partnerId, valueOf(`${text}0`)))[type] ?? [], id, text)
        assert.notInclude((yield* foundBy(partnerId, valueOf(text.slice(0, -1))))[type] ?? [], id, text)
      }
    }
  }),

  "of many records with a value the newest are given, and redacted ones take no place": Effect.gen(
    function* () {
      const lifeOf = yield* newLives
      const partnerId = yield* newSearcher
      const txHash = `0x${hex(9, 64)}`
      const written: Array<Written> = []
      for (let at = 0; at < 2 * searchedMax + 5; at++)
        for (const type of ["payout", "crypto_invoice"])
          written.push(
            yield* write(
              type,
              yield* lifeOf(partnerId, {
                createdAt: start + Math.floor(at / 3),
                isRedacted: at > searchedMax + 5,
                processingId: txHash,
                txHash
              })
            )
          )
      for (const text of [txHash, sharedEnd[0] ?? ""])
        assert.deepStrictEqual(yield* foundBy(partnerId, valueOf(text)), expected(written, partnerId, text))
    }
  ),

  "an EVM address and a hash are found in any letters, a hash without 0x too, a TRON address as it is":
    Effect.gen(function* () {
      const lifeOf = yield* newLives
      const partnerId = yield* newSearcher
      const address = evmAddress(4, "abcdef99")
      const hash = "aB".repeat(32)
      const payoutWith = Effect.fnUntraced(function* (more: Partial<SearchedLife>) {
        const { id } = yield* write("payout", yield* lifeOf(partnerId, more))
        return { ...none, payout: [id] }
      })
      const onEvm = yield* payoutWith({ address })
      for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
        assert.deepStrictEqual(yield* foundBy(partnerId, valueOf(text)), onEvm, text)
      const onTron = yield* payoutWith({ address: tronAddress })
      yield* payoutWith({ address: tronAddress.toLowerCase() })
      assert.deepStrictEqual(yield* foundBy(partnerId, valueOf(tronAddress)), onTron)
      const sent = yield* payoutWith({ processingId: hash })
      for (const text of [hash, hash.toLowerCase(), hash.toUpperCase(), `0x${hash}`, `0X${hash}`])
        assert.deepStrictEqual(yield* foundBy(partnerId, valueOf(text)), sent, text)
      const received = yield* write(
        "crypto_invoice",
        yield* lifeOf(partnerId, { txHash: `0x${hex(11, 64)}` })
      )
      for (const text of [hex(11, 64), hex(11, 64).toUpperCase(), `0x${hex(11, 64)}`])
        assert.deepStrictEqual(
          yield* foundBy(partnerId, valueOf(text)),
          { ...none, crypto_invoice: [received.id] },
          text
        )
    }),

  "texts that no request can store find nothing": Effect.gen(function* () {
    const lifeOf = yield* newLives
    const partnerId = yield* newSearcher
    for (const type of types) yield* write(type, yield* lifeOf(partnerId))
    for (const text of ["\0", "\ud800", "%", "_", "'", "\\", "{}", "0x", "😀".repeat(255), ""]) {
      const value: SoughtValue = {
        texts: [text],
        ids: [text],
        addresses: [text],
        addressKeys: [text],
        hashes: [text],
        transferFolders: [`ethereum/${text}`]
      }
      assert.deepStrictEqual(yield* foundBy(partnerId, value), none, JSON.stringify(text))
    }
  })
} satisfies Checks<StorePorts | Ids>

/** Proves that a store finds records by exact values. */
export const searchSuite = suiteOf<StorePorts>("searches", searchChecks)
