import { type ApiRequest, type ApiResponse, clientAddress, HttpApp } from "@quittance/adapters-http"
import { Settings } from "@quittance/core"
import { ConsolePlace, consoleUrlOf } from "@quittance/core/adapter"
import { Effect, Layer, Stream } from "effect"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { consoleDeployment, type DeploymentConfiguration } from "./consoleDeployment.ts"

/** Instead of a body that is longer than the console takes, it gets one that is just too long. */
const asRequest = Effect.fnUntraced(function* (
  received: ApiRequest,
  origin: string,
  bodyBytesMaxOf: (contentType: string) => number
) {
  const { method, path, query } = received
  const headers = new Headers()
  for (const [name, value] of Object.entries(received.headers))
    if (value !== undefined) headers.set(name, typeof value === "string" ? value : value.join(", "))
  const url = `${origin}${path}${query === "" ? "" : `?${query}`}`
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers })
  const bodyBytesMax = bodyBytesMaxOf(headers.get("content-type") ?? "")
  const body = yield* Effect.catchTag(received.readBody(bodyBytesMax), "BodyTooLarge", () =>
    Effect.succeed(new Uint8Array(bodyBytesMax + 1))
  )
  return new Request(url, { method, headers, body: Buffer.from(body) })
})

/** What may be long is passed on as it comes. */
const isStreamed = (type: string): boolean => /^text\/(csv|event-stream)\b/.test(type)

const bodyOf = (response: Response, type: string): Effect.Effect<ApiResponse["body"]> => {
  const { body } = response
  if (body !== null && isStreamed(type)) {
    const pieces = Stream.fromReadableStream({ evaluate: () => body, onError: (cause) => cause })
    return Effect.succeed(Stream.orDie(Stream.decodeText(pieces)))
  }
  return Effect.promise(async () => new Uint8Array(await response.arrayBuffer()))
}

const asResponse = (response: Response): Effect.Effect<ApiResponse> => {
  const type = response.headers.get("content-type") ?? ""
  return Effect.map(bodyOf(response, type), (body) => ({
    ...{ status: response.status, body },
    headers: Object.fromEntries(response.headers)
  }))
}

/** A client that left, or a host that read the body first, gets no answer that it could use. */
const unreadable: ApiResponse = { status: 400, headers: { "Cache-Control": "no-store" }, body: "" }

/**
 * The application with the console at `/console`, if the deployment has one. Nothing else reads its cookie, and nothing
 * of it is loaded where there is none.
 */
export const withConsole = (
  configuration: DeploymentConfiguration & Pick<ServeConfiguration, "trustedProxies">
) =>
  Layer.effect(
    HttpApp,
    Effect.gen(function* () {
      const app = yield* HttpApp
      const consoleUrl = consoleUrlOf(yield* Settings)
      if (consoleUrl === undefined) return app
      const { bodyBytesMaxOf, signInServices } = yield* Effect.promise(
        () => import("@quittance/adapters-signin")
      )
      const { ConsoleDeployment, makeConsole } = yield* Effect.promise(() => import("@quittance/console"))
      // The configuration has refused every other URL.
      const services = yield* Effect.orDie(Layer.build(signInServices({ consoleUrl })))
      return yield* Effect.gen(function* () {
        const { mountPath, origin } = yield* ConsolePlace
        const deployment = yield* consoleDeployment(configuration)
        const handle = yield* Effect.provideService(makeConsole, ConsoleDeployment, deployment)
        const root = `${mountPath}/console`
        const isOfConsole = (path: string): boolean => path === root || path.startsWith(`${root}/`)
        const answered = (received: ApiRequest, requestId: string): Effect.Effect<ApiResponse> =>
          asRequest(received, origin, bodyBytesMaxOf).pipe(
            Effect.flatMap((request) =>
              handle(request, {
                address: clientAddress(received, configuration.trustedProxies),
                requestId
              })
            ),
            Effect.flatMap(asResponse),
            Effect.catchTags({
              BodyBroken: () => Effect.succeed(unreadable),
              BodyAlreadyRead: () => Effect.succeed(unreadable)
            })
          )
        /** In the log, the metrics and the trace, as requests of the API are. */
        const observed = (received: ApiRequest) =>
          app.observed(received, {
            ...handle.servedAt({ method: received.method, url: `${origin}${received.path}` }),
            answer: (requestId) => answered(received, requestId)
          })
        return HttpApp.of({
          ...app,
          // No `Request` can be a TRACE, and nothing is served to one.
          handle: (received) =>
            isOfConsole(received.path) && received.method !== "TRACE"
              ? observed(received)
              : app.handle(received)
        })
      }).pipe(Effect.provideContext(services))
    })
  )
