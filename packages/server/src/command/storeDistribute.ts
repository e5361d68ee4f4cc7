import { distributeStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { ProgressBar } from "../cli/ProgressBar.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readStoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { storeName } from "../configuration/StorePlace.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"

/** More would make every query of all machines slow. */
const shardsMax = 1_024

/** `quittance store distribute`: spreads a store over the workers of a Citus cluster, by partner. */
export const run: RunCommand = (input) => {
  const shards = shardsIn(input)
  return runToEnd(
    Effect.gen(function* () {
      const { mode, store } = yield* Effect.tryPromise({
        try: () => readStoreConfiguration(process.env),
        catch: (error) => error
      })
      if (store._tag !== "postgres") return yield* Effect.fail(new UsageError(onlyPostgres))
      const bar = ProgressBar.onStandardError()
      const tables = yield* distributeStore({
        url: store.url,
        mode,
        ...(shards === undefined ? {} : { shards }),
        progress: ({ table }, done, total) => {
          if (bar.isShown) bar.show({ label: table, done, total, figures: `${done} of ${total} tables` })
        }
      }).pipe(Effect.ensuring(Effect.sync(() => bar.clear())))
      const name = storeName(store)
      if (input.has("--json")) printJson({ store: name, tables })
      else {
        printTable(
          ["table", "distributed by"],
          tables.map(({ column, table }) => [table, column])
        )
        printLine(`\nDistributed ${name}: all rows of a partner are on one worker. Start the servers.`)
      }
      return 0
    })
  )
}

const shardsIn = (input: CommandInput): number | undefined => {
  const text = input.text("--shards")
  if (text === undefined) return undefined
  const shards = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN
  if (shards <= shardsMax) return shards
  throw new UsageError(`--shards must be a whole number from 1 to ${shardsMax}, such as 32.`)
}

const onlyPostgres =
  "store distribute needs a store on PostgreSQL: set QUITTANCE_DB to the postgres:// URL of a database on the coordinator of a Citus cluster."
