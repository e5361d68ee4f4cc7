/**
 * One measured round of any server: it is started fresh, loaded and stopped, and its rows are compared with its
 * answers.
 */
import type { LoadReport } from "./load/httpLoad.ts"
import { type LoadOptions, runLoad } from "./load/runLoad.ts"
import { type RunningServer, type ServerPlace, type ServerProcess, startServer } from "./load/spawn.ts"
import type { Bind } from "./peers/requestSignature.ts"

export type ServerCredentials = { readonly apiKey: string; readonly secret: string; readonly bind: Bind }

/** A process to start, and who may call it. */
export type PreparedServer = ServerProcess & {
  readonly credentials: ServerCredentials
  /** How many payouts the store holds after the stop; undefined if there is no store. */
  readonly countStored?: () => number | Promise<number>
}

/** Fills the server's folder and returns how to start it. */
export type ServerUnderTest = (place: ServerPlace) => PreparedServer | Promise<PreparedServer>

/** The load of every server in one comparison, so that all are asked the same. */
export type ServerLoad = Pick<
  LoadOptions,
  "connections" | "warmupSeconds" | "seconds" | "warmupRequests" | "requests"
>

export type ServerRound = LoadReport & {
  readonly startMillis: number
  /** Resident memory right after the start, before any load. */
  readonly residentIdleBytes: number
  readonly residentPeakBytes: number
}

export const measureServer = async (subject: ServerUnderTest, load: ServerLoad): Promise<ServerRound> => {
  await using server = await startServer(subject)
  const { residentBytes: residentIdleBytes } = server.usage()
  const { credentials } = server.prepared
  const report = await runLoad({ ...load, ...credentials, port: server.port, serverPid: server.pid })
  const { residentPeakBytes } = server.usage()
  await stopAndCount(server, report.errors === 0 ? report.accepted : undefined)
  return { ...report, startMillis: server.startMillis, residentIdleBytes, residentPeakBytes }
}

/**
 * Fails if the server does not end by itself, or its store does not hold exactly the payouts answered with 200. A lost
 * answer counts as an error although its payout may be stored, so only a clean run is compared.
 */
export const stopAndCount = async (
  server: RunningServer<PreparedServer>,
  accepted: number | undefined
): Promise<void> => {
  const exitCode = await server.stop()
  if (exitCode !== 0) {
    throw new Error(`the server ended with ${exitCode ?? "a signal"}:\n${server.log().slice(-2_000)}`)
  }
  const stored = await server.prepared.countStored?.()
  if (stored !== undefined && accepted !== undefined && stored !== accepted) {
    throw new Error(`${accepted} payouts were answered with 200 but ${stored} are stored`)
  }
}
