import { readerGrants, roleMade, workerGrants } from "@quittance/adapters-postgres"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput, FlagName } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { EnvironmentReader } from "../configuration/Environment.ts"
import { schemaInUrl, storePlace } from "../configuration/StorePlace.ts"
import { printJson, printLines } from "./print.ts"

/**
 * `quittance store grants`: the SQL of the roles that work with a store on PostgreSQL without owning it. The schema is
 * that of `QUITTANCE_DB` unless a flag names one.
 */
export const run: RunCommand = async (input) => {
  const worker = nameIn(input, "--worker", "quittance_worker")
  const reader = nameIn(input, "--reader", "quittance_reader")
  const schema = nameIn(input, "--schema", input.has("--schema") ? "" : schemaOfStore())
  if (worker === reader) throw new UsageError("--worker and --reader must be two roles.")
  const [ofWorker, ofReader] = [
    `${roleMade(worker)}${workerGrants(worker, schema)}`,
    `${roleMade(reader)}${readerGrants(reader, schema)}`
  ]
  if (input.has("--json")) printJson({ worker: ofWorker, reader: ofReader })
  else
    printLines([
      "-- Servers: read and write, append to the audit log and the journal, own nothing.",
      ...ofWorker.trimEnd().split("\n"),
      "",
      "-- `ledger verify`, lists and reports: only read.",
      ...ofReader.trimEnd().split("\n")
    ])
  return 0
}

/** The schema in which a server with this environment keeps its tables; `public` where nothing says another. */
const schemaOfStore = (): string => {
  const reader = new EnvironmentReader(process.env)
  const { store } = storePlace(reader)
  reader.finish()
  const schema = store._tag === "postgres" ? schemaInUrl(store.url) : undefined
  if (schema === undefined || isName(schema)) return schema ?? "public"
  throw new UsageError(
    `The search_path in QUITTANCE_DB begins with ${schema}: name the schema of the tables with --schema.`
  )
}

const isName = (text: string): boolean => /^[A-Za-z_][\w$-]{0,62}$/.test(text)

/** What PostgreSQL would cut off is refused. */
const nameIn = (input: CommandInput, flag: FlagName, usual: string): string => {
  const name = input.text(flag) ?? usual
  if (isName(name)) return name
  throw new UsageError(
    `${flag} must be a name of at most 63 letters, digits, _, - and $ that begins with a letter or _.`
  )
}
