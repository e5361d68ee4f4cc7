/** One measured round of the Fastify peer: started fresh, its contract proven, loaded, and its rows counted afterwards. */
import Database from "better-sqlite3"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { LoadReport } from "./load/httpLoad.ts"
import { checkBalanceLimit, checkPayoutContract } from "./load/payoutContract.ts"
import { runLoad, type LoadOptions } from "./load/runLoad.ts"
import { startServer, type RunningServer } from "./load/spawn.ts"
import type { Synchronous } from "./peers/payoutTables.ts"

export type ServerRound = LoadReport & {
  readonly startMillis: number
  /** Peak of resident memory, megabytes (10^6 bytes). */
  readonly residentPeakMegabytes: number
}

/** The load of every server under test, so that all are asked the same. */
export type ServerLoad = Pick<LoadOptions, "connections" | "warmupSeconds" | "seconds" | "warmupRequests" | "requests">

const entry = fileURLToPath(new URL("./peers/fastifyServer.ts", import.meta.url))
const credentials = { apiKey: "pk_test_benchmark", secret: "sk_test_benchmark" }
const openingBalanceMinor = 1_000_000_000_000_000
const databaseName = "peer.db"

const start = (synchronous: Synchronous, balanceMinor: number): Promise<RunningServer> =>
  startServer({
    entry,
    environment: ({ port, directory }) => ({
      PORT: String(port),
      DB_FILE: join(directory, databaseName),
      SYNCHRONOUS: synchronous,
      API_KEY: credentials.apiKey,
      API_SECRET: credentials.secret,
      BIND: "none",
      BALANCE_MINOR: String(balanceMinor)
    })
  })

const storedPayouts = (server: RunningServer): number => {
  const database = new Database(join(server.directory, databaseName), { readonly: true })
  try {
    return database.prepare<[], number>("SELECT count(*) FROM payout").pluck().get() ?? 0
  } finally {
    database.close()
  }
}

/** Proves the contract on a server of its own, with little money: the balance limit needs to be in reach. */
export const proveFastifyPeer = async (): Promise<void> => {
  await using server = await start("FULL", 20_000_000)
  const target = { port: server.port, ...credentials, bind: "none" } as const
  await checkPayoutContract(target)
  await checkBalanceLimit(target)
}

/** Fails when the store does not hold exactly the payouts that were answered with 200. */
export const runFastifyPeer = async (synchronous: Synchronous, load: ServerLoad): Promise<ServerRound> => {
  await using server = await start(synchronous, openingBalanceMinor)
  const report = await runLoad({ ...load, port: server.port, ...credentials, serverPid: server.pid })
  const { residentPeakBytes } = server.usage()
  const exitCode = await server.stop()
  if (exitCode !== 0) throw new Error(`the peer ended with ${exitCode ?? "a signal"}:\n${server.log().slice(-2_000)}`)
  const stored = storedPayouts(server)
  if (stored !== report.accepted) throw new Error(`${report.accepted} payouts were answered but ${stored} are stored`)
  return { ...report, startMillis: server.startMillis, residentPeakMegabytes: residentPeakBytes / 1e6 }
}
