/**
 * Measures Quittance beside its peers and prints one report in Markdown.
 *
 *     npm run benchmark                       every part
 *     npm run benchmark -- create http        only these parts
 *     npm run benchmark -- peers              the parts that compare with peers, and only the comparisons
 *     npm run benchmark -- http --quick       short rounds, for a look while others use the machine
 *     npm run benchmark -- http --addresses 100000     every payout to a new address
 *     npm run benchmark -- --rounds 5 --seconds 4 --connections 64 --rows 20000
 */
import { availableParallelism, cpus, tmpdir } from "node:os"
import { parseArgs } from "node:util"
import { measureFlushMillis } from "./load/diskFlush.ts"
import { usualAddresses } from "./load/signedPayouts.ts"
import { analytics } from "./parts/analytics.ts"
import { batch } from "./parts/batch.ts"
import { chain } from "./parts/chain.ts"
import { citus } from "./parts/citus.ts"
import { console } from "./parts/console.ts"
import { create } from "./parts/create.ts"
import { http } from "./parts/http.ts"
import { invoices } from "./parts/invoices.ts"
import { memory } from "./parts/memory.ts"
import type { Part } from "./parts/Part.ts"
import { postgres } from "./parts/postgres.ts"
import { reads } from "./parts/reads.ts"
import { signature } from "./parts/signature.ts"
import { start } from "./parts/start.ts"
import { statements } from "./parts/statements.ts"
import { trips } from "./parts/trips.ts"
import { webhooks } from "./parts/webhooks.ts"

const parts: ReadonlyArray<Part> = [
  create,
  http,
  start,
  memory,
  analytics,
  invoices,
  batch,
  statements,
  webhooks,
  signature,
  chain,
  postgres,
  trips,
  reads,
  console,
  citus
]

/** What `peers` stands for. */
const peers = ["create", "http", "batch", "statements", "webhooks", "postgres", "trips", "reads"]

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    seconds: { type: "string" },
    warmup: { type: "string" },
    connections: { type: "string", default: "64" },
    addresses: { type: "string", default: String(usualAddresses) },
    rows: { type: "string" },
    invoices: { type: "string" }
  }
})
const defaults = values.quick
  ? { rounds: "2", seconds: "2", warmup: "5", rows: "10000", invoices: "100000" }
  : { rounds: "3", seconds: "4", warmup: "10", rows: "20000", invoices: "1000000,10000000" }
const chosen = { ...defaults, ...values }
const positionals = asked.flatMap((name) => (name === "peers" ? peers : [name]))
const unknown = positionals.find((name) => !parts.some((part) => part.name === name))
if (unknown !== undefined) {
  const names = [...parts.map(({ name }) => name), "peers"]
  throw new Error(`"${unknown}" is no part: the parts are ${names.join(", ")}`)
}
const options = {
  rounds: Number(chosen.rounds),
  isQuick: values.quick,
  isBrief: values.quick || asked.includes("peers"),
  seconds: Number(chosen.seconds),
  warmupSeconds: Number(chosen.warmup),
  connections: Number(values.connections),
  addresses: Number(values.addresses),
  rows: Number(chosen.rows),
  invoiceCounts: chosen.invoices.split(",").map(Number)
}

const flushMillis = measureFlushMillis(tmpdir())
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown kind"}, ` +
    `Node ${process.version}, medians of ${options.rounds} rounds in turns, ` +
    `${options.connections} callers or connections. A durable 4 KiB append takes ${flushMillis.toFixed(3)} ms ` +
    `(median) on this disk.\n`
)
for (const part of parts) {
  if (positionals.length > 0 && !positionals.includes(part.name)) continue
  process.stdout.write(`\n## ${part.title}\n\n${await part.measure(options)}\n`)
}
