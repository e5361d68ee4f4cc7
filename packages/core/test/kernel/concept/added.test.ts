import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { concept, record } from "../../../src/kernel/concept/Concept.ts"
import {
  added,
  count,
  instant,
  optional,
  optionalParts,
  parts,
  text
} from "../../../src/kernel/concept/Field.ts"
import { rowDigest } from "../../../src/store/digests.ts"

const named = { name: "Sample", noun: "sample", table: "samples", indexes: {} } as const
const fixed = { id: text, partnerId: text }

const before = record({ ...named, fixed: { ...fixed, token: text }, changing: { size: count } })
const after = record({
  ...named,
  fixed: { ...fixed, origin: added(11, optional(text)), token: text },
  changing: {
    seen: added(12, optionalParts(parts({ by: text, at: instant }))),
    size: count,
    note: added(11, optional(text))
  }
})

const old = { id: "s1", partnerId: "p1", token: "t", size: 7 }

/** A row of before as the store answers it after the steps. */
const oldRow = { ...old, partner_id: "p1", origin: null, by: null, at: null, note: null }

describe("a field that was added later", () => {
  it("is none in an old row, whose digests stay as they are", () => {
    const state = after.stateOf(oldRow)
    assert.deepStrictEqual(state, { ...old, origin: Option.none(), seen: Option.none(), note: Option.none() })
    assert.deepStrictEqual(rowDigest(after).inserted(state), rowDigest(before).inserted(old))
    assert.strictEqual(rowDigest(after).changed(state, 3), rowDigest(before).changed(old, 3))
  })

  it("is covered by the digests once it is there", () => {
    const digest = rowDigest(after)
    const state = after.stateOf(oldRow)
    const none = digest.inserted(state)
    const withOrigin = digest.inserted({ ...state, origin: Option.some("o") })
    assert.notStrictEqual(withOrigin.fixed, none.fixed)
    assert.notStrictEqual(withOrigin.text, none.text)
    assert.strictEqual(withOrigin.changing, none.changing)
    assert.notStrictEqual(digest.changed({ ...state, note: Option.some("") }, 1), none.changing)
  })

  it("says so in its columns", () => {
    assert.deepStrictEqual(
      after.columns.map(({ addedIn, name }) => [name, addedIn]),
      [
        ["id", undefined],
        ["partner_id", undefined],
        ["origin", 11],
        ["token", undefined],
        ["by", 12],
        ["at", 12],
        ["size", undefined],
        ["note", 11]
      ]
    )
  })

  it("is refused where old rows would lack it", () => {
    assert.throws(
      () => record({ ...named, fixed, changing: { size: added(11, count) } }),
      "size of samples was added in version 11, so it is optional: rows from before have none"
    )
    assert.throws(
      () => record({ ...named, fixed, changing: { seen: added(11, parts({ by: text })) } }),
      "by of samples was added in version 11"
    )
  })

  it("may be there in every row of a state that came with it", () => {
    const waiting = concept({
      ...named,
      order: fixed,
      recorded: {},
      states: { open: {}, waiting: { until: added(11, instant) } }
    })
    assert.deepInclude(
      waiting.columns.find(({ name }) => name === "until"),
      { addedIn: 11, states: ["waiting"] }
    )
  })
})
