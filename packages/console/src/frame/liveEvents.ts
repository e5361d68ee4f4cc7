import { makePageEvents } from "@quittance/adapters-http/pages"
import type { Answer } from "@quittance/adapters-signin"
import { NotFound } from "@quittance/core"
import { millisPerSecond, Sessions, type SignedInVisitor } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { Shown } from "../screen/Screen.ts"
import type { Seen } from "../screen/Seen.ts"

/** A stream looks for as long as it is open; of one session there are a few tabs. */
const places = { placesMax: 100, shares: { address: 50, link: 6, partner: 50 } }

/** A look makes the page anew. */
const pace = { lookMillis: 10 * millisPerSecond, restMillis: 3 * millisPerSecond }

/** What the path of a page's events ends with. */
export const eventsEnd = "/events"

/** Where the events of a page are: what it shows may depend on its query. */
export const eventsPath = ({ path, query }: Pick<Seen, "path" | "query">): string =>
  `${path}${eventsEnd}${query.size === 0 ? "" : `?${query}`}`

/** Tells open pages that they say something else now, while their reader is signed in and may see them. */
export const makeLiveEvents = Effect.gen(function* () {
  const eventsOf = yield* makePageEvents(places, pace)
  const sessions = yield* Sessions
  const context = yield* Effect.context<never>()

  return Effect.fnUntraced(function* <E>(
    { session, user }: SignedInVisitor,
    place: { readonly address: string; readonly partnerId: string; readonly path: string },
    show: Effect.Effect<Shown, E>
  ): Effect.fn.Return<Answer> {
    const gone = new NotFound({ what: "page that changes", id: place.path })
    const look = Effect.gen(function* () {
      const open = yield* sessions.list(user)
      if (!open.some(({ id }) => id === session.id)) return yield* gone
      const { live } = yield* show
      if (live === undefined) return yield* gone
      return { partnerId: place.partnerId, facts: { shown: live.shown }, version: 0, course: "open" as const }
    }).pipe(Effect.mapError(() => gone))
    const answered = eventsOf({ address: place.address, link: session.id }, look)
    return yield* Effect.match(answered, {
      onFailure: ({ _tag }) => ({
        status: _tag === "NotFound" ? 404 : 503,
        content: { body: "", headers: { "Content-Type": "text/plain" } }
      }),
      onSuccess: ({ body, headers }) => ({
        content: {
          headers: { ...headers },
          body: Stream.isStream(body)
            ? Stream.toReadableStreamWith(Stream.encodeText(body as Stream.Stream<string>), context)
            : ""
        }
      })
    })
  })
})
