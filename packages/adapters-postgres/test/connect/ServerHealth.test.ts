import { assert, describe, it } from "@effect/vitest"
import { DatabaseError } from "pg"
import { notWritten } from "../../src/connect/failure.ts"
import { ServerHealth } from "../../src/connect/ServerHealth.ts"

const raised = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, "error"), { code, severity: "ERROR" })

const full = (file: string) => raised("53100", `could not extend file "${file}": No space left on device`)
const isOver = "The database answers and accepts writes: everything goes on."

describe("what the log is told of a server", () => {
  it("is each fault once, whatever its details, and once that there is none any more", () => {
    const health = new ServerHealth()
    const reported = (now: number) => health.news(now)?.message
    assert.isUndefined(reported(0))
    health.refused(new Error("connect ECONNREFUSED 127.0.0.1:5432"))
    assert.strictEqual(
      reported(0),
      "Requests are answered 503 and background work waits, because the database does not answer (connect ECONNREFUSED 127.0.0.1:5432). Everything goes on by itself when that is over."
    )
    health.refused(raised("57P03", "the database system is starting up"))
    assert.isUndefined(reported(1_000))
    health.refused(raised("53300", "sorry, too many clients already"))
    assert.include(
      reported(2_000) ?? "",
      "because the database server has no connection left for this process (PostgreSQL 53300: sorry, too many clients already)."
    )
    health.refused(notWritten("the server is a replica now"))
    assert.include(reported(3_000) ?? "", "because the server is a replica now.")
    health.answered()
    assert.isUndefined(reported(12_999))
    assert.deepStrictEqual(health.news(13_000), { isGood: true, message: isOver })
    assert.isUndefined(reported(14_000))
  })

  it("is not that a full server takes writes again, as long as some fail among others that do not", () => {
    const health = new ServerHealth()
    const reported = (now: number) => health.news(now)?.message
    health.failed(full("base/1/2"))
    assert.include(reported(0) ?? "", "because the database server has no space (PostgreSQL 53100: ")
    // Nothing was written since, so nothing is known.
    health.answered()
    assert.isUndefined(reported(20_000))
    health.written()
    health.failed(full("base/1/3"))
    health.written()
    assert.isUndefined(reported(21_000))
    assert.isUndefined(reported(30_999))
    assert.strictEqual(reported(31_000), isOver)
  })
})
