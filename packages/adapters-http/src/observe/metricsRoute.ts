import { Effect, Option } from "effect"
import { textResponse } from "../message/ApiMessage.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { coreMetrics } from "./coreMetrics.ts"
import type { DisabledWebhooks } from "./disabledWebhooks.ts"
import { gauge } from "./gauge.ts"
import { joinedMetrics } from "./joinedMetrics.ts"
import type { Readiness } from "./readinessLook.ts"
import { reasonMetrics, waitingMetrics } from "./waitingMetrics.ts"

const one = (value: number): ReadonlyArray<readonly [string, number]> => [["", value]]

const resourceMetrics = (): string => {
  const memory = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  const cpu = "process_cpu_seconds_total"
  return (
    gauge("process_resident_memory_bytes", "Memory of this process in RAM.", one(memory.rss)) +
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", one(memory.heapUsed)) +
    gauge("nodejs_external_memory_bytes", "Memory of buffers and native objects.", one(memory.external)) +
    `# HELP ${cpu} User and system time of this process.\n# TYPE ${cpu} counter\n${cpu} ${(user + system) / 1e6}\n`
  )
}

/** Omitted if unknown: no value is better than a wrong one. */
const webhookMetrics = (disabled: Option.Option<number>): string =>
  Option.match(disabled, {
    onNone: () => "",
    onSome: (count) =>
      gauge("quittance_webhooks_disabled", "Webhooks disabled by their receivers or by failures.", one(count))
  })

/** What any process can tell: of itself, and every metric of core. */
export const processMetrics: Effect.Effect<string> = Effect.map(
  coreMetrics,
  (core) => `${resourceMetrics()}${core}`
)

/** The place of a process among those that serve one port. */
export interface MetricsOfProcesses {
  /** The name of this one. */
  readonly own: string
  /** The metrics of the others, by their names; without those that do not answer. */
  readonly others: Effect.Effect<ReadonlyMap<string, string>>
}

/**
 * `GET /metrics`: requests, process, disabled webhooks, what waits, the reasons of `/readyz`, and every metric of core,
 * of all processes that serve the port.
 */
export const metricsRoute = (options: {
  /** What this process tells, without what all processes know. */
  readonly own: Effect.Effect<string>
  readonly disabledWebhooks: DisabledWebhooks
  /** What waits for subscribers. */
  readonly subscribers: Effect.Effect<string>
  readonly readiness: Effect.Effect<Readiness>
  readonly processes: MetricsOfProcesses | undefined
}): SideRoute => ({
  method: "GET",
  path: "/metrics",
  caller: "operator",
  handle: Effect.fnUntraced(function* () {
    const { own, processes } = options
    const ofProcesses =
      processes === undefined
        ? yield* own
        : joinedMetrics(new Map([[processes.own, yield* own], ...(yield* processes.others)]))
    const readiness = yield* options.readiness
    const ofStore = `${webhookMetrics(yield* options.disabledWebhooks)}${waitingMetrics(readiness.found.waiting)}`
    const text = `${ofProcesses}${reasonMetrics(readiness)}${ofStore}${yield* options.subscribers}`
    return textResponse("text/plain; version=0.0.4; charset=utf-8", text)
  })
})
