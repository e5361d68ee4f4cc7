/**
 * One measured round of any server: it is started fresh, warmed up, loaded and stopped, and its rows are compared with
 * its answers. Where payouts have outcomes, the round lasts until each has one.
 */
import { setTimeout as sleep } from "node:timers/promises"
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
  /** How many payouts have no outcome yet; undefined if nothing works on them. */
  readonly countPending?: () => number | Promise<number>
}

/** Fills the server's folder and returns how to start it. */
export type ServerUnderTest = (place: ServerPlace) => PreparedServer | Promise<PreparedServer>

/** The load of every server in one comparison, so that all are asked the same. */
export type ServerLoad = Required<
  Pick<LoadOptions, "connections" | "addresses" | "warmupSeconds" | "seconds">
>

export type ServerRound = LoadReport & {
  /** Of the server's process, for one request that was answered; with its outcome, where there is one. */
  readonly cpuMicrosPerRequest: number
  /** From the first request until every payout had its outcome; undefined if nothing works on them. */
  readonly carriedOut: CarriedOut | undefined
  /** Of what works for the server, a database for example. */
  readonly sharedCpuMicrosPerRequest: number
  readonly startMillis: number
  /** Resident memory right after the start, before any load. */
  readonly residentIdleBytes: number
  readonly residentPeakBytes: number
}

export type CarriedOut = {
  readonly ratePerSecond: number
  /** Without an outcome when the load ended. */
  readonly backlog: number
  /** How many times as long as the load alone. */
  readonly overLoad: number
}

/** `sharedCpuMillis` is of processes beside the server that work for it, a database for example. */
export const measureServer = async (
  subject: ServerUnderTest,
  { addresses, connections, seconds, warmupSeconds }: ServerLoad,
  sharedCpuMillis = () => 0
): Promise<ServerRound> => {
  await using server = await startServer(subject)
  const { countPending, credentials } = server.prepared
  const { residentBytes: residentIdleBytes } = server.usage()
  const load = {
    ...credentials,
    addresses,
    connections,
    port: server.port,
    serverPid: server.pid,
    warmupRequests: 1
  }
  const warmup = await runLoad({ ...load, seconds: warmupSeconds })
  if (countPending !== undefined) await untilNonePends(countPending)
  const cpu = () => server.usage().cpuMillis
  const [cpuBefore, sharedBefore] = [cpu(), sharedCpuMillis()]
  const report = await runLoad({ ...load, seconds })
  const carriedOut = countPending === undefined ? undefined : await carryOut(countPending, report)
  const perRequest = (millis: number) => (millis * 1_000) / report.accepted
  const round = {
    ...report,
    cpuMicrosPerRequest: perRequest(cpu() - cpuBefore),
    sharedCpuMicrosPerRequest: perRequest(sharedCpuMillis() - sharedBefore),
    carriedOut,
    startMillis: server.startMillis,
    residentIdleBytes,
    residentPeakBytes: server.usage().residentPeakBytes
  }
  const isClean = warmup.errors + report.errors === 0
  await stopAndCount(server, isClean ? warmup.accepted + report.accepted : undefined)
  return round
}

const carryOut = async (
  countPending: () => number | Promise<number>,
  { accepted, beganAt, endedAt }: LoadReport
): Promise<CarriedOut> => {
  const backlog = await countPending()
  await untilNonePends(countPending)
  const totalMillis = Date.now() - beganAt
  return {
    ratePerSecond: accepted / (totalMillis / 1_000),
    backlog,
    overLoad: totalMillis / (endedAt - beganAt)
  }
}

const outcomesSecondsMax = 120

const untilNonePends = async (countPending: () => number | Promise<number>): Promise<void> => {
  const giveUpAt = Date.now() + outcomesSecondsMax * 1_000
  while ((await countPending()) > 0) {
    if (Date.now() > giveUpAt) throw new Error("the payouts were not carried out")
    await sleep(50)
  }
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
