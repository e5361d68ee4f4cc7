import { type Asset, html, prepareDocument } from "@quittance/adapters-http/pages"
import {
  type Answer,
  type ConsoleRoute,
  nonceOf,
  type RefusalPage,
  type Visit
} from "@quittance/adapters-signin"
import { Settings } from "@quittance/core"
import { ConsolePlace, type SignedInVisitor } from "@quittance/core/adapter"
import { Cause, Effect, Option } from "effect"
import { type Area, areasOf } from "../areas/areas.ts"
import { notice } from "../look/parts.ts"
import { csvContent } from "../screen/csvFile.ts"
import { type PageShown, provenBy, type Screen } from "../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../screen/Seen.ts"
import { sentence, statusOfFailure } from "../screen/screenRefusal.ts"
import { isResumed, resumed } from "../signin/resumed.ts"
import { makeSignInRoutes } from "../signin/signInRoutes.ts"
import { en } from "../words/en/en.ts"
import { assets, assetsPath } from "./assets.ts"
import { type Frame, framed } from "./frame.ts"
import { eventsEnd, makeLiveEvents } from "./liveEvents.ts"
import { makeFrames, nameOf } from "./makeFrames.ts"
import { makeSeenParts } from "./makeSeen.ts"
import { pathOf, prefixes } from "./screenPaths.ts"

type Answered = Effect.Effect<Answer, ScreenFailure>

