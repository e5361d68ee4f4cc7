import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { forEachKey, keyedReads, sharedRead } from "../../src/readers/sharedReads.ts"
import { connectionsTo, newBench } from "../connect/connectionsTo.ts"
import { sentStatements } from "../law/sentStatements.ts"

const one = { name: "pair", text: "SELECT * FROM pairs WHERE a = $1 AND b = $2" }
const each = forEachKey(one.name, "*", "pairs", ["a", "b"])

/** A table of what pairs of texts name, and how often a statement was sent since. */
const newPairs = async () => {
  const { admin, url } = await newBench()
  await admin.query("CREATE TABLE pairs (a text, b text, value bigint, PRIMARY KEY (a, b))")
  await admin.query(`INSERT INTO pairs VALUES ('x', 'y', 1), ('x', 'z', 2), ('["', '","', 3)`)
  const sent: Array<string> = []
  sentStatements(({ name }) => {
    if (name === one.name || name === each.name) sent.push(name)
  })
  return { admin, connections: connectionsTo({ url }), sent, url }
}

const keys = [
  ["x", "z"],
  ["x", "absent"],
  ["x", "y"],
  ["x", "z"],
  ['["', '","']
] as const

describe("reads by keys", () => {
  it("that are asked at once are one statement, and each gets the rows of its own key", async () => {
    const { connections, sent } = await newPairs()
    const read = keyedReads(connections, "many", { each, one })
    const found = await Effect.runPromise(Effect.forEach(keys, read, { concurrency: "unbounded" }))
    assert.deepStrictEqual(
      found.map((rows) => rows.map(({ value }) => value)),
      [[2n], [], [1n], [2n], [3n]]
    )
    assert.deepStrictEqual(sent, [each.name])
    assert.lengthOf(await Effect.runPromise(read(["x", "y"])), 1)
    assert.deepStrictEqual(sent, [each.name, one.name])
  })

  it("are a statement each where partners are on different machines", async () => {
    const { connections, sent } = await newPairs()
    const read = keyedReads(connections, "one", { each, one })
    await Effect.runPromise(Effect.forEach(keys, read, { concurrency: "unbounded" }))
    assert.deepStrictEqual(
      sent,
      keys.map(() => one.name)
    )
  })

  it("see what was written before they were asked, also while others are under way", async () => {
    const { admin, connections } = await newPairs()
    const read = keyedReads(connections, "many", { each, one })
    const earlier = keys.map((key) => Effect.runPromise(read(key)))
    await admin.query("UPDATE pairs SET value = 7 WHERE b = 'y'")
    const [row] = await Effect.runPromise(read(["x", "y"]))
    assert.strictEqual(row?.value, 7n)
    await Promise.all(earlier)
  })

  it("all fail when their statement fails, and later ones do not", async () => {
    const { admin, url } = await newPairs()
    await admin.query("BEGIN")
    await admin.query("LOCK TABLE pairs IN ACCESS EXCLUSIVE MODE")
    const read = keyedReads(connectionsTo({ url, answerMillisMax: 100 }), "many", { each, one })
    const failures = await Effect.runPromise(
      Effect.forEach(keys, (key) => Effect.flip(read(key)), { concurrency: "unbounded" })
    )
    assert.deepStrictEqual(
      failures.map(({ outcome }) => outcome),
      keys.map(() => "notWritten")
    )
    await admin.query("ROLLBACK")
    assert.lengthOf(await Effect.runPromise(read(["x", "y"])), 1)
  })
})

describe("a read that many ask for at once", () => {
  it("is one statement", async () => {
    const { connections, sent } = await newPairs()
    const read = sharedRead(connections, { name: one.name, text: "SELECT * FROM pairs" })
    const found = await Effect.runPromise(Effect.all([read, read, read], { concurrency: "unbounded" }))
    assert.deepStrictEqual(
      found.map(({ length }) => length),
      [3, 3, 3]
    )
    assert.deepStrictEqual(sent, [one.name])
  })
})
