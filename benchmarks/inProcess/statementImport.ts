/**
 * One import in a process of its own, so that the memory is that of the import: `product` or `peer`, the statement, the
 * store and its master key. Prints a `StatementRun`.
 */
import { createReadStream } from "node:fs"
import { Stream } from "effect"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { openPayoutStore } from "../peers/payoutTables.ts"
import { writeStatement } from "../peers/statementWriter.ts"
import { openStatements, statementAccount } from "../product/statementStore.ts"

export type StatementRun = {
  readonly matched: number
  readonly unresolved: number
  readonly ratePerSecond: number
  readonly cpuMicrosPerEntry: number
  readonly residentPeakBytes: number
  /** Cores that everything else on the machine used meanwhile. */
  readonly otherCpuShare: number
}

const [subject, path = "", filename = "", masterKey = ""] = process.argv.slice(2)

const pieces = () =>
  Stream.orDie(Stream.fromAsyncIterable<Uint8Array, unknown>(createReadStream(path), (cause) => cause))

/** What writes the file, and what is closed after the clock has stopped. */
const open = async () => {
  if (subject === "peer") {
    const database = openPayoutStore(filename, "FULL")
    const write = async () => ({
      matched: 0,
      unresolved: await writeStatement(database, path, "bank:benchmark:EUR")
    })
    return { write, close: () => database.close() }
  }
  const { close, statements } = await openStatements(filename, masterKey)
  return {
    write: () => statements.import({ account: statementAccount, file: Stream.suspend(pieces) }),
    close
  }
}

const { close, write } = await open()
const machineBefore = readMachineCpuMillis()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const { matched, unresolved } = await write()
const elapsedMillis = performance.now() - startedAt
const { system, user } = process.cpuUsage(cpuBefore)
const machineMillis = readMachineCpuMillis() - machineBefore
await close()
const entries = matched + unresolved
const run: StatementRun = {
  matched,
  unresolved,
  ratePerSecond: entries / (elapsedMillis / 1_000),
  cpuMicrosPerEntry: (user + system) / entries,
  residentPeakBytes: process.resourceUsage().maxRSS * 1_024,
  otherCpuShare: Math.max(0, machineMillis - (user + system) / 1_000) / elapsedMillis
}
process.stdout.write(JSON.stringify(run))
