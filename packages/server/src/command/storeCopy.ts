import { type CopyCheck, type CopyProgress, StoreTarget } from "@quittance/adapters-postgres"
import { SqliteStore, StoreSource } from "@quittance/adapters-sqlite"
import { Auditor, type Mode } from "@quittance/core"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { ProgressBar } from "../cli/ProgressBar.ts"
import { UsageError } from "../cli/UsageError.ts"
import { Wrong } from "../configuration/Environment.ts"
import { readStoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { parseStore, type StorePlace, storeName } from "../configuration/StorePlace.ts"
import { printError, printJson, printLine, printLines, printProgress, printTable } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"

/**
 * `quittance store copy`: copies every table, reads the copy back, compares and audits it, and only then makes it a
 * store. Just before that, the source is put on hold, so both can never pay at the same time.
 */
export const run: RunCommand = (input) => {
  const from = storeIn(input, "--from")
  const to = storeIn(input, "--to")
  if (from._tag !== "sqlite" || to._tag !== "postgres") throw new UsageError(otherWays)
  return runToEnd(
    Effect.gen(function* () {
      const { mode } = yield* Effect.tryPromise({
        try: () => readStoreConfiguration(process.env),
        catch: (error) => error
      })
      const access = input.has("--ahead") ? "served" : "alone"
      const acceptsFaults = input.has("--accept-faults")
      if (access === "alone") yield* StoreSource.upgrade({ filename: from.filename })
      if (access === "alone" && !acceptsFaults) {
        const faults = yield* faultsOf(from.filename, mode)
        if (faults.length > 0) {
          printError(faultySource, faults)
          return 1
        }
      }
      const name = storeName(to)
      const source = yield* StoreSource.open({ filename: from.filename, mode, access, to: name })
      const progress = new CopyLines()
      const target = yield* StoreTarget.open({
        url: to.url,
        source,
        progress: (each) => progress.show(each)
      })
      const rowCount = yield* target.copy
      if (access === "served") {
        progress.end()
        if (input.has("--json")) printJson({ from: from.filename, to: name, complete: false, rowCount })
        else printLine(`${rowCount} rows were copied ahead. ${nextStep}`)
        return 0
      }
      const check = yield* target.check
      progress.end()
      const faults = check.report?.faults ?? []
      const isRight = check.differences.length === 0 && (faults.length === 0 || acceptsFaults)
      if (isRight) yield* target.finish
      const facts = { from: from.filename, to: name, complete: isRight, ...factsOf(check) }
      if (input.has("--json")) printJson(facts)
      else printCheck(facts)
      if (isRight) return 0
      if (check.differences.length > 0) printError(differs, check.differences)
      else printError(faulty, faults)
      return 1
    }).pipe(Effect.scoped)
  )
}

/** The copy takes every row as it is, so a row that was changed by hand must be found before. */
const faultsOf = (filename: string, mode: Mode) =>
  Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
    Effect.provide(Auditor.layer.pipe(Layer.provide(SqliteStore.layer({ filename, mode, readonly: true })))),
    Effect.map(({ faults }) => faults)
  )

const storeIn = (input: CommandInput, flag: "--from" | "--to"): StorePlace => {
  const place = parseStore(input.required(flag))
  if (place instanceof Wrong) throw new UsageError(`${flag} ${place.expected}.`)
  return place
}

const otherWays =
  "store copy copies a SQLite file to a postgres:// URL. Between two files use `quittance backup` and `quittance restore`, between two databases pg_dump and pg_restore. A store cannot move from PostgreSQL to SQLite."
const nextStep =
  "Next: stop the servers on the source, and run the same command without --ahead. It copies what changed since then."
const differs =
  "the copy differs from the source, so it did not become a store; the source is unchanged. Run the command again."
const faultySource =
  "the store has faults, so it was not copied: nothing could detect them in the copy. To copy it anyway, add `--accept-faults`."
const faulty =
  "the books of the copy have faults, probably those of the source, so it did not become a store. To accept them, add `--accept-faults`."

const factsOf = ({ differences, report, tables }: CopyCheck) => ({
  tables,
  differences,
  faults: report?.faults ?? []
})

interface Facts extends ReturnType<typeof factsOf> {
  readonly from: string
  readonly to: string
  readonly complete: boolean
}

const printCheck = ({ complete, faults, from, tables, to }: Facts): void => {
  printTable(
    ["table", "rows", "hash"],
    tables
      .filter(({ rowCount }) => rowCount > 0)
      .map(({ hash, rowCount, table }) => [table, String(rowCount), hash])
  )
  if (!complete) return
  printLine(
    `\nMoved ${from} to ${to}. All rows were read back and are the same, and the books were verified.`
  )
  if (faults.length > 0) printLines(["The books have faults, which were accepted:", ...faults])
  printLine(`
Next: start the server with QUITTANCE_DB set to the new store and QUITTANCE_DATA to the folder of the old file, where master key,
documents and credentials are. Keep ${from}, which only commands that read open from now on.`)
}

/** A bar on a terminal, and a line for each table elsewhere. */
class CopyLines {
  readonly #bar = ProgressBar.onStandardError()
  #printed = ""

  show({ done, step, table, total }: CopyProgress): void {
    const label = `${step} ${table}`
    if (this.#bar.isShown) this.#bar.show({ label, done, total, figures: `${done} of ${total} rows` })
    else if (label !== this.#printed) printProgress(`${label}: ${done} of ${total} rows`)
    this.#printed = label
  }

  end(): void {
    this.#bar.clear()
  }
}
