import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Connections } from "../../src/connect/Connections.ts"
import type { Flushed } from "../../src/connect/flushed.ts"
import { adminOf } from "../server/admin.ts"
import { connectionsTo, count, guard, insert, newBench, wait, waiting } from "./connectionsTo.ts"

const outcomeOf = (flushed: Flushed): string =>
  flushed._tag === "Failed" ? flushed.failure.outcome : flushed._tag

describe("a session", () => {
  it("waits for the disk also where the database is set not to, and keeps a stricter setting", async () => {
    for (const [set, used] of [
      ["off", "on"],
      ["remote_apply", "remote_apply"]
    ] as const) {
      const { admin, url } = await newBench()
      const name = new URL(url).pathname.slice(1)
      await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = ${set}`)
      const connections = connectionsTo({ url })
      const setting = { name: "setting", text: "SELECT current_setting('synchronous_commit') AS setting" }
      const [row] = await Effect.runPromise(connections.write(setting, []))
      assert.strictEqual(row?.setting, used)
    }
  })
})

describe("the plan of a write", () => {
  it("compiles no statement, where the database is set to", async () => {
    const { admin, url } = await newBench()
    await admin.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET jit = on`)
    const connections = connectionsTo({ url })
    const shown = { name: "jit", text: "SHOW jit" }
    for (const ask of [connections.read(shown, []), connections.write(shown, [])])
      assert.deepStrictEqual(await Effect.runPromise(ask), [{ jit: "off" }])
  })

  it("finds rows by an index, whether the table was empty or small when the plan was made", async () => {
    const { admin, url } = await newBench()
    const connections = connectionsTo({ url })
    const update = "UPDATE numbers SET n = numbers.n FROM unnest($1::bigint[]) AS i (n) WHERE numbers.n = i.n"
    for (const rows of [0, 20]) {
      await admin.query("INSERT INTO numbers SELECT generate_series(1, $1::bigint)", [rows])
      await admin.query("ANALYZE numbers")
      const explain = { name: `plan with ${rows}`, text: `EXPLAIN ${update}` }
      const found = await Effect.runPromise(connections.write(explain, [[1, 2]]))
      const plan = found.map((row) => String(row["QUERY PLAN"])).join("\n")
      assert.match(plan, /Index.* Scan .*on numbers|Bitmap Heap Scan on numbers/)
      assert.notMatch(plan, /Seq Scan|Hash Join|Merge Join/)
    }
  })
})

