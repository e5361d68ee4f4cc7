/**
 * The load generator, a process of its own: signed, unique payout requests over keep-alive connections in a closed
 * loop, first to warm up, then to measure. Prints one JSON object, the `LoadReport`.
 *
 * Credentials come from the environment (LOAD_API_KEY, LOAD_API_SECRET); everything else is an option, see `options`.
 * A phase ends by its time or by its number of requests, whichever is first. Only 127.0.0.1 is ever called.
 */
import { parseArgs } from "node:util"
import { runLoadConnection } from "./loadConnection.ts"
import { percentile } from "./percentile.ts"
import { readMachineCpuMillis, readProcessUsage } from "./processUsage.ts"
import { buildSignedPayouts, usualAddresses } from "./signedPayouts.ts"

export type LoadReport = {
  /** Answers 200 within the measured phase. */
  readonly requests: number
  /** Anything else, in all phases. */
  readonly errors: number
  /** Answers 200 in all phases: what the server must have stored. */
  readonly accepted: number
  readonly ratePerSecond: number
  /** Latencies of the measured phase in milliseconds. */
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  readonly measuredSeconds: number
  /** Both phases: the first request and the last answer, milliseconds since 1970. */
  readonly beganAt: number
  readonly endedAt: number
  /** Share of one core used while measuring; near 1 the generator itself is the limit. */
  readonly generatorCpuShare: number
  /** The same for the server (above 1 with several threads); null without --server-pid or when it died. */
  readonly serverCpuShare: number | null
  /** Cores that everything else on the machine used meanwhile; well above 0 the round was disturbed. */
  readonly otherCpuShare: number | null
  /** The first bodies and reasons behind `errors`. */
  readonly errorSamples: ReadonlyArray<string>
}

const host = "127.0.0.1"
const errorSampleCount = 5
const answerGraceMillis = 10_000

const options = {
  port: { type: "string" },
  path: { type: "string", default: "/api/v2/crypto/payouts" },
  bind: { type: "string", default: "none" },
  connections: { type: "string", default: "64" },
  addresses: { type: "string", default: String(usualAddresses) },
  "warmup-requests": { type: "string", default: "10000" },
  requests: { type: "string", default: "60000" },
  "warmup-seconds": { type: "string", default: "1.5" },
  seconds: { type: "string", default: "4" },
  "server-pid": { type: "string" }
} as const

const { values } = parseArgs({ options })

const positive = (name: keyof typeof options): number => {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} must be a positive number`)
  return value
}

const port = positive("port")
const connections = positive("connections")
const warmupRequests = positive("warmup-requests")
const measuredRequests = positive("requests")
const warmupMillis = positive("warmup-seconds") * 1_000
const measuredMillis = positive("seconds") * 1_000
const serverPid = values["server-pid"] === undefined ? undefined : positive("server-pid")
if (warmupMillis + measuredMillis > 120_000) throw new Error("a run may take at most two minutes")

const requests = buildSignedPayouts(
  {
    host,
    port,
    path: values.path,
    apiKey: process.env.LOAD_API_KEY ?? "",
    secret: process.env.LOAD_API_SECRET ?? "",
    bind: values.bind === "idempotency" ? "idempotency" : "none"
  },
  warmupRequests + measuredRequests,
  positive("addresses")
)

const latencies = new Float64Array(measuredRequests)
const errorSamples: Array<string> = []
let phase: "warmup" | "measured" | "over" = "warmup"
let sent = 0
let accepted = 0
let errors = 0
let measured = 0
let openConnections = connections
let measuredFrom = 0
let measuredUntil = 0
let cpuAtStart = process.cpuUsage()
let cpuAtEnd = cpuAtStart
let serverCpuAtStart: number | undefined
let serverCpuAtEnd: number | undefined
let machineCpuAtStart = 0
let machineCpuAtEnd = 0

/** Nothing for a server that has died: its errors are the report then. */
const serverCpuMillis = (): number | undefined => {
  try {
    return serverPid === undefined ? undefined : readProcessUsage(serverPid).cpuMillis
  } catch {
    return undefined
  }
}

const beginMeasuring = (): void => {
  phase = "measured"
  serverCpuAtStart = serverCpuMillis()
  machineCpuAtStart = readMachineCpuMillis()
  cpuAtStart = process.cpuUsage()
  measuredFrom = performance.now()
}

const endMeasuring = (): void => {
  phase = "over"
  measuredUntil = performance.now()
  cpuAtEnd = process.cpuUsage(cpuAtStart)
  serverCpuAtEnd = serverCpuMillis()
  machineCpuAtEnd = readMachineCpuMillis()
}

/** Moves to the next phase when this one's time is up or its requests are answered. */
const advance = (now: number): void => {
  if (phase === "warmup" && (now - startedAt >= warmupMillis || accepted >= warmupRequests)) beginMeasuring()
  else if (phase === "measured" && (now - measuredFrom >= measuredMillis || measured >= measuredRequests))
    endMeasuring()
}

const recordError = (sample: string): void => {
  errors += 1
  if (errorSamples.length < errorSampleCount) errorSamples.push(sample.slice(0, 500))
}

const report = (): LoadReport => {
  const seconds = (measuredUntil - measuredFrom) / 1_000
  const generatorCpuShare = (cpuAtEnd.user + cpuAtEnd.system) / 1e6 / seconds
  const serverCpuShare =
    serverCpuAtStart === undefined || serverCpuAtEnd === undefined
      ? null
      : (serverCpuAtEnd - serverCpuAtStart) / 1e3 / seconds
  const machineCpuShare = (machineCpuAtEnd - machineCpuAtStart) / 1e3 / seconds
  // The three clocks tick differently, so a quiet machine may come out a little below zero.
  const otherCpuShare =
    serverCpuShare === null ? null : Math.max(0, machineCpuShare - serverCpuShare - generatorCpuShare)
  const ascending = latencies.subarray(0, measured).sort()
  return {
    requests: measured,
    errors,
    accepted,
    ratePerSecond: measured / seconds,
    p50: percentile(ascending, 0.5),
    p90: percentile(ascending, 0.9),
    p99: percentile(ascending, 0.99),
    max: percentile(ascending, 1),
    measuredSeconds: seconds,
    beganAt: performance.timeOrigin + startedAt,
    endedAt: Date.now(),
    generatorCpuShare,
    serverCpuShare,
    otherCpuShare,
    errorSamples
  }
}

const startedAt = performance.now()
const breakOff = Array.from({ length: connections }, () =>
  runLoadConnection(host, port, {
    next: () => {
      advance(performance.now())
      return phase === "over" ? undefined : requests[sent++]
    },
    answered: (status, latencyMillis, body) => {
      if (status !== 200) return recordError(`${status} ${body()}`)
      accepted += 1
      if (phase === "measured" && measured < measuredRequests) latencies[measured++] = latencyMillis
    },
    failed: recordError,
    stopped: () => {
      if (--openConnections > 0) return
      clearTimeout(deadline)
      if (phase === "warmup") beginMeasuring()
      if (phase === "measured") endMeasuring()
      process.stdout.write(`${JSON.stringify(report())}\n`)
    }
  })
)

// A server that stops answering must not hold the run: what is then in flight counts as errors.
const deadline = setTimeout(
  () => {
    if (phase === "measured") endMeasuring()
    for (const stop of breakOff) stop()
  },
  warmupMillis + measuredMillis + answerGraceMillis
)
