import { assert, describe } from "@effect/vitest"
import { type BankAccount, Statements } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { account, credit, itemsOf } from "./bankStatements.ts"
import { testIn } from "./Deployment.ts"

const second: BankAccount = { ...account, name: "second", account: "DE02120300000000202051" }
const test = testIn({ settings: { banks: [account, second] } })

/** Three entries on each of three days, in either account. */
const recorded = Effect.gen(function* () {
  const statements = yield* Statements
  const days = ["2026-01-02", "2026-01-03", "2026-01-01"] as const
  const entries = days.flatMap((bookedOn) => [1, 2, 3].map(() => credit({ bookedOn })))
  for (const { name } of [account, second])
    yield* statements.import(name, Stream.fromIterable(itemsOf(entries)))
  return statements
})

/** All that is listed, in parts of so many. */
const walked = Effect.fnUntraced(function* (filter: object, limit: number) {
  const statements = yield* Statements
  const found: Array<{ readonly id: string; readonly account: string; readonly bookedOn: string }> = []
  let cursor: string | undefined
  do {
    const part = yield* statements.list({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
    assert.isAtMost(part.items.length, limit)
    found.push(...part.items)
    cursor = part.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
})

describe("entries are listed", () => {
  test("in parts by the day on which they were booked, each once, of one account or all", function* () {
    yield* recorded
    for (const filter of [{}, { account: "main" }, { status: "unresolved" }]) {
      const all = yield* walked(filter, 100)
      assert.lengthOf(all, "account" in filter ? 9 : 18)
      assert.deepStrictEqual(
        all.map(({ bookedOn }) => bookedOn),
        all
          .map(({ bookedOn }) => bookedOn)
          .toSorted()
          .toReversed()
      )
      for (const limit of [1, 2, 4, 18]) assert.deepStrictEqual(yield* walked(filter, limit), all)
    }
    assert.isEmpty(yield* walked({ status: "matched" }, 100))
    const days = yield* walked({ from: "2026-01-02", to: "2026-01-03", account: "second" }, 2)
    assert.deepStrictEqual(
      days.map(({ account, bookedOn }) => `${account} ${bookedOn}`),
      Array.from({ length: 3 }, () => "second 2026-01-02")
    )
  })

  test("without those that are decided or recorded while somebody walks, and none twice", function* () {
    const statements = yield* recorded
    const first = yield* statements.list({ status: "unresolved", limit: 10 })
    const [seen] = first.items
    yield* statements.ignore(String(seen?.id), "our own")
    const newer = credit({ bookedOn: "2026-01-04" })
    yield* statements.import(account.name, Stream.fromIterable(itemsOf([newer])))
    const rest = yield* statements.list({
      ...{ status: "unresolved", limit: 10, cursor: String(first.nextCursor) }
    })
    assert.strictEqual(new Set([...first.items, ...rest.items].map(({ id }) => id)).size, 18)
    assert.isNull(rest.nextCursor)
  })

  test("that have an id, or name a reference in any spelling", function* () {
    const statements = yield* recorded
    const reference = "RF5553900754703"
    const named = ["2026-01-05", "2026-01-06"] as const
    for (const bookedOn of named)
      yield* statements.import(account.name, Stream.fromIterable(itemsOf([credit({ bookedOn, reference })])))
    const found = yield* walked({ q: " rf55 5390 0754 703 " }, 1)
    assert.deepStrictEqual(
      found.map(({ bookedOn }) => bookedOn),
      named.toReversed()
    )
    const [newest] = found
    assert.deepStrictEqual(yield* walked({ q: newest?.id }, 5), [newest])
    for (const none of [{ q: "RF00" }, { q: newest?.id, status: "matched" }, { q: reference, to: named[0] }])
      assert.isEmpty(yield* walked(none, 5))
  })

  test("by a cursor of the same filter only, and by days of the calendar", function* () {
    const statements = yield* recorded
    const cursor = String((yield* statements.list({ limit: 1 })).nextCursor)
    const foreign = yield* Effect.flip(statements.list({ account: "main", limit: 1, cursor }))
    assert.deepInclude(foreign, { _tag: "InvalidCursor", fault: "foreign" })
    const wrong = yield* Effect.flip(statements.list({ from: "2026-02-30", limit: 1 }))
    assert.include(wrong.message, "from")
  })
})
