import { html } from "@quittance/adapters-http/pages"
import {
  type Answer,
  type ConsoleRoute,
  nonceOf,
  type RefusalPage,
  type Visit
} from "@quittance/adapters-signin"
import { Settings } from "@quittance/core"
import { ConsolePlace, type SignedInVisitor } from "@quittance/core/adapter"
import { Cause, Effect, Option, Stream } from "effect"
import { type Area, areasOf } from "../areas/areas.ts"
import { notice } from "../look/parts.ts"
import { type PageShown, provenBy, type Screen } from "../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../screen/Seen.ts"
import { sentence, statusOfFailure } from "../screen/screenRefusal.ts"
import { isResumed, resumed } from "../signin/resumed.ts"
import { makeSignInRoutes } from "../signin/signInRoutes.ts"
import { en } from "../words/en/en.ts"
import { assets, assetsPath } from "./assets.ts"
import { type Frame, framed, type NavLink } from "./frame.ts"
import { eventsEnd, eventsPath, makeLiveEvents } from "./liveEvents.ts"
import { makeSeenParts } from "./makeSeen.ts"
import { pathOf, prefixes, scopePath } from "./screenPaths.ts"

const waitingMillisMax = 250

/** An area that somebody may look at, with where its first screen is. */
interface OpenArea {
  readonly area: Area
  readonly first: Screen
  readonly to: string
}

