import { rmSync } from "node:fs"
import { join } from "node:path"
import type { BooksStanding } from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import { makeExclusively, readKept } from "../start/exclusiveFile.ts"
import { replaceFile } from "../start/replaceFile.ts"
import { isRunning } from "../start/WorkerOwner.ts"

const Running = Schema.Struct({
  /** Of the server that keeps the result: the verification itself ends before its result is kept. */
  pid: Schema.Int,
  startedAt: Schema.Int,
  checkedCount: Schema.NullOr(Schema.Int)
})
type Running = typeof Running.Type

const Ended = Schema.Struct({
  startedAt: Schema.Int,
  endedAt: Schema.Int,
  checkedCount: Schema.Int,
  faultCount: Schema.NullOr(Schema.Int),
  sentences: Schema.Array(Schema.String)
})
type Ended = typeof Ended.Type

/** No store needs so long: what is older was left by a process whose number another one has now. */
const runningMillisMax = 6 * 3_600_000

/**
 * What is known of the verifications of a store, in two files beside it: every process of `--processes` sees them, and
 * a restart forgets nothing. While the first is there, one goes on.
 */
export const bookFiles = (folder: string) => {
  const runningFile = join(folder, "books.running.json")
  const lastFile = join(folder, "books.json")
  const readAs = <A>(file: string, schema: Schema.Codec<A, unknown>): A | null => {
    const text = readKept(file)
    if (text === undefined) return null
    return Option.getOrNull(Schema.decodeUnknownOption(Schema.fromJsonString(schema))(text))
  }
  const runningAt = (now: number): Running | null => {
    const found = readAs(runningFile, Running)
    return found !== null && isRunning(found.pid) && now - found.startedAt < runningMillisMax ? found : null
  }
  return {
    standing: (now: number): BooksStanding => {
      const running = runningAt(now)
      return {
        running: running && { startedAt: running.startedAt, checkedCount: running.checkedCount },
        last: readAs(lastFile, Ended)
      }
    },
    /** Whether the caller may begin one now: nobody else does. */
    take: (now: number): boolean => {
      if (runningAt(now) === null) rmSync(runningFile, { force: true })
      return makeExclusively(
        runningFile,
        JSON.stringify({ pid: process.pid, startedAt: now, checkedCount: null })
      )
    },
    note: (running: Omit<Running, "pid">): void =>
      replaceFile(runningFile, JSON.stringify({ pid: process.pid, ...running })),
    end: (ended: Ended): void => replaceFile(lastFile, `${JSON.stringify(ended)}\n`),
    release: Effect.sync(() => rmSync(runningFile, { force: true }))
  }
}