describe("a flush", () => {
  it("answers its calls in order", async () => {
    const { rows, url } = await newBench()
    const connections = connectionsTo({ url })
    const flushed = await connections.flush([
      { statement: insert, values: [[2, 1]] },
      { statement: guard, values: [2] },
      { statement: count, values: [] }
    ])
    assert.strictEqual(flushed._tag, "Written")
    if (flushed._tag !== "Written") return
    assert.deepStrictEqual(flushed.results[0]?.rows, [{ n: 2n }, { n: 1n }])
    assert.strictEqual(flushed.results[2]?.rows[0].count, 2n)
    assert.deepStrictEqual(await rows(), [1, 2])
  })

  it("is refused as a whole by a guard and by a unique key, and its connection serves on", async () => {
    const { admin, rows, url } = await newBench()
    await admin.query("INSERT INTO numbers VALUES (7)")
    const connections = connectionsTo({ url, writersMax: 1 })
    const pidOf = (flushed: Flushed) =>
      flushed._tag === "Written" ? flushed.results.at(-1)?.rows[0].pid : undefined
    const before = await connections.flush([{ statement: count, values: [] }])
    for (const refused of [
      { statement: guard, values: [5] },
      { statement: insert, values: [[7]] }
    ]) {
      const flushed = await connections.flush([
        { statement: insert, values: [[1]] },
        refused,
        { statement: insert, values: [[2]] }
      ])
      assert.strictEqual(outcomeOf(flushed), "Refused")
    }
    assert.deepStrictEqual(await rows(), [7])
    const after = await connections.flush([{ statement: count, values: [] }])
    assert.isNumber(pidOf(before))
    assert.strictEqual(pidOf(after), pidOf(before))
  })

  it("is written by statements that an earlier one on the same connection failed to prepare, run or reach", async () => {
    const { admin, rows, url } = await newBench()
    const connections = connectionsTo({ url, writersMax: 1 })
    const log = { name: "log", text: "INSERT INTO log VALUES ($1::bigint)" }
    const calls = [
      { statement: insert, values: [[1]] },
      { statement: guard, values: [1] },
      { statement: log, values: [1] },
      { statement: count, values: [] }
    ]
    await connections.flush(calls).catch(() => {})
    await admin.query("CREATE TABLE log (n bigint)")
    await admin.query("INSERT INTO numbers VALUES (7)")
    assert.strictEqual(outcomeOf(await connections.flush(calls)), "Refused")
    await admin.query("DELETE FROM numbers")
    assert.strictEqual(outcomeOf(await connections.flush(calls)), "Written")
    assert.deepStrictEqual(await rows(), [1])
  })

  it("is contended when a lock is not to be had in time", async () => {
    const { admin, url } = await newBench()
    await admin.query("BEGIN")
    await admin.query("INSERT INTO numbers VALUES (1)")
    const connections = connectionsTo({ url, answerMillisMax: 200 })
    assert.strictEqual(
      outcomeOf(await connections.flush([{ statement: insert, values: [[1]] }])),
      "Contended"
    )
    await admin.query("ROLLBACK")
    assert.strictEqual(outcomeOf(await connections.flush([{ statement: insert, values: [[1]] }])), "Written")
  })

  it("rejects for a statement that is wrong or a value that no column takes, with nothing written", async () => {
    const { rows, url } = await newBench()
    const connections = connectionsTo({ url })
    const good = { statement: insert, values: [[1]] }
    const rejected = async (statement: { name: string; text: string }, values: ReadonlyArray<unknown>) => {
      let reason = ""
      await connections.flush([good, { statement, values }]).catch((error) => {
        reason = String(error)
      })
      return reason
    }
    assert.match(await rejected({ name: "wrong", text: "SELECT nothing" }, []), /nothing/)
    assert.match(await rejected(insert, [{}]), /no column takes/)
    assert.match(await rejected({ name: insert.name, text: "SELECT 1" }, []), /two statements have the name/)
    assert.deepStrictEqual(await rows(), [])
  })

  it("says that nothing was written when the disk of the server is full, and health says so", async () => {
    const { admin, rows, url } = await newBench()
    await admin.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON numbers EXECUTE FUNCTION full_disk()`)
    const connections = connectionsTo({ url })
    const flush = () => connections.flush([{ statement: insert, values: [[1]] }])
    assert.strictEqual(outcomeOf(await flush()), "notWritten")
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "full")
    await Effect.runPromise(connections.read(count, []))
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "full")
    await admin.query("DROP TRIGGER full_disk ON numbers")
    assert.strictEqual(outcomeOf(await flush()), "Written")
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
    assert.deepStrictEqual(await rows(), [1])
  })
})

describe("a session that is ended on the server", () => {
  it("costs a read nothing: it is asked again on another one", async () => {
    const { admin, url } = await newBench()
    const connections = connectionsTo({ url })
    await admin.query("SELECT pg_advisory_lock(1)")
    const reading = Effect.runPromise(connections.read(wait, [1]))
    const [pid] = await waiting(admin)
    await admin.query("SELECT pg_terminate_backend($1)", [pid])
    await admin.query("SELECT pg_advisory_unlock(1)")
    const [row] = await reading
    assert.isNumber(row?.pid)
    assert.notStrictEqual(row?.pid, pid)
  })

  it("leaves nothing of a transaction, and the caller is told so", async () => {
    const { admin, rows, url } = await newBench()
    const connections = connectionsTo({ url })
    await admin.query("SELECT pg_advisory_lock(1)")
    const failing = Effect.runPromise(
      Effect.flip(
        connections.transaction(async (ask) => {
          // Nobody waits for this one, and it fails too.
          void ask(insert, [[1]])
          void ask(wait, [1])
          void ask(insert, [[2]])
          await ask(insert, [[3]])
        })
      )
    )
    const [pid] = await waiting(admin)
    await admin.query("SELECT pg_terminate_backend($1)", [pid])
    assert.deepInclude(await failing, { _tag: "StoreUnavailable", outcome: "notWritten" })
    assert.deepStrictEqual(await rows(), [])
    await Effect.runPromise(connections.transaction((ask) => ask(insert, [[4]])))
    assert.deepStrictEqual(await rows(), [4])
  })

  it("in the middle of COMMIT leaves the outcome unknown, and settled says when it is not any more", async () => {
    const { admin, rows, url } = await newBench()
    await admin.query(`
      CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON numbers DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION linger()`)
    await admin.query("SELECT pg_advisory_lock(1)")
    const connections = connectionsTo({ url })
    const flushing = connections.flush([{ statement: insert, values: [[1]] }])
    const [pid] = await waiting(admin)
    await admin.query("SELECT pg_terminate_backend($1)", [pid])
    assert.strictEqual(outcomeOf(await flushing), "unknown")
    const committing = Effect.runPromise(Effect.flip(connections.transaction((ask) => ask(insert, [[2]]))))
    const [other] = await waiting(admin)
    await admin.query("SELECT pg_terminate_backend($1)", [other])
    assert.deepInclude(await committing, { _tag: "StoreUnavailable", outcome: "unknown" })
    await Effect.runPromise(connections.settled)
    assert.deepStrictEqual(await rows(), [])
  })
})

describe("a transaction", () => {
  it("of which a statement failed is not taken for written, whatever its work makes of that", async () => {
    const { rows, url } = await newBench()
    const connections = connectionsTo({ url })
    const failure = await Effect.runPromise(
      Effect.flip(
        connections.transaction(async (ask) => {
          await ask(insert, [[1]])
          await ask(insert, [[1]]).catch(() => {})
        })
      )
    )
    assert.deepInclude(failure, { _tag: "StoreUnavailable", outcome: "notWritten" })
    assert.deepStrictEqual(await rows(), [])
  })

  it("is tried again after a deadlock", async () => {
    const { admin, rows, url } = await newBench()
    await admin.query("INSERT INTO numbers VALUES (1), (2)")
    const connections = connectionsTo({ url })
    const lock = { name: "lock", text: "SELECT n FROM numbers WHERE n = $1 FOR UPDATE" }
    let arrived = 0
    let open = () => {}
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    const locking = (first: number, second: number) =>
      connections.transaction(async (ask) => {
        await ask(lock, [first])
        arrived += 1
        if (arrived === 2) open()
        await both
        await ask(lock, [second])
        await ask(insert, [[first + 10]])
      })
    await Effect.runPromise(Effect.all([locking(1, 2), locking(2, 1)], { concurrency: 2 }))
    // Whoever is tried again may be the victim again.
    assert.isAtLeast(arrived, 3)
    assert.deepStrictEqual(await rows(), [1, 2, 11, 12])
  })
})

describe("what is written", () => {
  it("is written between BEGIN and COMMIT only: alone, a statement that writes is refused", async () => {
    const { rows, url } = await newBench()
    const failure = await Effect.runPromise(Effect.flip(connectionsTo({ url }).read(insert, [[1]])))
    assert.match(failure.reason, /25006/)
    assert.deepStrictEqual(await rows(), [])
  })

  it("is nothing in a store that was opened for reading", async () => {
    const { rows, url } = await newBench()
    const connections = connectionsTo({ url, readonly: true })
    assert.strictEqual(
      outcomeOf(await connections.flush([{ statement: insert, values: [[1]] }])),
      "notWritten"
    )
    const failure = await Effect.runPromise(Effect.flip(connections.write(insert, [[1]])))
    assert.strictEqual(failure.outcome, "notWritten")
    assert.deepStrictEqual(await rows(), [])
    assert.lengthOf(await Effect.runPromise(connections.read(count, [])), 1)
  })
})

describe("too many", () => {
  it("connections: reads and writes fail with their reason, and work again when there is room", async () => {
    const { admin, rows, url } = await newBench()
    const role = `limited_${process.pid}`
    await admin.query(`DROP ROLE IF EXISTS ${role}`)
    await admin.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`)
    await admin.query(`GRANT SELECT, INSERT ON numbers TO ${role}`)
    const limited = new URL(url)
    limited.username = role
    const other = await adminOf(limited.href)
    const connections = connectionsTo({ url: limited.href, readersMax: 2 })
    const read = await Effect.runPromise(Effect.flip(connections.read(count, [])))
    assert.match(read.reason, /53300/)
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "away")
    assert.strictEqual(
      outcomeOf(await connections.flush([{ statement: insert, values: [[1]] }])),
      "notWritten"
    )
    await other.end()
    // Its session is gone a moment after its connection.
    for (;;) {
      const { rowCount } = await admin.query("SELECT FROM pg_stat_activity WHERE usename = $1", [role])
      if (rowCount === 0) break
    }
    assert.strictEqual(outcomeOf(await connections.flush([{ statement: insert, values: [[1]] }])), "Written")
    assert.strictEqual((await Effect.runPromise(connections.condition))._tag, "sound")
    assert.deepStrictEqual(await rows(), [1])
  })

  it("callers: those that need not wait for what others wait for fail at once", async () => {
    const { admin, url } = await newBench()
    // As long as thousands of answers take on a busy machine.
    const connections = connectionsTo({ url, readersMax: 1, answerMillisMax: 60_000 })
    await admin.query("SELECT pg_advisory_lock(1)")
    const first = Effect.runFork(connections.read(wait, [1]))
    await waiting(admin)
    const asked = Array.from({ length: 5_001 }, () => Effect.runFork(connections.read(count, [])))
    const last = await Effect.runPromise(Effect.flip(Fiber.join(asked[5_000] as (typeof asked)[number])))
    assert.deepInclude(last, { outcome: "notWritten", reason: "too many requests wait for the database" })
    await admin.query("SELECT pg_advisory_unlock(1)")
    await Effect.runPromise(Fiber.join(first))
    for (const each of asked.slice(0, 5_000)) await Effect.runPromise(Fiber.join(each))
  })
})