/** All routes of the console's screens, from their records. */
export const makeConsoleRoutes = Effect.gen(function* () {
  const words = en
  const { mode } = yield* Settings
  const areas = areasOf(words).map((area) => ({
    ...area,
    screens: area.screens.filter(({ isForSandbox }) => isForSandbox !== true || mode === "sandbox")
  }))
  const { origin } = yield* ConsolePlace
  const parts = yield* makeSeenParts(areas.flatMap(({ screens }) => screens))
  const { root, seenBy } = parts
  const liveEvents = yield* makeLiveEvents
  /** What stands around a page of whoever asks. */
  const bare = { words, root, isSandbox: mode === "sandbox" }

  /** Who looks at a partner sees the areas of partners, and an operator those of operators too. */
  const openAreas = (seen: Seen): ReadonlyArray<OpenArea> =>
    areas.flatMap((area) => {
      const first = area.screens.find((screen) => isOpen(screen, seen) && screen.tab !== undefined)
      return first === undefined ? [] : [{ area, first, to: linkTo(first, seen) }]
    })

  const areaLinks = (seen: Seen, current: Area) =>
    Effect.forEach(openAreas(seen), ({ area, first, to }) =>
      // A page is shown without the figure rather than late, or not at all.
      Effect.map(
        Effect.option(Effect.timeout(first.waiting?.(seen) ?? Effect.succeed(0), waitingMillisMax)),
        (waiting): NavLink => ({
          ...{ to, title: area.title, isCurrent: area === current },
          waiting: Option.getOrElse(waiting, () => 0)
        })
      )
    )

  /** Whether it can be reached from where somebody looks, by a path without parameters of its own. */
  const isOpen = (screen: Screen, seen: Seen): boolean =>
    !screen.path.includes("{") &&
    (screen.operation === null || seen.may(screen.operation)) &&
    (screen.scope === "partner"
      ? seen.partner.id !== ""
      : screen.scope === "operator"
        ? seen.person.isOperator
        : true)

  const linkTo = ({ path, scope }: Screen, { partner }: Seen): string =>
    `${root}${scopePath(scope, partner.id)}${path}`

  const tabLinks = (seen: Seen, area: Area, current: Screen): ReadonlyArray<NavLink> => {
    const tabs = area.screens.filter((screen) => screen.tab !== undefined && isOpen(screen, seen))
    // A page below several tabs is below the longest; one with a path of its own is below the tab that it follows.
    const longest = tabs
      .filter(
        (each) => each === current || each.path === current.within || current.path.startsWith(`${each.path}/`)
      )
      .reduce<Screen | undefined>(
        (best, each) => (best && best.path.length > each.path.length ? best : each),
        undefined
      )
    const before = area.screens.slice(0, area.screens.indexOf(current))
    const at = longest ?? before.findLast((each) => tabs.includes(each))
    return tabs.length < 2
      ? []
      : tabs.map((screen) => ({
          to: linkTo(screen, seen),
          title: screen.tab ?? screen.title,
          isCurrent: screen === at
        }))
  }

  const partnerLinks = Effect.fnUntraced(function* (seen: Seen) {
    const mine = yield* parts.memberships(seen.person.id)
    const names = yield* Effect.forEach(mine, ({ partnerId }) => parts.nameOf(partnerId))
    const links: ReadonlyArray<NavLink> = mine.map(({ partnerId }, index) => ({
      to: `${root}/p/${partnerId}`,
      title: names[index] ?? partnerId,
      isCurrent: partnerId === seen.partner.id
    }))
    const all = { to: `${root}/operator`, title: words.frame.operator, isCurrent: seen.partner.id === "" }
    return seen.person.isOperator ? [...links, all] : links
  })

  const frameOf = Effect.fnUntraced(function* (seen: Seen, area: Area, screen: Screen) {
    const search =
      seen.partner.id !== "" && seen.may("search")
        ? { search: { to: `${seen.base}/search`, sought: seen.query.get("q") ?? "" } }
        : {}
    const done = seen.query.get("done")
    const said = areas.flatMap(({ screens }) => screens).find((each) => each.said && nameOf(each) === done)
    return {
      ...{ ...bare, events: eventsPath(seen) },
      ...(said?.said === undefined ? {} : { said: said.said }),
      visitor: {
        ...{ name: seen.person.name, partner: seen.partner.name, partners: yield* partnerLinks(seen) },
        ...{ areas: yield* areaLinks(seen, area), tabs: tabLinks(seen, area, screen) },
        ...search
      }
    }
  })

  const pageAnswer = (
    frame: Omit<Frame, "content" | "title">,
    { body, live, status = 200, title }: PageShown
  ): Answer => ({
    status,
    page: framed({ ...frame, title, content: body, ...(live === undefined ? {} : { live }) })
  })

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

  /** For who is signed in; others sign in first, and come back. */
  const forPerson =
    (
      handle: (visit: Visit, visitor: SignedInVisitor) => Effect.Effect<Answer, ScreenFailure>,
      instead: (visit: Visit) => Effect.Effect<Answer> = ({ url }) =>
        Effect.succeed({ location: signInPath(root, url) })
    ): ConsoleRoute["handle"] =>
    (visit) =>
      Option.match(visit.visitor, {
        onNone: () => instead(visit),
        onSome: (visitor) => Effect.catchCause(handle(visit, visitor), failed)
      })

  const routesOf = (area: Area, screen: Screen): ReadonlyArray<ConsoleRoute> => {
    const path = pathOf(screen)
    const show = Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
      const { seen } = yield* seenBy(words, screen, visit, visitor, undefined)
      // Who can prove nothing yet makes what proves it first, and comes back.
      if (screen.kind === "act" && provenBy(screen) !== undefined && (yield* seen.account.isFirst))
        return { location: `${root}/account/passkeys/add?${new URLSearchParams({ to: visit.url.pathname })}` }
      const shown = yield* screen.show(seen)
      if (shown.to !== undefined) return { location: shown.to }
      return pageAnswer(yield* frameOf(seen, area, screen), { title: screen.title, ...shown })
    })
    /** Each event is looked at as the page would be now: rights may have changed since. */
    const events = Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
      const { client, parameters, url } = visit
      const place = { address: client.address, partnerId: parameters.partner ?? "", path: url.pathname }
      const looked = Effect.flatMap(seenBy(words, screen, visit, visitor, undefined), ({ seen }) =>
        screen.show(seen)
      )
      return yield* liveEvents(visitor, place, looked)
    })
    const { csv, send } = screen
    const sent = (doing: NonNullable<typeof send>) => {
      const done = Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
        const { nonce, ...fields } = visit.fields
        // What is of the account only is begun and finished by tickets.
        const form = { nonce: screen.operation === null ? String(nonce) : yield* nonceOf(visit), fields }
        const { cookie, seen } = yield* seenBy(words, screen, visit, visitor, form)
        const result = yield* doing(seen, form)
        const value = cookie?.()
        const kept = value === undefined ? {} : { cookie: { value } }
        if (result._tag === "Done") return { location: doneAt(seen, screen, result.to), ...kept }
        const frame = yield* frameOf(seen, area, screen)
        return { ...pageAnswer(frame, { title: screen.title, ...result.shown }), ...kept }
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
    const file = (lines: NonNullable<typeof csv>) =>
      Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
        const { seen } = yield* seenBy(words, screen, visit, visitor, undefined)
        const stream = yield* lines(seen)
        return { content: { body: streamed(stream), headers: csvHeaders(screen) } }
      })
    return [
      { method: "GET", path, handle: forPerson(show) },
      ...(screen.kind === "page"
        ? [{ method: "GET" as const, path: `${path}${eventsEnd}`, handle: forPerson(events) }]
        : []),
      ...(send === undefined ? [] : [{ method: "POST" as const, path, handle: sent(send) }]),
      ...(csv === undefined
        ? []
        : [{ method: "GET" as const, path: `${path}.csv`, handle: forPerson(file(csv)) }])
    ]
  }

  /** Where somebody begins: at the first area of the first partner, or of the operators. */
  const first = (screen: Screen): ConsoleRoute["handle"] =>
    forPerson(
      Effect.fnUntraced(function* (visit: Visit, visitor: SignedInVisitor) {
        const { seen } = yield* seenBy(words, screen, visit, visitor, undefined)
        const [area] = openAreas(seen)
        if (area !== undefined && screen.scope !== "person") return { location: area.to }
        const [partner] = yield* partnerLinks(seen)
        if (partner !== undefined) return { location: partner.to }
        return pageAnswer(bare, { title: words.frame.product, body: notice(words.frame.noPartner) })
      })
    )

  const routes: ReadonlyArray<ConsoleRoute> = [
    ...signIn.routes,
    ...assets.map(
      ({ body, headers, name }): ConsoleRoute => ({
        method: "GET",
        path: `${assetsPath}/${name}`,
        handle: () => Effect.succeed({ content: { body, headers } })
      })
    ),
    ...(["partner", "operator", "person"] as const).map(
      (scope): ConsoleRoute => ({
        method: "GET",
        path: prefixes[scope],
        handle: first({ ...begin, scope })
      })
    ),
    { method: "GET", path: "/", handle: first({ ...begin, scope: "person" }) },
    ...areas.flatMap((area) => area.screens.flatMap((screen) => routesOf(area, screen)))
  ]
  return { routes, refusalPage }
})

/** What a screen's act is called where it led. */
const nameOf = ({ operation, path }: Screen): string => operation ?? path

/** Shows nothing, and leads to what does. */
const begin: Omit<Screen, "scope"> = {
  ...{ kind: "page", path: "", operation: null, title: "" },
  show: () => Effect.succeed({ body: html`` })
}

/** Where somebody signs in who wanted to go elsewhere. */
const signInPath = (root: string, { pathname, search }: URL): string =>
  `${root}/sign-in?${new URLSearchParams({ to: `${pathname}${search}` })}`

/** Where an act led, which is told there. */
const doneAt = ({ base }: Seen, screen: Screen, to: string): string =>
  `${base}${to}${to.includes("?") ? "&" : "?"}done=${encodeURIComponent(nameOf(screen))}`

const csvHeaders = ({ path }: Screen) => ({
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": `attachment; filename="${path.replaceAll(/[^a-z-]+/g, "-").replace(/^-/, "")}.csv"`
})

/** A stream that fails in the middle breaks off, so that nobody takes its start for the whole. */
const streamed = (lines: Stream.Stream<string, ScreenFailure>): ReadableStream<Uint8Array> =>
  Stream.toReadableStream(Stream.encodeText(lines))
