import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import { SandboxStore } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { anyText } from "../generators/textGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"

/** What the simulated outside remembers. */

const newPrefix = Effect.flatMap(Ids, (ids) => Effect.map(ids.token(8), (token) => `${token}/`))

export const sandboxStoreChecks = {
  "insert writes a record once": Effect.gen(function* () {
    const store = yield* SandboxStore
    const id = yield* newPrefix
    assert.isTrue(Option.isNone(yield* store.get("execution", id)))
    assert.isTrue(yield* store.insert("execution", id, '{"n":1}'))
    assert.isFalse(yield* store.insert("execution", id, '{"n":2}'))
    assert.deepStrictEqual(yield* store.get("execution", id), Option.some('{"n":1}'))
  }),

  "of concurrent inserts one is new": Effect.gen(function* () {
    const store = yield* SandboxStore
    const id = yield* newPrefix
    const inserts = Array.from({ length: 20 }, (_, index) => store.insert("execution", id, `${index}`))
    const answers = yield* Effect.all(inserts, { concurrency: "unbounded" })
    assert.lengthOf(answers.filter(Boolean), 1)
    assert.deepStrictEqual(yield* store.get("execution", id), Option.some(`${answers.indexOf(true)}`))
  }),

  "put writes over what is there": Effect.gen(function* () {
    const store = yield* SandboxStore
    const id = yield* newPrefix
    for (const value of ["1", "2"]) {
      yield* store.put("clock", id, value)
      assert.deepStrictEqual(yield* store.get("clock", id), Option.some(value))
    }
    assert.isFalse(yield* store.insert("clock", id, "3"))
  }),

  "collections are apart": Effect.gen(function* () {
    const store = yield* SandboxStore
    const id = yield* newPrefix
    yield* store.put("chain", id, "1")
    assert.isTrue(Option.isNone(yield* store.get("transfer", id)))
    assert.isEmpty(yield* store.list("transfer", id))
    assert.isTrue(yield* store.insert("transfer", id, "2"))
    assert.deepStrictEqual(yield* store.get("chain", id), Option.some("1"))
  }),

  "list finds a prefix, literally, by id": Effect.gen(function* () {
    const store = yield* SandboxStore
    const prefix = yield* newPrefix
    const idsOf = (start: string) =>
      Effect.map(store.list("transfer", start), (found) => found.map(({ id }) => id))
    const names = ["b", "a_1", "ab1", "a%2", "A", "a", "c'\\"].map((name) => prefix + name)
    for (const id of names) yield* store.put("transfer", id, `"${id}"`)
    assert.deepStrictEqual(yield* idsOf(prefix), [...names].sort())
    assert.deepStrictEqual(yield* idsOf(`${prefix}a_`), [`${prefix}a_1`])
    assert.deepStrictEqual(yield* idsOf(`${prefix}a%`), [`${prefix}a%2`])
    assert.deepStrictEqual(yield* idsOf(`${prefix}A`), [`${prefix}A`])
    assert.deepStrictEqual(yield* idsOf(`${prefix}c'\\`), [`${prefix}c'\\`])
    assert.deepStrictEqual(yield* store.list("transfer", `${prefix}b`), [
      { id: `${prefix}b`, value: `"${prefix}b"` }
    ])
    assert.isEmpty(yield* idsOf(`${prefix}z`))
  }),

  "a page is a part of the list, with the length of the whole": Effect.gen(function* () {
    const store = yield* SandboxStore
    const prefix = yield* newPrefix
    for (const name of ["c", "a", "e", "b", "d"]) yield* store.put("mail", prefix + name, `{"n":"${name}"}`)
    yield* store.put("mail", yield* newPrefix, "{}")
    const all = yield* store.list("mail", prefix)
    assert.lengthOf(all, 5)
    for (const [page, first, end] of [
      [1, 0, 2],
      [2, 2, 4],
      [3, 4, 5],
      [4, 5, 5]
    ] as const)
      assert.deepStrictEqual(yield* store.page("mail", prefix, { page, limit: 2 }), {
        items: all.slice(first, end),
        total: 5
      })
    for (const [at, limit] of [
      [0, 2],
      [1, 9],
      [4, 1]
    ] as const)
      assert.deepStrictEqual(
        yield* store.after("mail", prefix, all[at]?.id ?? "", limit),
        all.slice(at + 1, at + 1 + limit)
      )
  }),

  "any text is read as it was written": Effect.gen(function* () {
    const store = yield* SandboxStore
    const prefix = yield* newPrefix
    yield* forAll(anyText(500), (text) =>
      Effect.gen(function* () {
        const value = JSON.stringify({ text })
        yield* store.put("transfer", `${prefix}${text}`, value)
        assert.deepStrictEqual(yield* store.get("transfer", `${prefix}${text}`), Option.some(value))
      })
    )
  })
} satisfies Checks<StorePorts | Ids>

export const sandboxStoreSuite = suiteOf<StorePorts>("sandbox records", sandboxStoreChecks)
