import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolveByDns, resolveBySystem } from "../src/resolveName.ts"
import { nameServer } from "./NameServer.ts"

const answers = {
  "both.example": ["192.0.2.1", "192.0.2.2", "2001:db8::1"],
  "four.example": ["192.0.2.4"],
  "six.example": ["2001:db8::6"],
  "none.example": [],
  "silent.example": "silent"
} as const

describe("the addresses of a name", () => {
  it.effect("are those of both kinds, IPv4 first", () =>
    Effect.gen(function* () {
      const { asked, server } = yield* nameServer(answers)
      const resolve = resolveByDns([server])
      const found = (name: string) => Effect.promise(() => resolve(name))
      assert.deepStrictEqual(yield* found("both.example"), answers["both.example"])
      assert.deepStrictEqual(yield* found("four.example"), answers["four.example"])
      assert.deepStrictEqual(yield* found("six.example"), answers["six.example"])
      assert.lengthOf(asked, 6)
    })
  )

  it.effect("are none for a name without addresses, or that is none", () =>
    Effect.gen(function* () {
      const resolve = resolveByDns([(yield* nameServer(answers)).server])
      for (const name of ["none.example", "missing.example"])
        assert.deepStrictEqual(yield* Effect.promise(() => resolve(name)), [])
    })
  )

  it.effect("are found while other names hang, however many", () =>
    Effect.gen(function* () {
      const resolve = resolveByDns([(yield* nameServer(answers)).server])
      let given = 0
      for (let count = 0; count < 50; count += 1) resolve("silent.example").finally(() => (given += 1))
      assert.deepStrictEqual(yield* Effect.promise(() => resolve("four.example")), answers["four.example"])
      assert.strictEqual(given, 0)
    })
  )

  it.effect("are none when no name server answers", () =>
    Effect.gen(function* () {
      const { asked, server } = yield* nameServer(answers)
      assert.deepStrictEqual(yield* Effect.promise(() => resolveByDns([server])("silent.example")), [])
      assert.lengthOf(asked, 4, "each kind is asked for twice")
    })
  )

  it.effect("include those that only this machine knows, where the system is asked", () =>
    Effect.gen(function* () {
      const addresses = yield* Effect.promise(() => resolveBySystem("localhost"))
      assert.includeMembers(["127.0.0.1", "::1"], [...addresses])
      assert.isNotEmpty(addresses)
    })
  )
})
