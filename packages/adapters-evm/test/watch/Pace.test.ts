import { assert, it } from "vitest"
import { Pace } from "../../src/watch/Pace.ts"

const pollMillis = 2_000

/**
 * Polls a network whose blocks appear at these instants. Returns how often it was asked, and how late each block was
 * seen.
 */
const polled = (appears: ReadonlyArray<number>, isPaced: boolean) => {
  const pace = new Pace(pollMillis)
  const late: Array<number> = []
  let looks = 0
  let seen = -1
  for (let at = 100; at < (appears.at(-1) ?? 0) + 5_000; ) {
    looks += 1
    const number = appears.findLastIndex((each) => each <= at)
    const wait = number < 0 ? pollMillis : pace.after({ number, timestamp: appears[number] ?? 0 }, at)
    for (seen += 1; seen <= number; seen++) late.push(at - (appears[seen] ?? 0))
    seen = number
    at += isPaced ? wait : pollMillis
  }
  return { looks, late: Math.max(...late) }
}

const every = (millis: number, count = 200) => Array.from({ length: count }, (_, index) => index * millis)

it.each([
  ["come every 12 s", every(12_000), 0.55],
  ["are left out now and then", every(12_000).filter((_, index) => index % 7 !== 3), 0.75],
  ["come every 2 s", every(2_000), 1],
  ["come every 0.75 s", every(750), 1],
  ["come at any time", every(6_000).map((at, index) => at + ((index * 7_919) % 5_000)), 1]
])("blocks that %s are seen as soon as with polling alone, with fewer requests", (_, appears, share) => {
  const alone = polled(appears, false)
  const paced = polled(appears, true)
  assert.isAtMost(paced.late, Math.max(alone.late, pollMillis))
  assert.isAtMost(paced.looks, Math.ceil(alone.looks * share))
})

it("nobody waits long after a block that may be old, or before the distances are known", () => {
  const pace = new Pace(pollMillis)
  let at = 0
  for (let number = 0; number < 20; number++) {
    at += 12_000
    // Nothing was seen between two blocks.
    assert.strictEqual(pace.after({ number, timestamp: number * 12_000 }, at), pollMillis)
  }
  pace.after({ number: 19, timestamp: 19 * 12_000 }, at)
  assert.strictEqual(pace.after({ number: 20, timestamp: 20 * 12_000 }, at + pollMillis), 8_000)
  // A branch of other blocks.
  assert.strictEqual(pace.after({ number: 18, timestamp: 18 * 12_000 }, at + 2 * pollMillis), pollMillis)
})
