/** One measured round of any server: started fresh, loaded, stopped, and its rows counted against its answers. */
import type { LoadReport } from "./load/httpLoad.ts"
import { type LoadOptions, runLoad } from "./load/runLoad.ts"
import { type RunningServer, type ServerOptions, startServer } from "./load/spawn.ts"
import type { Bind } from "./peers/requestSignature.ts"

export type ServerUnderTest = {
  readonly server: ServerOptions
  /** What the server may need before it can be loaded (a key, a balance); gives the credentials to sign with. */
  readonly prepare: (server: RunningServer) => Promise<ServerCredentials> | ServerCredentials
  /** How many payouts the store holds after the stop; nothing where there is no store. */
  readonly countStored?: (server: RunningServer) => number
}

export type ServerCredentials = { readonly apiKey: string; readonly secret: string; readonly bind: Bind }

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

/** Fails when the server does not end by itself or its store does not hold exactly the payouts answered with 200. */
export const measureServer = async (subject: ServerUnderTest, load: ServerLoad): Promise<ServerRound> => {
  await using server = await startServer(subject.server)
  const { residentBytes: residentIdleBytes } = server.usage()
  const credentials = await subject.prepare(server)
  const report = await runLoad({ ...load, ...credentials, port: server.port, serverPid: server.pid })
  const { residentPeakBytes } = server.usage()

  const exitCode = await server.stop()
  if (exitCode !== 0) {
    throw new Error(`the server ended with ${exitCode ?? "a signal"}:\n${server.log().slice(-2_000)}`)
  }
  const stored = subject.countStored?.(server)
  // An answer that got lost counts as an error although its payout may be stored, so only a clean run is compared.
  if (stored !== undefined && report.errors === 0 && stored !== report.accepted) {
    throw new Error(`${report.accepted} payouts were answered with 200 but ${stored} are stored`)
  }
  return { ...report, startMillis: server.startMillis, residentIdleBytes, residentPeakBytes }
}
