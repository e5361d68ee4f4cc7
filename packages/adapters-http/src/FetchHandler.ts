import { type OptionRules, option, refuseOptions } from "@quittance/core/adapter"
import { type Context, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { HttpApp } from "./HttpApp.ts"
import { type HttpAppOptions, httpAppRules } from "./HttpAppOptions.ts"
import {
  type ApiRequest,
  type ApiResponse,
  BodyAlreadyRead,
  BodyBroken,
  type BodyFault,
  BodyTooLarge,
  upTo
} from "./message/ApiMessage.ts"
import { nodeFactsOf } from "./node/nodeFacts.ts"

export interface FetchHandlerOptions {
  /**
   * The remote address of the socket, which a `Request` does not contain. `nodeListener` provides it. Without
   * it the address is unknown: visitors of pages are neither distinguished nor limited, and all images of
   * signatures and failed authentications count as one client's.
   */
  readonly remoteAddress?: (request: Request) => string | undefined
}

/**
 * A Fetch handler to mount in any framework. It never rejects. The body must not have been read before. If it
 * is mounted under a path, the public URL must end with that path; signatures cover the path with it or without it.
 */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * The handler for hosts without Effect: `fetchHandler(quittance.runtime)`. Rejects with `InvalidInput` for an unknown
 * option. The application's background work lives as long as the runtime, so stop the server before you close the
 * runtime.
 */
export const fetchHandler = async (
  runtime: ManagedRuntime.ManagedRuntime<Layer.Services<ReturnType<typeof HttpApp.layer>>, unknown>,
  options: HttpAppOptions & FetchHandlerOptions = {}
): Promise<FetchHandler> => {
  refuseOptions<HttpAppOptions & FetchHandlerOptions>(
    options,
    { ...httpAppRules, ...handlerRules },
    "fetchHandler"
  )
  refuseOptions<{ readonly runtime: unknown }>({ runtime }, { runtime: isRuntime }, "fetchHandler")
  const { remoteAddress, ...ofApp } = options
  return runtime.runPromise(
    Effect.flatMap(Layer.buildWithScope(HttpApp.layer(ofApp), runtime.scope), (app) =>
      Effect.provide(handlerOf(remoteAddress === undefined ? {} : { remoteAddress }), app)
    )
  )
}

const handlerRules: OptionRules<FetchHandlerOptions> = { remoteAddress: option.optional(option.call()) }

const isRuntime = (value: unknown, path: string) =>
  ManagedRuntime.isManagedRuntime(value)
    ? []
    : [
        {
          field: path,
          code: value === undefined ? ("required" as const) : ("invalid_type" as const),
          message: "must be a runtime, such as quittance.runtime of createQuittance"
        }
      ]

/** The handler for hosts with Effect layers. An unknown or wrong option throws `InvalidInput`. */
export const makeFetchHandler = (options: FetchHandlerOptions = {}) => {
  refuseOptions(options, handlerRules, "makeFetchHandler")
  return handlerOf(options)
}

const handlerOf = Effect.fnUntraced(function* (options: FetchHandlerOptions) {
  const app = yield* HttpApp
  const context = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(context)
  return ((request) =>
    run(
      Effect.map(app.handle(apiRequestOf(request, options.remoteAddress?.(request))), (answer) =>
        responseOf(request, answer, context)
      )
    )) satisfies FetchHandler
})

const apiRequestOf = (request: Request, remoteAddress: string | undefined): ApiRequest => {
  const facts = nodeFactsOf(request)
  const [path, query] = targetOf(facts === undefined ? request.url : `http://localhost${facts.target}`)
  return {
    method: facts?.method ?? request.method,
    path,
    query,
    headers: Object.fromEntries(request.headers),
    remoteAddress: remoteAddress ?? facts?.remoteAddress ?? "",
    isGone: facts?.isGone ?? (() => request.signal.aborted),
    readBody: (limitBytes) => readBody(request, limitBytes),
    streamBody: (limitBytes) => streamBody(request, limitBytes)
  }
}

/**
 * Path and query of an absolute URL, unmodified: parsing it could decode or normalise what a signature
 * covers.
 */
const targetOf = (url: string): readonly [path: string, query: string] => {
  const authority = url.indexOf("://") + 3
  const fragment = url.indexOf("#")
  const target = fragment === -1 ? url : url.slice(0, fragment)
  const slash = target.indexOf("/", authority)
  const question = target.indexOf("?", authority)
  const end = question === -1 ? target.length : question
  return [slash === -1 || slash > end ? "/" : target.slice(slash, end), target.slice(end + 1)]
}

const empty = new Uint8Array()

const announcesMore = (request: Request, limitBytes: number): boolean =>
  Number(request.headers.get("content-length") ?? "0") > limitBytes

const broken = (error: unknown) => new BodyBroken({ reason: String(error) })

const alreadyRead = new BodyAlreadyRead({
  message:
    "the body was read before Quittance got it: mount Quittance before body parsers such as express.json(), and pass a Request whose body was not read"
})

/** Also written to the host's own log, because no client can repair it. */
const bodyTaken = Effect.andThen(Effect.logError(alreadyRead.message), Effect.fail(alreadyRead))

const isTaken = (request: Request): boolean =>
  request.bodyUsed || request.body?.locked === true || nodeFactsOf(request)?.body === "taken"

const streamBody = (request: Request, limitBytes: number): Stream.Stream<Uint8Array, BodyFault> =>
  Stream.suspend((): Stream.Stream<Uint8Array, BodyFault> => {
    if (isTaken(request)) return Stream.fromEffect(bodyTaken)
    if (announcesMore(request, limitBytes)) return Stream.fail(new BodyTooLarge({ limitBytes }))
    const { body } = request
    if (body === null) return Stream.empty
    return upTo(limitBytes)(Stream.fromReadableStream({ evaluate: () => body, onError: broken }))
  })

const readBody = (request: Request, limitBytes: number) =>
  Effect.gen(function* () {
    if (isTaken(request)) return yield* bodyTaken
    if (announcesMore(request, limitBytes)) return yield* new BodyTooLarge({ limitBytes })
    if (request.body === null) return empty
    const reader = request.body.getReader()
    const chunks: Array<Uint8Array> = []
    let length = 0
    while (true) {
      const piece = yield* Effect.tryPromise({
        try: () => reader.read(),
        catch: broken
      })
      if (piece.done) break
      length += piece.value.length
      if (length > limitBytes) {
        yield* Effect.ignore(Effect.tryPromise(() => reader.cancel()))
        return yield* new BodyTooLarge({ limitBytes })
      }
      chunks.push(piece.value)
    }
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
  })

const responseOf = (
  request: Request,
  { body, headers, status }: ApiResponse,
  context: Context.Context<never>
): Response => {
  // The constructor refuses even an empty body for 204 and 304.
  if (request.method === "HEAD" || status === 204 || status === 304)
    return new Response(null, { status, headers })
  if (!Stream.isStream(body)) {
    const content = typeof body === "string" ? body : Buffer.from(body)
    return new Response(content, { status, headers })
  }
  return new Response(Stream.toReadableStreamWith(Stream.encodeText(body), context), { status, headers })
}