describe("texts", () => {
  it("with U+0000 and halves of surrogate pairs come back as any store answers them", async () => {
    const { admin, url } = await newBench()
    await admin.query("CREATE TABLE texts (t text)")
    const connections: Connections = connectionsTo({ url })
    const put = { name: "put", text: "INSERT INTO texts SELECT $1 UNION ALL SELECT unnest($2::text[])" }
    const all = {
      name: "all",
      text: `SELECT t, ARRAY[t, NULL] AS both FROM texts ORDER BY t COLLATE "C"`
    }
    const texts = [
      "\u0000",
      "a\u0000b",
      "\u0001",
      "\u0001\u0001",
      "\u0002",
      "a\u0001\u0002",
      "NULL",
      "",
      `{"\\,}`
    ]
    await Effect.runPromise(
      connections.write(put, ["half \ud83d", [...texts, "pair \ud83d\ude00", "\udc00"]])
    )
    const rows = await Effect.runPromise(connections.read(all, []))
    const expected = [...texts, "half \ufffd", "pair \ud83d\ude00", "\ufffd"].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other))
    )
    assert.deepStrictEqual(
      rows.map(({ t }) => t),
      expected
    )
    assert.deepStrictEqual(
      rows.map(({ both }) => both),
      expected.map((text) => [text, null])
    )
  })

  it("and numbers within arrays arrive as they were given", async () => {
    const { url } = await newBench()
    const connections = connectionsTo({ url })
    const echo = {
      name: "echo",
      text: "SELECT $1::bigint[] AS numbers, $2::text[] AS texts, $3::bytea AS bytes, $4::bytea[] AS several, $5::text[] AS nested, ($5::text[])[1]::text[] AS inner"
    }
    const [row] = await Effect.runPromise(
      connections.read(echo, [
        [1, 2n ** 62n, null, -3],
        ["a", null, undefined, 'quo"te', "back\\slash", "NULL"],
        new Uint8Array([0, 255]),
        [new Uint8Array([1, 2]), Buffer.from([255])],
        [['x"', "y,\u0000"], ["z"]]
      ])
    )
    assert.deepStrictEqual(row?.numbers, [1n, 2n ** 62n, null, -3n])
    assert.deepStrictEqual(row?.texts, ["a", null, null, 'quo"te', "back\\slash", "NULL"])
    assert.deepStrictEqual(row?.bytes, Buffer.from([0, 255]))
    assert.deepStrictEqual(row?.several, [Buffer.from([1, 2]), Buffer.from([255])])
    assert.deepStrictEqual(row?.inner, ['x"', "y,\u0000"])
  })
})
