import { assert, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { Effect } from "effect"
import type { Client } from "pg"
import { connected } from "../../src/connect/openStore.ts"
import { JobNotices } from "../../src/queue/JobNotices.ts"
import { sentStatements } from "../law/sentStatements.ts"
import { lineTo } from "../server/Line.ts"
import { connectionsTo, count, newBench } from "./connectionsTo.ts"

/** What a server is told of a client that may be gone. */
const settings = [
  "tcp_keepalives_idle",
  "tcp_keepalives_interval",
  "tcp_keepalives_count",
  "tcp_user_timeout",
  "client_connection_check_interval",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout"
]

const asked = {
  name: "settings",
  text: `SELECT array_agg(current_setting(name) ORDER BY place) AS found FROM unnest($1::text[]) WITH ORDINALITY AS each (name, place)`
}

const kept = ["30", "10", "3", "60000", "10s"]

/** Completes when the store has no session on this database any more, beside those of the test. */
const allEnded = async (admin: Client): Promise<void> => {
  for (;;) {
    const { rowCount } = await admin.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'quittance'"
    )
    if (rowCount === 0) return
  }
}

describe("a session whose client may be gone", () => {
  it("is asked whether it is still there, and ends when it is unused: reads, writes and audits", async () => {
    const { url } = await newBench()
    const connections = connectionsTo({ url })
    const found = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const snapshot = yield* connections.snapshot
          return [
            yield* connections.read(asked, [settings]),
            yield* connections.write(asked, [settings]),
            yield* snapshot(asked, [settings])
          ].map(([row]) => row?.found)
        })
      )
    )
    assert.deepStrictEqual(found, [
      [...kept, "20s", "5min"],
      [...kept, "20s", "5min"],
      [...kept, "20min", "5min"]
    ])
  })

  it("is asked the same where it waits for notices or for another store, as long as that takes", async () => {
    const { admin, url } = await newBench()
    const name = new URL(url).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${name} SET idle_session_timeout = '1h'`)
    const place = { server: "", database: "", user: "" }
    const client = await connected({ url }, place)
    afterwards(() => client.end())
    const { rows } = await client.query(asked.text, [settings])
    assert.deepStrictEqual(rows[0].found, [...kept, "0", "0"])

    const sent = sentStatements()
    await new Promise<void>((resolve) => {
      const notices = new JobNotices(url, resolve)
      afterwards(() => Effect.runPromise(notices.close))
      notices.listen()
    })
    assert.isTrue(
      [...sent.keys()].some((text) => /tcp_keepalives_idle = 30[\s\S]*idle_session_timeout = 0/.test(text))
    )
  })

  it("ends on a line that went silent, in use or not", async () => {
    const { admin, url } = await newBench()
    const line = await lineTo(url)
    const connections = connectionsTo({ url: line.url, answerMillisMax: 100, idleMillisMax: 100 })
    await Effect.runPromise(connections.read(count, []))
    const working = Effect.runPromise(
      Effect.exit(
        connections.transaction(async (ask) => {
          await ask(count, [])
          line.holdRequests()
          await ask(count, [])
        })
      )
    )
    await allEnded(admin)
    assert.strictEqual((await working)._tag, "Failure")
  })
})