/** All routes of the console's screens, from their records. */
export const makeConsoleRoutes = Effect.gen(function* () {
  const words = en
  const { mode } = yield* Settings
  const areas = areasOf(words).map((area) => ({
    ...area,
    screens: area.screens.filter(({ isForSandbox }) => isForSandbox !== true || mode === "sandbox")
  }))
  const { origin } = yield* ConsolePlace
  const parts = yield* makeSeenParts(
    words,
    areas.flatMap(({ screens }) => screens)
  )
  const { root, seenBy } = parts
  const liveEvents = yield* makeLiveEvents
  /** What stands around a page of whoever asks. */
  const bare = { words, root, isSandbox: mode === "sandbox" }
  const { frameOf, openAreas, partnerLinks } = makeFrames(areas, bare, parts)

  const pageAnswer = (
    frame: Omit<Frame, "content" | "title">,
    { body, live, status = 200, title }: PageShown
  ): Answer => ({ status, page: framed({ ...frame, title, content: body, live }) })

  const signIn = yield* makeSignInRoutes({ words, root, origin, page: (shown) => pageAnswer(bare, shown) })

  const refused = (status: number, message: string): PageShown => ({
    ...{ status, title: status === 404 ? words.frame.notFoundTitle : words.frame.refusedTitle },
    body: html`${notice(sentence(message), "bad")}<p><a href="${root}">${words.frame.toConsole}</a></p>`
  })

  const refusalPage: RefusalPage = ({ message, status }) => {
    const { body, title } = refused(status, message)
    return framed({ ...bare, title, content: body })
  }

  /** A page for whatever went wrong. A defect is in the log, and not on the page. */
  const failed = (cause: Cause.Cause<ScreenFailure>): Effect.Effect<Answer> => {
    const { broken, brokenTitle, notFound } = words.frame
    const failure = cause.reasons.find(Cause.isFailReason)?.error
    if (failure === undefined) {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const page = pageAnswer(bare, { status: 500, title: brokenTitle, body: notice(broken, "bad") })
      return Effect.as(Effect.logError("a page of the console failed", cause), page)
    }
    const status = statusOfFailure(failure)
    // What is another's and what is nowhere look alike.
    return Effect.succeed(pageAnswer(bare, refused(status, status === 404 ? notFound : failure.message)))
  }

  /** Where somebody signs in who wanted to go elsewhere. */
  const toSignIn = ({ url: { pathname, search } }: Visit): Effect.Effect<Answer> =>
    Effect.succeed({
      location: `${root}/sign-in?${new URLSearchParams({ to: `${pathname}${search}` })}`
    })

  /** For who is signed in; others sign in first, and come back. */
  const forPerson =
    (
      handle: (visit: Visit, visitor: SignedInVisitor) => Answered,
      instead = toSignIn
    ): ConsoleRoute["handle"] =>
    (visit) =>
      Option.match(visit.visitor, {
        onNone: () => instead(visit),
        onSome: (visitor) => Effect.catchCause(handle(visit, visitor), failed)
      })

  /** For who looks at a screen, and sends nothing. */
  const forSeen = (screen: Screen, handle: (seen: Seen) => Answered): ConsoleRoute["handle"] =>
    forPerson((visit, visitor) => Effect.flatMap(seenBy(screen, visit, visitor), ({ seen }) => handle(seen)))

  const shownRoute = (area: Area, screen: Screen): ConsoleRoute["handle"] =>
    forSeen(
      screen,
      Effect.fnUntraced(function* (seen) {
        // Who can prove nothing yet makes what proves it first, and comes back.
        if (screen.kind === "act" && provenBy(screen) !== undefined && (yield* seen.account.isFirst))
          return { location: `${root}/account/passkeys/add?${new URLSearchParams({ to: seen.path })}` }
        const shown = yield* screen.show(seen)
        if (shown.to !== undefined) return { location: shown.to }
        return pageAnswer(yield* frameOf(seen, area, screen), { title: screen.title, ...shown })
      })
    )

  /** Each event is looked at as the page would be now: rights may have changed since. */
  const eventsRoute = (screen: Screen): ConsoleRoute["handle"] =>
    forPerson((visit, visitor) => {
      const { client, parameters, url } = visit
      const place = { address: client.address, partnerId: parameters.partner ?? "", path: url.pathname }
      const looked = Effect.flatMap(seenBy(screen, visit, visitor), ({ seen }) => screen.show(seen))
      return liveEvents(visitor, place, looked)
    })

  const sentRoute = (
    area: Area,
    screen: Screen,
    send: NonNullable<Screen["send"]>
  ): ConsoleRoute["handle"] => {
    const done = Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
      const { nonce, ...fields } = visit.fields
      // What is of the account only is begun and finished by tickets.
      const form = { nonce: screen.operation === null ? String(nonce) : yield* nonceOf(visit), fields }
      const { cookie, seen } = yield* seenBy(screen, visit, visitor, form)
      const answer = yield* send(seen, form).pipe(
        Effect.flatMap(
          (led): Answered =>
            "to" in led
              ? Effect.succeed({ location: doneAt(seen, screen, led.to) })
              : Effect.map(frameOf(seen, area, screen), (frame) =>
                  pageAnswer(frame, { title: screen.title, ...led })
                )
        ),
        Effect.catchCause(failed)
      )
      // Whatever is answered: with the cookie of before, the person would have to sign in again.
      const value = cookie()
      return value === undefined ? answer : { ...answer, cookie: { value } }
    })
    /** The form as it was sent, after a sign-in in the middle of it. Only forms of acts know what was typed. */
    const again = (visit: Visit, visitor: SignedInVisitor): Effect.Effect<Answer> =>
      screen.kind === "act"
        ? Effect.catchCause(done(resumed(visit), visitor), failed)
        : Effect.succeed({ location: visit.url.pathname })
    return forPerson(
      (visit, visitor) => (isResumed(visit) ? again(visit, visitor) : done(visit, visitor)),
      (visit) => signIn.instead(visit, again)
    )
  }

  const routesOf = (area: Area, screen: Screen): ReadonlyArray<ConsoleRoute> => {
    const path = pathOf(screen)
    const { csv, send } = screen
    const file = ({ csv }: Pick<Required<Screen>, "csv">) =>
      forSeen(screen, (seen) =>
        csv(seen).pipe(
          Effect.flatMap((lines) => csvContent(lines, screen.path)),
          Effect.map((content) => ({ content }))
        )
      )
    const all: ReadonlyArray<ConsoleRoute | false | undefined> = [
      { method: "GET", path, handle: shownRoute(area, screen) },
      screen.kind === "page" && { method: "GET", path: `${path}${eventsEnd}`, handle: eventsRoute(screen) },
      send && { method: "POST", path, handle: sentRoute(area, screen, send) },
      csv && { method: "GET", path: `${path}.csv`, handle: file({ csv }) }
    ]
    return all.filter((route) => typeof route === "object")
  }

  /** Where somebody begins: at the first area of the first partner, or of the operators. */
  const first = (scope: Screen["scope"]): ConsoleRoute["handle"] =>
    forSeen(
      { ...begin, scope },
      Effect.fnUntraced(function* (seen) {
        const [area] = openAreas(seen)
        if (area !== undefined && scope !== "person") return { location: area.to }
        const [partner] = yield* partnerLinks(seen)
        if (partner !== undefined) return { location: partner.to }
        return pageAnswer(bare, { title: words.frame.product, body: notice(words.frame.noPartner) })
      })
    )

  const routes: ReadonlyArray<ConsoleRoute> = [
    ...signIn.routes,
    ...(yield* Effect.forEach(assets, assetRoute)),
    ...(["partner", "operator", "person"] as const).map(
      (scope): ConsoleRoute => ({ method: "GET", path: prefixes[scope], handle: first(scope) })
    ),
    { method: "GET", path: "/", handle: first("person") },
    ...areas.flatMap((area) => area.screens.flatMap((screen) => routesOf(area, screen)))
  ]
  return { routes, refusalPage }
})

/** Files are compressed once: on a slow network a first page waits for them. */
const assetRoute = ({ body, headers, name }: Asset) =>
  Effect.map(
    prepareDocument(headers, body),
    ({ answer }): ConsoleRoute => ({
      ...{ method: "GET", path: `${assetsPath}/${name}` },
      handle: (visit) => Effect.map(answer(visit), ({ status, ...content }) => ({ status, content }))
    })
  )

/** Shows nothing, and leads to what does. */
const begin: Omit<Screen, "scope"> = {
  ...{ kind: "page", path: "", operation: null, title: "" },
  show: () => Effect.succeed({ body: html`` })
}

/** Where an act led, which is told there. */
const doneAt = ({ base }: Seen, screen: Screen, to: string): string =>
  `${base}${to}${to.includes("?") ? "&" : "?"}done=${encodeURIComponent(nameOf(screen))}`
