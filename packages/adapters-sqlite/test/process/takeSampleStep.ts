/**
 * A process that takes the step of the tests. At the given point of it, it prints `at POINT` and waits to be killed; if
 * there is no such point, it prints `taken`, and waits too.
 *
 *     node --conditions=source takeSampleStep.ts FILE POINT
 */
import { writeSync } from "node:fs"
import Database from "better-sqlite3"
import { migrate } from "../../src/schema/migrate.ts"
import { schemaVersion, steps } from "../../src/schema/steps.ts"
import { sampleStep } from "../schema/sampleStep.ts"

const [, , filename = "", point = ""] = process.argv

const wait = (line: string): void => {
  writeSync(1, `${line}\n`)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

let points = 0
const reached = (): void => {
  points += 1
  if (points === Number(point)) wait(`at ${points}`)
}

const database = new Database(filename)
const [exec, pragma] = [database.exec.bind(database), database.pragma.bind(database)]
const watched = Object.assign(database, {
  exec: (sql: string) => {
    exec(sql)
    if (sql !== "COMMIT") reached()
    return database
  },
  pragma: (...asked: Parameters<typeof pragma>) => {
    const answer: unknown = pragma(...asked)
    reached()
    return answer
  }
})
watched.exec("BEGIN EXCLUSIVE")
migrate(watched, schemaVersion, [...steps, sampleStep(schemaVersion + 1)])
watched.exec("COMMIT")
wait("taken")
