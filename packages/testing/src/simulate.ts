import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { MemoryStore, type StorePorts } from "@quittance/core"
import { Console, Effect, type Layer } from "effect"
import { simulateApprovals } from "./simulator/approvals/ApprovalSimulation.ts"
import { simulateLives } from "./simulator/lives/LivesSimulation.ts"
import { simulate, stepCountOfRun } from "./simulator/Simulation.ts"

/**
 * `npm run simulate -- --seeds N [--from S] [--steps N] [--store memory|sqlite] [--trace]`
 *
 * `npm run simulate -- --lives --seeds N [--from S] [--trace]`
 *
 * `npm run simulate -- --approvals --seeds N [--from S] [--trace]`
 *
 * Plays so many seeds, one after the other, and prints every law that one of them broke with the command that plays it
 * again; with `--lives`, of a store in memory that is put back now and then, by clocks that jump; with `--approvals`,
 * of payouts there that people have to approve. The exit status is 1 when there was any.
 */

type NewStore = (seed: number) => Layer.Layer<StorePorts, unknown>

interface SqliteAdapter {
  readonly SqliteStore: {
    readonly layer: (options: { readonly filename: string; readonly mode: "sandbox" }) => ReturnType<NewStore>
  }
}

/** Adapters are loaded by name and only when they are asked for: this package depends on none of them. */
const sqliteAdapter: string = "@quittance/adapters-sqlite"

const stores: { readonly [name: string]: (folder: string) => Promise<NewStore> } = {
  memory: async () => () => MemoryStore.layer,
  sqlite: async (folder) => {
    const { SqliteStore }: SqliteAdapter = await import(sqliteAdapter)
    return (seed) => SqliteStore.layer({ filename: join(folder, `${seed}.db`), mode: "sandbox" })
  }
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "500" },
    from: { type: "string", default: "1" },
    steps: { type: "string", default: String(stepCountOfRun) },
    store: { type: "string", default: "memory" },
    lives: { type: "boolean", default: false },
    approvals: { type: "boolean", default: false },
    trace: { type: "boolean", default: false }
  }
})

const wholeNumber = (option: "seeds" | "from" | "steps"): number => {
  const number = Number(values[option])
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${option} must be a whole number`)
}

const play = Effect.fnUntraced(function* (newStore: NewStore, seed: number) {
  const { faults, trace } = yield* values.approvals
    ? simulateApprovals(seed)
    : values.lives
      ? simulateLives(seed)
      : simulate(seed, newStore(seed), { stepCount: wholeNumber("steps") })
  if (values.trace) yield* Console.log(trace.join("\n"))
  if (faults.length === 0) return true
  const which = values.approvals
    ? "--approvals"
    : values.lives
      ? "--lives"
      : `--steps ${values.steps} --store ${values.store}`
  const rerun = `npm run simulate -- --seeds 1 --from ${seed} ${which} --trace`
  yield* Console.error(`seed ${seed}:\n  ${faults.join("\n  ")}\n  ${rerun}`)
  return false
})

const folder = mkdtempSync(join(tmpdir(), "quittance-simulate-"))
try {
  const store = stores[values.store]
  if (store === undefined) throw new Error(`--store must be one of ${Object.keys(stores).join(", ")}`)
  const newStore = await store(folder)
  const from = wholeNumber("from")
  const seeds = Array.from({ length: wholeNumber("seeds") }, (_, index) => from + index)
  const results = await Effect.runPromise(Effect.forEach(seeds, (seed) => play(newStore, seed)))
  const broken = results.filter((isWell) => !isWell).length
  await Effect.runPromise(Console.log(`${results.length} seeds on ${values.store}, ${broken} with faults`))
  process.exitCode = broken === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
