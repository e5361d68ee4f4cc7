import type { Notes } from "@quittance/core/adapter"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { scratchNotes } from "../src/readers/scratchNotes.ts"

const scratchOf = (max: number) => {
  const scratch = scratchNotes(max)
  return { scratch, [Symbol.dispose]: () => scratch.close() }
}

type Sums = { readonly kinds: string; readonly sums: Map<string, bigint> }

describe("the notes of an audit", () => {
  it("are what was set last and not taken, in memory or in the file", () => {
    const key = fc.integer({ min: 0, max: 12 }).map(String)
    const step = fc.record({ key, verb: fc.constantFrom("set", "get", "take"), amount: fc.bigInt() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        using noted = scratchOf(4)
        const notes: Notes<Sums> = noted.scratch.notes()
        const model = new Map<string, Sums>()
        for (const { amount, key, verb } of steps) {
          const value = { kinds: `${key}, "${amount}"`, sums: new Map([["available", amount]]) }
          if (verb === "set") {
            notes.set(key, value)
            model.set(key, value)
          } else {
            assert.deepStrictEqual(verb === "get" ? notes.get(key) : notes.take(key), model.get(key))
            if (verb === "take") model.delete(key)
          }
        }
        assert.sameDeepMembers([...notes.rest()], [...model])
      })
    )
  })

  it("are held in memory up to a limit, however many there are", () => {
    using noted = scratchOf(100)
    const notes: Notes<ReadonlyArray<string>> = noted.scratch.notes()
    let most = 0
    for (let number = 0; number < 5_000; number++) {
      notes.set(`subject ${number}`, [`claim ${number}`])
      most = Math.max(most, noted.scratch.held)
    }
    assert.strictEqual(most, 100)
    assert.deepStrictEqual(notes.get("subject 0"), ["claim 0"])
    assert.strictEqual([...notes.rest()].length, 5_000)
    for (let number = 0; number < 5_000; number++)
      assert.deepStrictEqual(notes.take(`subject ${number}`), [`claim ${number}`])
    assert.isEmpty([...notes.rest()])
  })

  it("of one kind are apart from those of another", () => {
    using noted = scratchOf(1)
    const [one, other]: ReadonlyArray<Notes<number>> = [noted.scratch.notes(), noted.scratch.notes()]
    for (const name of ["a", "b", "c"]) {
      one?.set(name, 1)
      other?.set(name, 2)
    }
    assert.deepStrictEqual([one?.get("a"), other?.get("a")], [1, 2])
    assert.deepStrictEqual([one?.take("a"), other?.get("a")], [1, 2])
  })
})
