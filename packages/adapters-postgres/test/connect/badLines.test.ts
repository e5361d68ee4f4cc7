import { assert, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { startServer } from "@quittance/testing/postgres"
import { Effect } from "effect"
import { Client } from "pg"
import { type Line, lineTo } from "../server/Line.ts"
import { type Bench, connectionsTo, count, insert, newBench, wait, waiting } from "./connectionsTo.ts"

/** A database behind a line, and connections over it that lose patience soon. */
const benchOverLine = async (): Promise<
  Bench & { line: Line; connections: ReturnType<typeof connectionsTo> }
> => {
  const bench = await newBench()
  const line = await lineTo(bench.url)
  const connections = connectionsTo({ url: line.url, readersMax: 2, writersMax: 1, answerMillisMax: 500 })
  // So that the line carries a connection of each kind.
  await connections.flush([{ statement: count, values: [] }])
  await Effect.runPromise(connections.read(count, []))
  return { ...bench, line, connections }
}

describe("a write whose answer does not come", () => {
  it("is unknown, and found written afterwards", async () => {
    const { connections, line, rows } = await benchOverLine()
    line.holdAnswers()
    const flushed = await connections.flush([{ statement: insert, values: [[1]] }])
    assert.strictEqual(flushed._tag === "Failed" && flushed.failure.outcome, "unknown")
    await Effect.runPromise(connections.settled)
    assert.deepStrictEqual(await rows(), [1])
  })

  it("is unknown, and is not written once it is settled, however late it arrives", async () => {
    const { connections, line, rows } = await benchOverLine()
    line.holdRequests()
    const flushed = await connections.flush([{ statement: insert, values: [[1]] }])
    assert.strictEqual(flushed._tag === "Failed" && flushed.failure.outcome, "unknown")
    await Effect.runPromise(connections.settled)
    assert.deepStrictEqual(await rows(), [])
    line.release()
    const again = await connections.flush([{ statement: insert, values: [[2]] }])
    assert.strictEqual(again._tag, "Written")
    assert.deepStrictEqual(await rows(), [2])
  })
})

describe("a line that is cut", () => {
  it("under a transaction that has not been committed: nothing was written, and the next one is", async () => {
    const { admin, connections, line, rows } = await benchOverLine()
    await admin.query("SELECT pg_advisory_lock(1)")
    const failing = Effect.runPromise(
      Effect.flip(
        connections.transaction(async (ask) => {
          await ask(insert, [[1]])
          await ask(wait, [1])
        })
      )
    )
    await waiting(admin)
    line.cut()
    assert.deepInclude(await failing, { _tag: "StoreUnavailable", outcome: "notWritten" })
    await admin.query("SELECT pg_advisory_unlock(1)")
    await Effect.runPromise(connections.transaction((ask) => ask(insert, [[2]])))
    assert.deepStrictEqual(await rows(), [2])
  })

  it("under connections that nobody uses is not noticed by those who read next", async () => {
    const { connections, line } = await benchOverLine()
    for (let round = 0; round < 5; round++) {
      line.cut()
      await Effect.runPromise(connections.read(count, []))
    }
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
  })
})

describe("a server that takes connections and says nothing", () => {
  it("is answered for within bounded time, and serves again by itself", async () => {
    const { connections, line, rows } = await benchOverLine()
    line.holdRequests()
    line.holdNew()
    const reads = Array.from({ length: 50 }, () =>
      Effect.runPromise(Effect.flip(connections.read(count, [])))
    )
    const writes = Array.from({ length: 5 }, () => connections.flush([{ statement: insert, values: [[1]] }]))
    for (const failure of await Promise.all(reads)) assert.strictEqual(failure._tag, "StoreUnavailable")
    const outcomes = (await Promise.all(writes)).map((each) =>
      each._tag === "Failed" ? each.failure.outcome : each._tag
    )
    // One was sent; the others got no connection.
    assert.sameMembers(outcomes, ["unknown", ...Array.from({ length: 4 }, () => "notWritten")])
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "away")
    line.cut()
    line.release()
    await Effect.runPromise(connections.read(count, []))
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
    assert.strictEqual((await connections.flush([{ statement: insert, values: [[2]] }]))._tag, "Written")
    assert.deepStrictEqual(await rows(), [2])
  })
})

describe("a server that crashes", () => {
  it("keeps what was written, and is found again by itself", async () => {
    const server = await startServer()
    const own = server.own
    assert.isDefined(own)
    if (own === undefined) return
    afterwards(own.stop)
    const { rows: _rows, url } = await newBench(server.newDatabase)
    const connections = connectionsTo({ url, answerMillisMax: 2_000 })
    const written: Array<number> = []
    for (let round = 0; round < 2; round++) {
      // Writers all the while, of which each knows what became of what it wrote.
      let isOver = false
      const writing = Array.from({ length: 8 }, async (_, writer) => {
        for (let at = 0; !isOver; at++) {
          const n = round * 1_000_000 + writer * 100_000 + at
          const flushed = await connections.flush([{ statement: insert, values: [[n]] }])
          if (flushed._tag === "Written") written.push(n)
          else assert.strictEqual(flushed._tag, "Failed")
        }
      })
      const before = written.length
      for (;;) {
        await Effect.runPromise(connections.read(count, []))
        if (written.length > before + 20) break
      }
      await own.crash()
      const failure = await Effect.runPromise(Effect.flip(connections.read(count, [])))
      assert.strictEqual(failure.outcome, "notWritten")
      assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "away")
      await own.start()
      const restarted = written.length
      for (;;) {
        await Effect.runPromise(connections.read(count, []))
        if (written.length > restarted + 20) break
      }
      isOver = true
      await Promise.all(writing)
      assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
    }
    const look = new Client({ connectionString: url })
    await look.connect()
    const kept = new Set((await look.query("SELECT n FROM numbers")).rows.map(({ n }) => Number(n)))
    await look.end()
    assert.deepStrictEqual(
      written.filter((n) => !kept.has(n)),
      []
    )
  })
})
