import { spanAttributes, tracingHere } from "@quittance/core/adapter"
import { Effect, Exit, identity, Tracer } from "effect"
import { type ApiRequest, type ApiResponse, headerOf } from "../message/ApiMessage.ts"
import { statusOfCode } from "../refusal/ErrorCode.ts"
import { type ApiFailure, refusalOf } from "../refusal/refusalOf.ts"

/** What is known of a request before it is answered. */
interface Received {
  /** The pattern of the path: the path itself may be a secret. */
  readonly route: string
  readonly requestId: string
}

/** Asked every few seconds by machines, which would fill a collector. */
const unseen: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

type Answered = Effect.Effect<ApiResponse, ApiFailure>

/**
 * Puts the answer to a request into a span of a server, which continues the trace of the header `traceparent`. Without
 * a tracer that exports it changes nothing.
 */
export const makeRequestSpan = Effect.map(
  tracingHere,
  (tracing): ((request: ApiRequest, received: Received) => (answered: Answered) => Answered) =>
    tracing === undefined ? () => identity : spanOf
)

const spanOf =
  (request: ApiRequest, { requestId, route }: Received) =>
  (answered: Answered): Answered => {
    if (unseen.has(route)) return answered
    const parent = spanIn(headerOf(request, "traceparent"))
    const method = /^[A-Z]{3,7}$/.test(request.method) ? request.method : "other"
    const attributes = {
      [spanAttributes.method]: method,
      [spanAttributes.route]: route,
      [spanAttributes.requestId]: requestId
    }
    const facts = { kind: "server", root: parent === undefined, attributes, parent } as const
    return Effect.useSpan(`${method} ${route}`, facts, (span) =>
      Effect.onExit(Effect.withParentSpan(answered, span, { captureStackTrace: false }), (exit) =>
        Effect.sync(() => noteAnswer(span, request, exit))
      )
    )
  }

const noteAnswer = (
  span: Tracer.Span,
  { key }: ApiRequest,
  exit: Exit.Exit<ApiResponse, ApiFailure>
): void => {
  const { code, status } = outcomeOf(exit)
  if (status !== undefined) span.attribute(spanAttributes.status, status)
  if (code !== undefined) span.attribute(spanAttributes.errorType, code)
  if (key?.isProven === true && key.partnerId !== undefined)
    span.attribute(spanAttributes.partnerId, key.partnerId)
}

const outcomeOf = (
  exit: Exit.Exit<ApiResponse, ApiFailure>
): { readonly status?: number; readonly code?: string | undefined } => {
  if (Exit.isSuccess(exit)) return { status: exit.value.status, code: exit.value.code }
  if (Exit.hasInterrupts(exit)) return {}
  const failure = Exit.findErrorOption(exit)
  const code = failure._tag === "Some" ? refusalOf(failure.value).code : "internal_error"
  return { status: statusOfCode(code), code }
}

/** The caller's span, as W3C Trace Context writes it; undefined for anything else. */
export const spanIn = (traceparent: string | undefined): Tracer.ExternalSpan | undefined => {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(
    traceparent?.trim() ?? ""
  )
  const [, version, traceId = "", spanId = "", flags = "00"] = match ?? []
  const isWhole = version === "00" ? match?.[0].length === 55 : version !== "ff"
  if (match === null || !isWhole || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}
