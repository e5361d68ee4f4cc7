import { actingAs, ConsolePlace, Sessions, type SignedInVisitor } from "@quittance/core/adapter"
import { Cause, Effect, Option } from "effect"
import { type RefusalPage, refusalResponse, responseOf } from "./message/answers.ts"
import { consolePath } from "./message/consolePath.ts"
import { isOwnRequest } from "./message/ownRequest.ts"
import { isOfForm, requestFields } from "./message/RequestFields.ts"
import { formNamed, makeSentForms } from "./message/SentForms.ts"
import { cookieOf } from "./message/SessionCookie.ts"
import { type SignInFailure, SignInFault } from "./message/SignInFault.ts"
import type { ConsoleRoute } from "./routes/ConsoleRoute.ts"
import { makeCredentialRoutes } from "./routes/credentialRoutes.ts"
import { makeLinkRoutes } from "./routes/linkRoutes.ts"
import { makePayoutRoutes } from "./routes/payoutRoutes.ts"
import { makeSessionRoutes } from "./routes/sessionRoutes.ts"

/** Answers requests below `/console`. */
export interface SignInHandler {
  /** `address` is the client's, as the server found it; empty if it is not known. */
  (
    request: Request,
    client: { readonly address: string; readonly requestId?: string }
  ): Effect.Effect<Response>
  /** The pattern of the path for logs, undefined if nothing is there; and whether it has the method. */
  readonly servedAt: (request: Pick<Request, "method" | "url">) => {
    readonly template: string | undefined
    readonly isServed: boolean
  }
}

/** The part of the path that is the console's. */
const root = "/console"

/** No route has such a path. */
const noPathAtAll = "?"

const noPath = new SignInFault({ code: "not_found", message: "there is nothing at this path" })

const parametersOf = (template: string, path: string): { readonly [name: string]: string } | undefined => {
  const [wanted, given] = [template.split("/"), path.split("/")]
  if (wanted.length !== given.length) return undefined
  const parameters: { [name: string]: string } = {}
  for (const [index, part] of wanted.entries()) {
    const found = given[index] ?? ""
    const [, name, ending = ""] = /^\{(\w+)\}(.*)$/.exec(part) ?? []
    if (name !== undefined) {
      const value = found.endsWith(ending) ? found.slice(0, found.length - ending.length) : ""
      if (!/^[\w-]{1,100}$/.test(value)) return undefined
      parameters[name] = value
    } else if (part !== found) return undefined
  }
  return parameters
}

/** The route of a request, with the parts of its path that the route names. */
const routeOf = (routes: ReadonlyArray<ConsoleRoute>, method: string, path: string) => {
  const asked = method === "HEAD" ? "GET" : method
  let isKnown = false
  for (const route of routes) {
    const parameters = parametersOf(route.path, path)
    if (parameters === undefined) continue
    if (route.method === asked) return Effect.succeed({ route, parameters })
    isKnown = true
  }
  return Effect.fail(
    isKnown
      ? new SignInFault({ code: "method_not_allowed", message: `${method} is not possible here` })
      : noPath
  )
}

/** Of the requests of people who sign in, whoever they are. */
export const makeSignInHandler = Effect.gen(function* () {
  return yield* handlerOf(yield* makeSignInRoutes)
})

/** Of all requests of people: they also use links, and decide about payouts; `screens` are what they see beside. */
export const makeConsoleHandlerWith = Effect.fnUntraced(function* (
  screens: ReadonlyArray<ConsoleRoute>,
  refusalPage?: RefusalPage
) {
  const more = yield* Effect.all([makeLinkRoutes, makePayoutRoutes])
  return yield* handlerOf([...screens, ...(yield* makeSignInRoutes), ...more.flat()], refusalPage)
})

export const makeConsoleHandler = Effect.suspend(() => makeConsoleHandlerWith([]))

const makeSignInRoutes = Effect.map(Effect.all([makeSessionRoutes, makeCredentialRoutes]), (routes) =>
  routes.flat()
)

/** Whether a person reads the answer. */
const isForPerson = (request: Request): boolean =>
  request.method === "GET" || request.method === "HEAD"
    ? /\btext\/html\b/i.test(request.headers.get("accept") ?? "")
    : isOfForm(request)

/** Answers what these routes serve. Without pages everybody is refused in the envelope of the API. */
const handlerOf = Effect.fnUntraced(function* (
  routes: ReadonlyArray<ConsoleRoute>,
  refusalPage?: RefusalPage
) {
  const place = yield* ConsolePlace
  const sessions = yield* Sessions
  const sentForms = makeSentForms()
  const home = `${place.mountPath}${root}`
  const pathOf = (url: string): string => {
    const { pathname } = new URL(url)
    const path = pathname.startsWith(`${place.mountPath}/`)
      ? pathname.slice(place.mountPath.length)
      : pathname
    return path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : noPathAtAll
  }

  const answer = Effect.fnUntraced(function* (
    request: Request,
    address: string
  ): Effect.fn.Return<Response, SignInFailure> {
    const { parameters, route } = yield* routeOf(routes, request.method, pathOf(request.url))
    if (!isOwnRequest(request, place.origin))
      return yield* new SignInFault({
        code: "cross_site",
        message: `only pages of ${place.origin} may send this: open the console there`
      })
    const sent = yield* requestFields(request)
    const { fields, form } = sent
    const cookie = cookieOf(request.headers.get("cookie"))
    const url = new URL(request.url)
    const handled = Effect.gen(function* () {
      const visitor: Option.Option<SignedInVisitor> =
        cookie === undefined ? Option.none() : yield* sessions.of(cookie)
      const answered = route.handle({
        client: { address, agent: request.headers.get("user-agent") ?? "" },
        // Only what the page tells depends on it. A proxy in front of an https console may name any host.
        isElsewhere:
          place.origin.startsWith("http:") && request.headers.get("host") !== new URL(place.origin).host,
        key: request.headers.get("idempotency-key") ?? undefined,
        headers: Object.fromEntries(request.headers),
        ...{ url, fields, form, parameters, visitor }
      })
      return yield* actingAs(
        Option.match(visitor, {
          onNone: () => "customer",
          onSome: ({ user }) => `user:${user.id}` as const
        }),
        answered
      )
    })
    const answered = yield* sentForms(
      formNamed({ cookie, path: `${url.pathname}${url.search}`, request: sent }),
      handled
    )
    return responseOf(answered, form, consolePath(fields.to, home) ?? home)
  })

  const handle = (
    request: Request,
    { address, requestId }: { readonly address: string; readonly requestId?: string }
  ): Effect.Effect<Response> =>
    Effect.catchCause(answer(request, address), (cause) => {
      const failure = cause.reasons.find(Cause.isFailReason)
      const page = isForPerson(request) ? refusalPage : undefined
      if (failure !== undefined) return Effect.succeed(refusalResponse(failure.error, page))
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const support = requestId === undefined ? "" : `; give support the request id ${requestId}`
      const message = `the request could not be served${support}`
      return Effect.as(
        Effect.logError(`${request.method} below ${root} failed`, cause),
        refusalResponse(new SignInFault({ code: "internal_error", message }), page)
      )
    })

  const handler: SignInHandler = Object.assign(handle, {
    servedAt: ({ method, url }: Pick<Request, "method" | "url">) => {
      const path = pathOf(url)
      const there = routes.filter((route) => parametersOf(route.path, path) !== undefined)
      const asked = method === "HEAD" ? "GET" : method
      const [first] = there
      return {
        template: first && `${root}${first.path}`,
        isServed: there.some((route) => route.method === asked)
      }
    }
  })
  return handler
})
