/**
 * Measures the peers alone: the raw writer and the Fastify server with FULL and NORMAL durability, and the empty server.
 *
 *     node benchmarks/peersOnly.ts [--rounds 3] [--seconds 3] [--connections 64] [--rows 20000] [--json]
 */
import { tmpdir } from "node:os"
import { parseArgs } from "node:util"
import { measureFlushMillis } from "./load/diskFlush.ts"
import { emptyServer, fastifyPeer, proveFastifyPeer } from "./peerServers.ts"
import { type RawSqliteReport, run as runRawSqlite } from "./peers/rawSqlite.ts"
import { serverTable, writerTable } from "./resultTables.ts"
import { measureInTurns } from "./rounds.ts"
import { measureServer, type ServerRound } from "./serverRound.ts"

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

const writer = (groupSize: number, synchronous: RawSqliteReport["synchronous"]) => ({
  name: `raw SQLite, ${synchronous}, ${groupSize} per transaction`,
  measure: () => runRawSqlite({ rows, groupSize, directory, synchronous })
})
const writers = await measureInTurns(
  [writer(64, "FULL"), writer(64, "NORMAL"), writer(1, "FULL"), writer(1, "NORMAL")],
  roundCount
)

const servers = await measureInTurns<ServerRound>(
  [
    { name: "Fastify peer, FULL", measure: () => measureServer(fastifyPeer("FULL"), load) },
    { name: "Fastify peer, NORMAL", measure: () => measureServer(fastifyPeer("NORMAL"), load) },
    { name: "empty node:http", measure: () => measureServer(emptyServer, load) }
  ],
  roundCount
)

if (values.json) {
  process.stdout.write(`${JSON.stringify({ flushMillis, load, writers, servers }, undefined, 2)}\n`)
} else {
  process.stdout.write(
    `Node ${process.version}, medians of ${roundCount} rounds in turns, ${load.connections} connections. ` +
      `A durable 4 KiB append takes ${flushMillis.toFixed(3)} ms (median) on this disk.\n\n` +
      `${writerTable(writers)}\n\n${serverTable(servers)}\n`
  )
}
