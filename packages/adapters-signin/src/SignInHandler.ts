import { actingAs, ConsolePlace, Sessions, type SignedInVisitor } from "@quittance/core/adapter"
import { Cause, Effect, Option } from "effect"
import { type Answer, refusalResponse, responseOf } from "./message/answers.ts"
import { isOwnRequest } from "./message/ownRequest.ts"
import { type RequestFields, requestFields } from "./message/RequestFields.ts"
import { cookieOf } from "./message/SessionCookie.ts"
import { type SignInFailure, SignInFault } from "./message/SignInFault.ts"
import type { ConsoleRoute } from "./routes/ConsoleRoute.ts"
import { makeCredentialRoutes } from "./routes/credentialRoutes.ts"
import { makeLinkRoutes } from "./routes/linkRoutes.ts"
import { makePayoutRoutes } from "./routes/payoutRoutes.ts"
import { makeSessionRoutes } from "./routes/sessionRoutes.ts"
import { makeSignInPages } from "./routes/signInPages.ts"

/** Answers a request below `/console`. `address` is the client's, as the server found it; empty if it is not known. */
export type SignInHandler = (
  request: Request,
  client: { readonly address: string }
) => Effect.Effect<Response>

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
export const makeConsoleHandlerWith = Effect.fnUntraced(function* (screens: ReadonlyArray<ConsoleRoute>) {
  const more = yield* Effect.all([makeLinkRoutes, makePayoutRoutes])
  return yield* handlerOf([...screens, ...(yield* makeSignInRoutes), ...more.flat()])
})

export const makeConsoleHandler = Effect.suspend(() => makeConsoleHandlerWith([]))

const makeSignInRoutes = Effect.map(
  Effect.all([makeSessionRoutes, makeCredentialRoutes, makeSignInPages]),
  (routes) => routes.flat()
)

/** Answers what these routes serve. */
const handlerOf = Effect.fnUntraced(function* (routes: ReadonlyArray<ConsoleRoute>) {
  const place = yield* ConsolePlace
  const sessions = yield* Sessions
  const pathOf = (url: string): string => {
    const { pathname } = new URL(url)
    const path = pathname.startsWith(`${place.mountPath}/`)
      ? pathname.slice(place.mountPath.length)
      : pathname
    return path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : noPathAtAll
  }

  const answer = Effect.fnUntraced(function* (
    request: Request,
    address: string,
    read: (form: RequestFields["form"]) => void
  ): Effect.fn.Return<Answer, SignInFailure> {
    const { parameters, route } = yield* routeOf(routes, request.method, pathOf(request.url))
    if (!isOwnRequest(request, place.origin))
      return yield* new SignInFault({
        code: "cross_site",
        message: `only pages of ${place.origin} may send this: open the console there`
      })
    const { fields, form } = yield* requestFields(request)
    read(form)
    const cookie = cookieOf(request.headers.get("cookie"))
    const visitor: Option.Option<SignedInVisitor> =
      cookie === undefined ? Option.none() : yield* sessions.of(cookie)
    const handled = route.handle({
      client: { address, agent: request.headers.get("user-agent") ?? "" },
      // Only what the page tells depends on it. A proxy in front of an https console may name any host.
      isElsewhere:
        place.origin.startsWith("http:") && request.headers.get("host") !== new URL(place.origin).host,
      key: request.headers.get("idempotency-key") ?? undefined,
      url: new URL(request.url),
      ...{ fields, parameters, visitor }
    })
    return yield* actingAs(
      Option.match(visitor, { onNone: () => "customer", onSome: ({ user }) => `user:${user.id}` as const }),
      handled
    )
  })

  const handle: SignInHandler = (request, { address }) => {
    let form: RequestFields["form"] = "none"
    const home = `${place.mountPath}${root}`
    const answered = answer(request, address, (found) => {
      form = found
    })
    return Effect.matchCauseEffect(answered, {
      onSuccess: (found) => Effect.succeed(responseOf(found, form, home)),
      onFailure: (cause) => {
        const failure = cause.reasons.find(Cause.isFailReason)
        if (failure !== undefined) return Effect.succeed(refusalResponse(failure.error, form, home))
        if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
        const internal = new SignInFault({
          code: "internal_error",
          message: "the request could not be served"
        })
        return Effect.as(
          Effect.logError(`${request.method} below ${root} failed`, cause),
          refusalResponse(internal, form, home)
        )
      }
    })
  }
  return handle
})
