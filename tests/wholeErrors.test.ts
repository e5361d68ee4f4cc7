import { StoreUnavailable } from "@quittance/core"
import { Result } from "effect"
import { assert, it } from "vitest"

it("two errors of one kind are not deeply equal when they tell of other facts, wherever they are", () => {
  const lost = new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" })
  const refused = new StoreUnavailable({ outcome: "notWritten", reason: "nothing answers" })
  assert.deepStrictEqual(lost, new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" }))
  assert.notDeepEqual(lost, refused)
  assert.notDeepEqual([lost], [refused])
  assert.notDeepEqual(Result.fail(lost), Result.fail(refused))
})
