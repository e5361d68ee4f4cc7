/**
 * Measures Quittance beside its peers and prints one report in Markdown.
 *
 *     npm run benchmark                       every part, about seven minutes
 *     npm run benchmark -- create http        only these parts
 *     npm run benchmark -- --rounds 5 --seconds 4 --connections 64 --rows 20000
 */
import { availableParallelism, tmpdir } from "node:os"
import { parseArgs } from "node:util"
import { measureFlushMillis } from "./load/diskFlush.ts"
import { analytics } from "./parts/analytics.ts"
import { batch } from "./parts/batch.ts"
import { chain } from "./parts/chain.ts"
import { citus } from "./parts/citus.ts"
import { create } from "./parts/create.ts"
import { http } from "./parts/http.ts"
import { invoices } from "./parts/invoices.ts"
import { memory } from "./parts/memory.ts"
import type { Part } from "./parts/Part.ts"
import { postgres } from "./parts/postgres.ts"
import { reads } from "./parts/reads.ts"
import { signature } from "./parts/signature.ts"
import { start } from "./parts/start.ts"
import { webhooks } from "./parts/webhooks.ts"
import { work } from "./parts/work.ts"

const parts: ReadonlyArray<Part> = [
  create,
  http,
  work,
  start,
  memory,
  analytics,
  invoices,
  batch,
  webhooks,
  signature,
  chain,
  postgres,
  reads,
  citus
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "64" },
    rows: { type: "string", default: "20000" },
    invoices: { type: "string", default: "1000000,10000000" }
  }
})
const unknown = positionals.find((name) => !parts.some((part) => part.name === name))
if (unknown !== undefined) {
  throw new Error(`"${unknown}" is no part: the parts are ${parts.map(({ name }) => name).join(", ")}`)
}
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  rows: Number(values.rows),
  invoiceCounts: values.invoices.split(",").map(Number)
}

const flushMillis = measureFlushMillis(tmpdir())
process.stdout.write(
  `Node ${process.version}, ${availableParallelism()} cores, medians of ${options.rounds} rounds in turns, ` +
    `${options.connections} callers or connections. A durable 4 KiB append takes ${flushMillis.toFixed(3)} ms ` +
    `(median) on this disk.\n`
)
for (const part of parts) {
  if (positionals.length > 0 && !positionals.includes(part.name)) continue
  process.stdout.write(`\n## ${part.title}\n\n${await part.measure(options)}\n`)
}
