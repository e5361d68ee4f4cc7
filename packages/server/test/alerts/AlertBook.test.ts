import { millisPerDay, millisPerMinute } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { bookAtStart, nextBook, type Occurrence, type Standing } from "../../src/alerts/AlertBook.ts"

const gas: Occurrence = { source: "readyz", code: "gas", message: "no gas" }
const unknown: Occurrence = { source: "alert", code: "payout.unknown", message: "no known outcome" }

/** What is told, minute by minute, when this is seen in each of them. */
const told = (minutes: ReadonlyArray<ReadonlyArray<Occurrence>>, begin: ReadonlyArray<Standing> = []) => {
  let book = begin
  const lines: Array<string> = []
  for (const [minute, seen] of minutes.entries()) {
    const next = nextBook(book, seen, minute * millisPerMinute)
    book = next.book
    lines.push(...next.notices.map(({ about, state }) => `${minute} ${about.code} ${state}`))
  }
  return { lines, book }
}

const times = (count: number, ...seen: ReadonlyArray<Occurrence>) => Array.from({ length: count }, () => seen)

describe("what is told", () => {
  it("a reason after it has lasted a minute, once, and once when it was away for five", () => {
    assert.deepStrictEqual(told([...times(30, gas), ...times(10)]).lines, ["1 gas firing", "34 gas resolved"])
  })

  it("no reason that passes, and none twice that comes and goes", () => {
    assert.isEmpty(told([[gas], ...times(10)]).lines)
    const flapping = Array.from({ length: 60 }, (_, minute) => (minute % 3 === 0 ? [gas] : []))
    assert.deepStrictEqual(told(flapping).lines, ["3 gas firing"])
  })

  it("an alert at once, again after an hour without it only, whatever its number", () => {
    const often = [...times(50, unknown), ...times(62), [unknown]]
    assert.deepStrictEqual(told(often).lines, [
      "0 payout.unknown firing",
      "109 payout.unknown resolved",
      "112 payout.unknown firing"
    ])
  })

  it("what lasts, once a day", () => {
    const days = 3
    const { lines } = told(times((days * millisPerDay) / millisPerMinute, gas))
    assert.strictEqual(lines.length, days)
  })

  it("nothing new after a restart while it lasts, and its end if it ended meanwhile", () => {
    const { book } = told(times(10, gas))
    const restarted = bookAtStart(book, 0)
    assert.isEmpty(told(times(10, gas), restarted).lines)
    // It takes some time until it could be seen again.
    assert.deepStrictEqual(told([[], [gas], ...times(10)], restarted).lines, ["6 gas resolved"])
  })

  it("a bounded number, whatever codes come", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ ...unknown, code: `code${index}` }))
    assert.strictEqual(nextBook([], many, 0).notices.length, 100)
  })
})
