/**
 * Measures the peers alone: the raw writer and the Fastify server, each with FULL and NORMAL durability, in turns.
 *
 *     node benchmarks/peersOnly.ts [--rounds 3] [--seconds 3] [--connections 64] [--rows 20000] [--json]
 */
import { tmpdir } from "node:os"
import { parseArgs } from "node:util"
import { proveFastifyPeer, runFastifyPeer, type ServerRound } from "./fastifyPeer.ts"
import { measureFlushMillis } from "./load/diskFlush.ts"
import { markdownTable } from "./markdownTable.ts"
import { run as runRawSqlite, type RawSqliteReport } from "./peers/rawSqlite.ts"
import { measureInTurns, medianOf, type Measured } from "./rounds.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    rows: { type: "string", default: "20000" },
    json: { type: "boolean", default: false }
  }
})
const roundCount = Number(values.rounds)
const rows = Number(values.rows)
const directory = tmpdir()
const load = { seconds: Number(values.seconds), connections: Number(values.connections) }

await proveFastifyPeer()
const flushMillis = measureFlushMillis(directory)

const raw = await measureInTurns<RawSqliteReport>([
  { name: "raw SQLite, FULL, groups of 64", measure: () => runRawSqlite({ rows, groupSize: 64, directory }) },
  {
    name: "raw SQLite, NORMAL, groups of 64",
    measure: () => runRawSqlite({ rows, groupSize: 64, directory, synchronous: "NORMAL" })
  },
  { name: "raw SQLite, FULL, one by one", measure: () => runRawSqlite({ rows, groupSize: 1, directory }) }
], roundCount)

const servers = await measureInTurns<ServerRound>([
  { name: "Fastify + better-sqlite3, FULL", measure: () => runFastifyPeer("FULL", load) },
  { name: "Fastify + better-sqlite3, NORMAL", measure: () => runFastifyPeer("NORMAL", load) }
], roundCount)

const spread = <Round>(rounds: ReadonlyArray<Round>, figure: (round: Round) => number): string => {
  const figures = rounds.map(figure)
  return `${Math.min(...figures).toFixed(0)}–${Math.max(...figures).toFixed(0)}`
}

const rawRow = ({ name, rounds }: Measured<RawSqliteReport>): ReadonlyArray<string> => [
  name,
  medianOf(rounds, (round) => round.ratePerSecond).toFixed(0),
  spread(rounds, (round) => round.ratePerSecond),
  medianOf(rounds, (round) => round.groupMillisP50).toFixed(3),
  medianOf(rounds, (round) => round.groupMillisP99).toFixed(3),
  medianOf(rounds, (round) => round.cpuMicrosPerRow).toFixed(1),
  medianOf(rounds, (round) => round.fileBytesPerRow).toFixed(0)
]

const serverRow = ({ name, rounds }: Measured<ServerRound>): ReadonlyArray<string> => [
  name,
  medianOf(rounds, (round) => round.ratePerSecond).toFixed(0),
  spread(rounds, (round) => round.ratePerSecond),
  medianOf(rounds, (round) => round.p50).toFixed(1),
  medianOf(rounds, (round) => round.p99).toFixed(1),
  medianOf(rounds, (round) => round.max).toFixed(1),
  medianOf(rounds, (round) => round.serverCpuShare ?? 0).toFixed(2),
  medianOf(rounds, (round) => round.generatorCpuShare).toFixed(2),
  medianOf(rounds, (round) => round.residentPeakMegabytes).toFixed(0),
  medianOf(rounds, (round) => round.startMillis).toFixed(0),
  String(rounds.reduce((sum, round) => sum + round.errors, 0))
]

if (values.json) {
  process.stdout.write(`${JSON.stringify({ flushMillis, load, raw, servers }, undefined, 2)}\n`)
} else {
  process.stdout.write(
    `Node ${process.version}, ${roundCount} rounds in turns, medians. ` +
      `One durable 4 KiB append takes ${flushMillis.toFixed(3)} ms (median) on this disk.\n\n${
        markdownTable(
          ["writer", "payouts/s", "range", "group p50 ms", "group p99 ms", "CPU µs/payout", "file bytes/payout"],
          raw.map(rawRow)
        )
      }\n\n${
        markdownTable(
          [
            `server, ${load.connections} connections`, "requests/s", "range", "p50 ms", "p99 ms", "max ms",
            "server CPU", "generator CPU", "peak MB", "start ms", "errors"
          ],
          servers.map(serverRow)
        )
      }\n`
  )
  for (const sample of servers.flatMap(({ rounds }) => rounds.flatMap((round) => round.errorSamples))) {
    process.stdout.write(`error: ${sample}\n`)
  }
}
