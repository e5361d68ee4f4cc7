import { Ids, Settings } from "@quittance/core"
import { refuseOptions } from "@quittance/core/adapter"
import { Cause, Clock, Context, Effect, Layer } from "effect"
import { makeAccess } from "./access/Access.ts"
import { crossOrigin } from "./access/CrossOrigin.ts"
import { makeRateLimits } from "./access/RateLimits.ts"
import { rateLimitSettings } from "./access/rateLimitSettings.ts"
import { makeTurns, noTurns } from "./access/Turns.ts"
import { payoutDecisions } from "./crypto/payoutDecisions.ts"
import { docUrlOf as docUrlAt } from "./docs/docsPlaces.ts"
import { type HttpAppOptions, httpAppRules } from "./HttpAppOptions.ts"
import { makeFrontPage } from "./hosted/frontPage.ts"
import { makeHostedPages } from "./hosted/HostedPages.ts"
import { makeStrayVisit } from "./hosted/strayVisit.ts"
import type { ApiRequest, ApiResponse } from "./message/ApiMessage.ts"
import { makeDisabledWebhooks } from "./observe/disabledWebhooks.ts"
import { makeHealthRoutes } from "./observe/healthRoutes.ts"
import { metricsRoute, processMetrics } from "./observe/metricsRoute.ts"
import { makeRequestRecords, RequestMetrics } from "./observe/RequestRecords.ts"
import { makeReadinessLook } from "./observe/readinessLook.ts"
import { requestLogSettings } from "./observe/requestLogSettings.ts"
import { makeRequestSpan } from "./observe/requestSpan.ts"
import { makeSubscriberMetrics } from "./observe/subscriberMetrics.ts"
import { makeOperations } from "./operations.ts"
import { explorersOf } from "./pages/explorer.ts"
import { makeReferenceRoutes } from "./reference/referenceRoutes.ts"
import { ApiRefusal, errorResponse } from "./refusal/ApiRefusal.ts"
import type { DocUrlOf } from "./refusal/ErrorCode.ts"
import { type ApiFailure, refusalOf } from "./refusal/refusalOf.ts"
import type { ApiOperation } from "./routing/ApiOperation.ts"
import { makeNearestPaths } from "./routing/nearestPaths.ts"
import { operationRoute } from "./routing/operationRoute.ts"
import { type Match, makeRouter, mountPathOf, withinMount } from "./routing/Router.ts"
import { type SideRoute, sideRoutes } from "./routing/SideRoute.ts"

