import { WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { clientAddress } from "../access/ClientAddress.ts"
import type { ApiRequest, RequestKey } from "../message/ApiRequest.ts"
import type { ApiResponse } from "../message/ApiResponse.ts"
import { makeRefusalNotes } from "./RefusalNotes.ts"
import { makeRequestLog, type RequestLine } from "./RequestLog.ts"
import type { RequestLogTable } from "./requestLogSettings.ts"

/** What is known of a request beside its answer. */
interface SeenRequest {
  /** The pattern of the path; undefined if nothing is there. */
  readonly route: string | undefined
  readonly requestId: string
  readonly seconds: number
}

/** The methods by their names; a client may send any other word. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])

const methodOf = (method: string | undefined): string =>
  method === undefined ? "-" : methods.has(method) ? method : "other"

/** A tenth of a millisecond is enough. */
const millisOf = (seconds: number): number => Math.round(seconds * 1e4) / 10

/** Statuses from here on are refusals and failures. */
const refusedFrom = 400

const keyFacts = (key: RequestKey | undefined) => {
  if (key === undefined) return {}
  const { isProven, keyId, partnerId } = key
  if (!isProven) return { claimedKeyId: keyId }
  return partnerId === undefined ? { keyId } : { partnerId, keyId }
}

const codeFacts = ({ code }: ApiResponse) => (code === undefined ? {} : { code })

/**
 * Records what became of each request where people look for it: in the log, and with the refused requests of its
 * partner.
 */
export const makeRequestRecords = Effect.fnUntraced(function* (
  limits: RequestLogTable | "off",
  trustedProxies: ReadonlyArray<string>
) {
  const wallClock = yield* WallClock
  const { share, write } = yield* makeRequestLog(limits)
  const noteRefusal = yield* makeRefusalNotes

  const lineOf = (
    request: ApiRequest,
    { requestId, route, seconds }: SeenRequest,
    answer: ApiResponse | undefined
  ): RequestLine => ({
    ...{ method: methodOf(request.method), path: route ?? "-" },
    ...{ status: answer?.status ?? null, millis: millisOf(seconds) },
    ...keyFacts(request.key),
    requestId,
    ...(answer === undefined ? {} : codeFacts(answer)),
    ...(answer === undefined || request.isGone?.() === true ? { aborted: true } : {})
  })

  const writeRefused = (line: RequestLine, address: string): Effect.Effect<void> =>
    share.takesRefused(address, line.code ?? String(line.status ?? "aborted")) ? write(line) : Effect.void

  /** Undefined if there is nothing to write. */
  const ofAnswered = (
    request: ApiRequest,
    seen: SeenRequest,
    answer: ApiResponse
  ): Effect.Effect<void> | undefined => {
    const { code, status } = answer
    if (status < refusedFrom)
      return share.takesAnswered(seen.requestId) ? write(lineOf(request, seen, answer)) : undefined
    const line = lineOf(request, seen, answer)
    const written = writeRefused(line, clientAddress(request, trustedProxies))
    const { key } = request
    if (code === undefined || key?.isProven !== true || seen.route === undefined) return written
    const { keyId, partnerId } = key
    if (partnerId === undefined) return written
    return Effect.flatMap(wallClock.now, (at) => {
      const { method, millis, path, requestId } = line
      noteRefusal({ partnerId, at, requestId, keyId, method, path, status, code, millis })
      return written
    })
  }

  const ofInterrupted = (request: ApiRequest, seen: SeenRequest): Effect.Effect<void> =>
    writeRefused(lineOf(request, seen, undefined), clientAddress(request, trustedProxies))

  /** Of input that is no request for the application. */
  const ofRefused = (
    method: string | undefined,
    address: string,
    requestId: string,
    answer: ApiResponse
  ): Effect.Effect<void> => {
    const facts = { method: methodOf(method), path: "-", status: answer.status, millis: 0 }
    return writeRefused({ ...facts, requestId, ...codeFacts(answer) }, address)
  }

  return { ofAnswered, ofInterrupted, ofRefused }
})

/** Upper bounds of the duration buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  readonly buckets: Array<number>
  count: number
  seconds: number
}

const family = (name: string, type: "counter" | "histogram", help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

/**
 * Counts requests and their durations, by operation and status. Paths are templates and statuses are ours, so
 * the number of series is bounded whatever clients send.
 */
export class RequestMetrics {
  /** By route, method and status; nested, because building a key costs more than three lookups. */
  private readonly series = new Map<string, Map<string, Map<number, Series>>>()

  record(method: string, route: string, status: number, seconds: number): void {
    const found = this.series.get(route)?.get(method)?.get(status) ?? this.add(method, route, status)
    found.count += 1
    found.seconds += seconds
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    if (bucket !== -1) found.buckets[bucket] = (found.buckets[bucket] ?? 0) + 1
  }

  private add(method: string, route: string, status: number): Series {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const added = { labels, buckets: bounds.map(() => 0), count: 0, seconds: 0 }
    const byMethod = this.series.get(route) ?? new Map<string, Map<number, Series>>()
    const byStatus = byMethod.get(method) ?? new Map<number, Series>()
    this.series.set(route, byMethod.set(method, byStatus.set(status, added)))
    return added
  }

  /** In the Prometheus text format, 0.0.4. */
  format(): string {
    const all = [...this.series.values()].flatMap((byMethod) =>
      [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()])
    )
    const counts = all.map(({ count, labels }) => `quittance_http_requests_total{${labels}} ${count}\n`)
    const durations = all.map(({ buckets, count, labels, seconds }) => {
      const name = "quittance_http_request_duration_seconds"
      let cumulative = 0
      const lines = buckets.map((bucket, index) => {
        cumulative += bucket
        return `${name}_bucket{${labels},le="${bounds[index]}"} ${cumulative}\n`
      })
      return `${lines.join("")}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${seconds}\n${name}_count{${labels}} ${count}\n`
    })
    return (
      family("quittance_http_requests_total", "counter", "Requests answered.") +
      counts.join("") +
      family("quittance_http_request_duration_seconds", "histogram", "Time from the headers to the answer.") +
      durations.join("")
    )
  }
}
