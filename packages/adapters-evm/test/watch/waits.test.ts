import { assert, describe, it } from "@effect/vitest"
import { Pace } from "../../src/watch/Pace.ts"

const poll = 1_000

/** The waits after looks that show these blocks, each seen right after a look that showed nothing new. */
const waits = (blocks: ReadonlyArray<readonly [number: number, timestamp: number]>, seenAfter = 0) => {
  const pace = new Pace(poll)
  let [number, timestamp] = [-1, 0]
  return blocks.map(([next, at]) => {
    if (number >= 0) pace.after({ number, timestamp }, at - seenAfter)
    ;[number, timestamp] = [next, at]
    return pace.after({ number, timestamp }, at)
  })
}

const every = (millis: number, count: number) =>
  Array.from({ length: count }, (_, index) => [index, index * millis] as const)

const polls = (count: number) => Array.from({ length: count }, () => poll)

describe("the wait until a network is looked at again", () => {
  it("is one poll until eight blocks were seen, and then their least distance less two polls", () => {
    assert.deepStrictEqual(waits(every(6_000, 9)), [...polls(7), 4_000, 4_000])
    const uneven = every(6_000, 9).map(([number, at]) => [number, number >= 4 ? at - 500 : at] as const)
    assert.deepStrictEqual(waits(uneven), [...polls(7), 3_500, 3_500])
  })

  it("is at least one poll, and at most eight seconds", () => {
    assert.deepStrictEqual(waits(every(2_500, 9)).slice(7), [poll, poll])
    assert.deepStrictEqual(waits(every(10_000, 9)).slice(7), [8_000, 8_000])
    assert.deepStrictEqual(waits(every(12_000, 9)).slice(7), [8_000, 8_000])
  })

  it("counts the distance of one block where several came at once", () => {
    const skipping = every(6_000, 9).map(([number]) => [2 * number, 2 * number * 6_000] as const)
    assert.deepStrictEqual(waits(skipping).slice(7), [4_000, 4_000])
  })

  it("forgets blocks that are more than eight behind", () => {
    const first = [[0, 0] as const, ...every(6_000, 9).map(([n, at]) => [n + 1, at + 3_000] as const)]
    assert.deepStrictEqual(waits(first).slice(7), [1_000, 4_000, 4_000])
  })

  it("is one poll after a block that may have come long ago", () => {
    assert.deepStrictEqual(waits(every(6_000, 9), 2 * poll).slice(7), [4_000, 4_000])
    assert.deepStrictEqual(waits(every(6_000, 9), 2 * poll + 1).slice(7), [poll, poll])
  })

  it("is one poll while nothing new comes, and is learned again after a reorganisation", () => {
    const pace = new Pace(poll)
    for (const [number, at] of every(6_000, 9)) pace.after({ number, timestamp: at }, at)
    assert.strictEqual(pace.after({ number: 8, timestamp: 48_000 }, 49_000), poll)
    assert.deepStrictEqual(waits([...every(6_000, 9), [7, 60_000], [8, 66_000]]).slice(9), [poll, poll])
    assert.deepStrictEqual(waits([...every(6_000, 9), [9, 40_000]]).slice(9), [poll])
  })
})
