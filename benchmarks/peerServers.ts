/** The servers that the product is compared with, ready to be measured. */
import Database from "better-sqlite3"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkBalanceLimit, checkPayoutContract } from "./load/payoutContract.ts"
import { type RunningServer, type ServerOptions, startServer } from "./load/spawn.ts"
import type { Synchronous } from "./peers/payoutTables.ts"
import type { ServerCredentials, ServerUnderTest } from "./serverRound.ts"

const credentials: ServerCredentials = {
  apiKey: "pk_test_benchmark",
  secret: "sk_test_benchmark",
  bind: "none"
}
const openingBalanceMinor = 1_000_000_000_000_000

const entryOf = (name: string): string => fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))
const databaseFileIn = (directory: string): string => join(directory, "peer.db")

const fastifyOptions = (synchronous: Synchronous, balanceMinor: number): ServerOptions => ({
  entry: entryOf("fastifyServer"),
  environment: ({ port, directory }) => ({
    PORT: String(port),
    DB_FILE: databaseFileIn(directory),
    SYNCHRONOUS: synchronous,
    API_KEY: credentials.apiKey,
    API_SECRET: credentials.secret,
    BIND: credentials.bind,
    BALANCE_MINOR: String(balanceMinor)
  })
})

const countPayouts = (server: RunningServer): number => {
  const database = new Database(databaseFileIn(server.directory), { readonly: true })
  try {
    return database.prepare<[], number>("SELECT count(*) FROM payout").pluck().get() ?? 0
  } finally {
    database.close()
  }
}

export const fastifyPeer = (synchronous: Synchronous): ServerUnderTest => ({
  server: fastifyOptions(synchronous, openingBalanceMinor),
  prepare: () => credentials,
  countStored: countPayouts
})

/** No work at all: what HTTP costs and how fast the generator can ask. */
export const emptyServer: ServerUnderTest = {
  server: { entry: entryOf("emptyServer"), environment: ({ port }) => ({ PORT: String(port) }) },
  prepare: () => credentials
}

/** Proves the peer's contract on a server of its own with little money, so that the balance limit is in reach. */
export const proveFastifyPeer = async (): Promise<void> => {
  await using server = await startServer(fastifyOptions("FULL", 20_000_000))
  const target = { ...credentials, port: server.port }
  await checkPayoutContract(target)
  await checkBalanceLimit(target)
}
