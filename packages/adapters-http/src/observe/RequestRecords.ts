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
