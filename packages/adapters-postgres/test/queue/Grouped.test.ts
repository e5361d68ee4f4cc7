import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Grouped } from "../../src/queue/Grouped.ts"

interface Asked {
  readonly name: string
  readonly keys?: ReadonlyArray<string>
  readonly reads?: ReadonlyArray<string>
}

/** The names in the groups that all of these, asked at once, are answered in. */
const groupsOf = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>) {
  const groups: Array<string> = []
  const grouped = new Grouped<Asked, void, never>({
    lanes: 1,
    groupWeightMax: 100,
    waitingWeightMax: 1_000,
    weightOf: () => 1,
    sharedOf: () => undefined,
    keysOf: ({ keys = [] }) => keys,
    readsOf: ({ reads = [] }) => reads,
    answer: async (requests) => {
      groups.push(requests.map(({ name }) => name).join(" "))
      return requests.map(() => Effect.void)
    }
  })
  yield* Effect.forEach(asked, (each) => grouped.submit(each), { concurrency: "unbounded" })
  return groups
})

const reading = (name: string) => ({ name, reads: ["roster"] })
const writing = (name: string) => ({ name, keys: ["roster"] })

describe("a group of requests", () => {
  it.effect("has all that only read the same", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* groupsOf(["a", "b", "c"].map(reading)), ["a b c"])
    })
  )

  it.effect("has no two that write the same", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* groupsOf([writing("a"), writing("b"), { name: "c" }]), ["a c", "b"])
    })
  )

  it.effect("has nobody who reads what another writes, and none of them passes an earlier one", () =>
    Effect.gen(function* () {
      const asked = [reading("a"), writing("b"), reading("c"), { name: "d" }, reading("e")]
      assert.deepStrictEqual(yield* groupsOf(asked), ["a d", "b", "c e"])
    })
  )

  it.effect("has one that reads and writes the same", () =>
    Effect.gen(function* () {
      const both = { name: "a", keys: ["roster"], reads: ["roster"] }
      assert.deepStrictEqual(yield* groupsOf([both, { name: "b" }]), ["a b"])
    })
  )
})
