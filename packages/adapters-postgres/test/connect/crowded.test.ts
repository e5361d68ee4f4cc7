import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connectionsTo, count, insert, newBench } from "./connectionsTo.ts"

describe("a server that takes no more connections", () => {
  it("is read over those that there are, and written to once there is a place", async () => {
    const { admin, rows, url } = await newBench()
    const role = `crowded_${process.pid}`
    await admin.query(`DROP ROLE IF EXISTS ${role}; CREATE ROLE ${role} LOGIN CONNECTION LIMIT 2`)
    await admin.query(`GRANT SELECT, INSERT ON numbers TO ${role}`)
    const over = new URL(url)
    over.username = role
    const connections = connectionsTo({ url: over.href, answerMillisMax: 5_000 })
    const read = () => Effect.runPromise(connections.read(count, []))
    await read()
    const answers = await Promise.all(Array.from({ length: 20 }, read))
    assert.isAtMost(new Set(answers.map(([row]) => row?.pid)).size, 2)

    const refused = await connections.flush([{ statement: insert, values: [[1]] }])
    assert.strictEqual(refused._tag, "Failed")
    if (refused._tag !== "Failed") return
    assert.strictEqual(refused.failure.outcome, "notWritten")
    assert.match(refused.failure.reason, /^PostgreSQL 53300: too many connections for role/)
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "away")

    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 3`)
    const written = await connections.flush([{ statement: insert, values: [[2]] }])
    assert.strictEqual(written._tag, "Written")
    assert.deepStrictEqual(await rows(), [2])
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
    await Effect.runPromise(connections.close)
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })
})
