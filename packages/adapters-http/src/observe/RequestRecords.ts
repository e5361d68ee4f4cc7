import { WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { clientAddress } from "../access/ClientAddress.ts"
import { clientNetwork, clientSite } from "../access/ClientNetwork.ts"
import type { ApiRequest, ApiResponse, RequestKey } from "../message/ApiMessage.ts"
import { makeRefusalNotes } from "./RefusalNotes.ts"
import type { RequestLogTable } from "./requestLogSettings.ts"

/** What the log says about one request. Nothing in it was written by the client. */
export interface RequestLine {
  readonly method: string
  /** The pattern of the path, with its braces; `-` if nothing is there: an unknown path may contain a link's token. */
  readonly path: string
  /** The status that was answered; null if the request was interrupted before. */
  readonly status: number | null
  readonly millis: number
  readonly partnerId?: string
  readonly keyId?: string
  /** The key that the request named without proving it. */
  readonly claimedKeyId?: string
  readonly requestId: string
  /** The error code. */
  readonly code?: string
  /** The client was gone before the answer. */
  readonly aborted?: boolean
}

const secondMillis = 1_000

type Share = Pick<RequestShare, "takesAnswered" | "takesRefused">

const noShare: Share = { takesAnswered: () => false, takesRefused: () => false }

/**
 * Writes one line for a request at level info, if it has a share (`RequestShare`), and one line a second that counts
 * those that had none.
 */
export const makeRequestLog = Effect.fnUntraced(function* (limits: RequestLogTable | "off") {
  if (limits === "off") return { share: noShare, write: () => Effect.void }
  const wallClock = yield* WallClock
  const share = new RequestShare(limits)
  const writeRest = Effect.suspend(() => {
    const left = share.turn()
    if (left === undefined) return Effect.void
    return Effect.annotateLogs(Effect.logInfo("requests without a line"), { ...left })
  })
  yield* Effect.addFinalizer(() => writeRest)
  yield* wallClock.sleep(secondMillis).pipe(Effect.andThen(writeRest), Effect.forever, Effect.forkScoped)
  const write = (line: RequestLine) => Effect.annotateLogs(Effect.logInfo("request"), { ...line })
  return { share, write }
})

/** How many networks of one IPv6 site may use their share fully: a /48 has 65 536 of them. */
const networksOfSite = 16
/** How many refused requests are written in a second in all, as a multiple of those of one network. */
const networksMax = 100

/** Requests of one second without a line of their own. */
export interface LeftOut {
  readonly answered: number
  /** By error code. */
  readonly refused: { readonly [code: string]: number }
}

/**
 * Which requests get a line in the log. Up to the limit all answered ones do. After a second with more, each has the
 * same chance, which follows from its id, so that about as many as the limit are written, and never more. Refused
 * requests are limited by client network, by IPv6 site and in all.
 */
export class RequestShare {
  private readonly limits: RequestLogTable
  /** The part of the ids whose requests are written. */
  private part = 1
  private answered = 0
  private answeredWritten = 0
  private refusedWritten = 0
  private readonly ofNetwork = new Map<string, number>()
  private readonly left = new Map<string, number>()

  constructor(limits: RequestLogTable) {
    this.limits = limits
  }

  takesAnswered(requestId: string): boolean {
    this.answered += 1
    if (this.answeredWritten >= this.limits.answeredPerSecond) return false
    if (this.part < 1 && placeOf(requestId) >= this.part) return false
    this.answeredWritten += 1
    return true
  }

  takesRefused(address: string, code: string): boolean {
    if (this.refusedWritten < this.limits.refusedPerSecond * networksMax && this.takesOf(address)) {
      this.refusedWritten += 1
      return true
    }
    this.left.set(code, (this.left.get(code) ?? 0) + 1)
    return false
  }

  private takesOf(address: string): boolean {
    const { refusedPerSecond } = this.limits
    const network = clientNetwork(address)
    const site = clientSite(address)
    const ofNetwork = this.ofNetwork.get(network) ?? 0
    const ofSite = site === undefined ? 0 : (this.ofNetwork.get(site) ?? 0)
    if (ofNetwork >= refusedPerSecond || ofSite >= refusedPerSecond * networksOfSite) return false
    this.ofNetwork.set(network, ofNetwork + 1)
    if (site !== undefined) this.ofNetwork.set(site, ofSite + 1)
    return true
  }

  /** Begins the next second; returns what the last one left out, if anything. */
  turn(): LeftOut | undefined {
    const answered = this.answered - this.answeredWritten
    const refused = Object.fromEntries(this.left)
    this.part = Math.min(1, this.limits.answeredPerSecond / Math.max(1, this.answered))
    const isNothing = answered === 0 && this.left.size === 0
    this.answered = 0
    this.answeredWritten = 0
    this.refusedWritten = 0
    this.ofNetwork.clear()
    this.left.clear()
    return isNothing ? undefined : { answered, refused }
  }
}

const digits = 6

/** From 0 to below 1: the last digits of an id are random. */
const placeOf = (requestId: string): number => Number.parseInt(requestId.slice(-digits), 16) / 16 ** digits

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
