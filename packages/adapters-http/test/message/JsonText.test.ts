import { assert, describe, it } from "vitest"
import { measureJson } from "../../src/message/JsonBody.ts"

const bounds = { depthMax: 32, longNumbersMax: 3000, nodesMax: 10_000 }
const measure = (text: string) => measureJson(new TextEncoder().encode(text), bounds)

describe("the measures of a JSON text", () => {
  it("count brackets and commas outside texts", () => {
    assert.deepStrictEqual(measure('{"a,[{":["\\"[,", 1, {"b": []}],"c":"\\\\"}'), {
      nodes: 7,
      depth: 4,
      longNumbers: 0
    })
  })

  it.each(["1234567890123456", "0.00000000000001", "1e300", "1E-700", "1e+100", "-1.9999999999999999999"])(
    "find %s",
    (text) => assert.strictEqual(measure(`{"a":${text}}`).longNumbers, 1)
  )

  it.each(["123456789012345", "1e3", "1E-07", "1.5e+99", "-12345678901.25", '"1e3"', "true", "false"])(
    "pass over %s",
    (text) => assert.strictEqual(measure(`{"a":${text}}`).longNumbers, 0)
  )

  it("stop at the bounds of nodes, of long numbers and of depth", () => {
    assert.strictEqual(measure(`[${"1,".repeat(130_000)}1]`).nodes, bounds.nodesMax + 1)
    assert.strictEqual(measure("1e100,".repeat(4000)).longNumbers, bounds.longNumbersMax + 1)
    assert.strictEqual(measure("[".repeat(200_000)).depth, bounds.depthMax + 1)
  })

  it.each(['"', '"\\', "]]]]", "-", "1e", ""])("end with the text: %j", (text) =>
    assert.isAtMost(measure(text).nodes, 1)
  )
})
