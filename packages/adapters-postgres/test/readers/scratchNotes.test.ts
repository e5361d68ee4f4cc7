import { assert, it } from "vitest"
import { scratchNotes } from "../../src/readers/PostgresAuditReader.ts"

it("notes of an audit that do not fit in memory are found in the temporary file", () => {
  const scratch = scratchNotes(100)
  const notes = scratch.notes<{ readonly sums: Map<string, bigint> }>()
  const noteOf = (number: number) => ({ sums: new Map([["available", BigInt(number)]]) })
  for (let number = 0; number < 1_000; number++) notes.set(`subject ${number}`, noteOf(number))
  assert.isAtMost(scratch.held, 100)
  assert.deepStrictEqual(notes.take("subject 0"), noteOf(0))
  assert.isUndefined(notes.get("subject 0"))
  assert.lengthOf([...notes.rest()], 999)
  for (let number = 1; number < 1_000; number++)
    assert.deepStrictEqual(notes.take(`subject ${number}`), noteOf(number))
  scratch.close()
})