/** The application that serves these operations, beside everything else that is served. */
export const makeHttpApp = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  options: HttpAppOptions
) {
  const { mode, publicUrl } = yield* Settings
  const ids = yield* Ids
  const clock = yield* Clock.Clock
  const docs = options.docs ?? "on"
  const limits = { ...rateLimitSettings.standard, ...options.limits }
  const rateLimits = yield* makeRateLimits(options.rateLimits ?? "on", limits)
  const trustedProxies = options.trustedProxies ?? []
  const access = yield* makeAccess({
    ...{ mode, trustedProxies, rateLimits },
    metricsToken: options.metricsToken,
    listensOn: options.listensOn ?? "elsewhere"
  })
  const turns = options.rateLimits === "off" ? noTurns : yield* makeTurns()
  const requests = new RequestMetrics()
  const metrics = Effect.map(processMetrics, (text) => `${requests.format()}${text}`)
  const disabledWebhooks = yield* makeDisabledWebhooks
  const readiness = yield* makeReadinessLook(options.workers ?? "here")
  const beside: ReadonlyArray<SideRoute> = [
    ...makeHealthRoutes(readiness, disabledWebhooks, access),
    metricsRoute({
      ...{ disabledWebhooks, readiness, own: metrics, processes: options.processes },
      subscribers: yield* makeSubscriberMetrics
    }),
    ...(docs === "off" ? [] : yield* makeReferenceRoutes(operations, { mode, publicUrl })),
    ...(yield* makeHostedPages(rateLimits, access, explorersOf(mode === "sandbox", options.explorers)))
  ]
  const router = makeRouter([
    ...[...operations, ...payoutDecisions].flatMap((operation) =>
      crossOrigin(
        operationRoute(operation, { access, turns, mode }),
        operation.caller === "public" ? (options.signatureOrigins ?? []) : []
      )
    ),
    ...beside.flatMap((route) => sideRoutes(route, access))
  ])

  // Never those of visitors: their paths are given out by links.
  const nearest = makeNearestPaths([...operations, ...beside.filter(({ caller }) => caller !== "visitor")])
  const front = yield* makeFrontPage({ docs, console: options.console ?? "off" })
  const strayVisit = makeStrayVisit(access, { nearest, docs, front })

  const answer = (
    request: ApiRequest,
    match: Match | undefined,
    requestId: string
  ): Effect.Effect<ApiResponse, ApiFailure> => {
    if (match === undefined) return strayVisit(request, {}, requestId)
    const { allow, handlers } = match.resource
    const handle = handlers.get(request.method)
    if (handle === undefined) {
      const message = `${request.method} is not possible here: this path allows ${allow}`
      return Effect.fail(new ApiRefusal({ code: "method_not_allowed", message, headers: { Allow: allow } }))
    }
    return handle(request, match.parameters, requestId)
  }

  const mountPath = mountPathOf(publicUrl)
  const found = (path: string) => {
    const pathWithin = withinMount(mountPath, path)
    const match = router.match(pathWithin)
    if (match !== undefined || pathWithin === path) return { match, pathWithin }
    // The host took the mount path off, and what is left begins with the same words.
    const left = router.match(path)
    return { match: left, pathWithin: left === undefined ? pathWithin : path }
  }
  const docUrlOf: DocUrlOf = (code) => (docs === "off" ? null : docUrlAt(publicUrl, code))

  const records = yield* makeRequestRecords(
    options.requestLog === "off" ? "off" : { ...requestLogSettings.standard, ...options.requestLog },
    trustedProxies
  )
  const inSpan = yield* makeRequestSpan
  const elapsed = (startedAt: bigint): number => Number(clock.monotonicTimeNanosUnsafe() - startedAt) / 1e9

  /** The answer with a request id, in the log, the metrics and the trace, whatever makes it. */
  const observed = Effect.fnUntraced(function* (request: ApiRequest, { answer, isServed, template }: Served) {
    const startedAt = clock.monotonicTimeNanosUnsafe()
    const requestId = yield* ids.uuid
    // Never the path itself: the end of a link is a secret.
    const route = template ?? "unmatched"
    const seenAfter = (seconds: number) => ({ route: template, requestId, seconds })
    const answered = inSpan(request, { route, requestId })(Effect.suspend(() => answer(requestId)))
    const response = yield* Effect.matchCauseEffect(answered, {
      onSuccess: Effect.succeed,
      onFailure: (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.andThen(records.ofInterrupted(request, seenAfter(elapsed(startedAt))), Effect.interrupt)
          : failureResponse(cause, `${request.method} ${route}`, { requestId, docUrlOf })
    })
    const seconds = elapsed(startedAt)
    const sent = request.brokenAnswer?.(requestId, docUrlOf) ?? response
    requests.record(isServed ? request.method : "other", route, sent.status, seconds)
    const recorded = records.ofAnswered(request, seenAfter(seconds), sent)
    if (recorded !== undefined) yield* recorded
    return response.headers["X-Request-Id"] !== undefined
      ? response
      : { ...response, headers: { ...response.headers, "X-Request-Id": requestId } }
  })

  const handle = (received: ApiRequest) => {
    const { match, pathWithin } = found(received.path)
    const request = mountPath === "" ? received : { ...received, mountPath, pathWithin }
    const response = observed(request, {
      template: match?.resource.template,
      isServed: match?.resource.handlers.has(request.method) === true,
      answer: (requestId) => answer(request, match, requestId)
    })
    const more = match?.resource.headers?.(request)
    return more === undefined
      ? response
      : Effect.map(response, (sent) => ({ ...sent, headers: { ...sent.headers, ...more } }))
  }

  const refuse = (
    method: string | undefined,
    address: string | undefined,
    answerOf: (requestId: string) => ApiResponse
  ) =>
    Effect.flatMap(ids.uuid, (requestId) => {
      const sent = answerOf(requestId)
      return Effect.as(records.ofRefused(method, address ?? "", requestId, sent), sent)
    })

  return HttpApp.of({ handle, observed, metrics, refuse, docUrlOf })
})

/** What answers a request. */
export interface Served {
  /** The pattern of its path, for the log; undefined if nothing is there. */
  readonly template: string | undefined
  /** Whether its method is possible there: others have no metrics of their own. */
  readonly isServed: boolean
  readonly answer: (requestId: string) => Effect.Effect<ApiResponse, ApiFailure>
}

/** A failure in the envelope. A defect is logged with the request id and answered without its cause. */
const failureResponse = (
  cause: Cause.Cause<ApiFailure>,
  what: string,
  { docUrlOf, requestId }: { readonly requestId: string; readonly docUrlOf: DocUrlOf }
): Effect.Effect<ApiResponse> => {
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure !== undefined)
    return Effect.succeed(errorResponse(requestId, refusalOf(failure.error), docUrlOf))
  const message = `the request could not be served; give support the request id ${requestId}`
  return Effect.logError(`${what} failed`, cause).pipe(
    Effect.annotateLogs({ requestId }),
    Effect.as(errorResponse(requestId, new ApiRefusal({ code: "internal_error", message }), docUrlOf))
  )
}

/** The whole HTTP interface as one function. `FetchHandler` and `NodeServer` connect it to a server. */
export class HttpApp extends Context.Service<
  HttpApp,
  {
    readonly handle: (request: ApiRequest) => Effect.Effect<ApiResponse>
    /** An answer of somebody else on the same server, seen and named as those of the application. */
    readonly observed: (request: ApiRequest, served: Served) => Effect.Effect<ApiResponse>
    /**
     * The answer to input that is no request for the application, with a request id and a line in the log.
     * `method` is undefined if it was not understood.
     */
    readonly refuse: (
      method: string | undefined,
      address: string | undefined,
      answerOf: (requestId: string) => ApiResponse
    ) => Effect.Effect<ApiResponse>
    /** The metrics of this process, in the text format of Prometheus. */
    readonly metrics: Effect.Effect<string>
    /** Where a person reads about an error code. */
    readonly docUrlOf: DocUrlOf
  }
>()("@quittance/adapters-http/HttpApp") {
  static readonly layer = (options: HttpAppOptions = {}) => {
    refuseOptions(options, httpAppRules, "HttpApp")
    return Layer.effect(
      HttpApp,
      Effect.flatMap(makeOperations, (operations) => makeHttpApp(operations, options))
    )
  }
}
