import type { NotFound, StoreUnavailable } from "@quittance/core"
import {
  type Instant,
  millisPerMinute,
  millisPerSecond,
  type PartnerId,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Deferred, Effect, Stream } from "effect"
import type { ApiResponse } from "../message/ApiMessage.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { makeRoom, type RoomLimits } from "../room/Room.ts"
import type { Holders } from "../room/Visit.ts"

/** The content of a page at one moment. */
export interface PageSnapshot {
  /** The owner of the page. */
  readonly partnerId: PartnerId
  /** In the order of the page's `data-shown`. */
  readonly facts: { readonly [name: string]: string | number | boolean }
  /** Differs whenever the content has changed. */
  readonly version: Instant
  /** `final`: a waiting visitor can expect no further change. */
  readonly course: "open" | "final"
}

export type ReadPageSnapshot = Effect.Effect<PageSnapshot, NotFound | StoreUnavailable>

/** Each open stream holds a connection; a page without a stream polls. */
const streams = {
  placesMax: 1_000,
  /** A link is open in a few tabs; an address may serve many people. */
  shares: { address: 250, link: 16, partner: 500 },
  graceMillis: 0,
  keptMillis: millisPerMinute,
  waitingMax: 0,
  waitMillisMax: 0,
  what: "pages are watched",
  retryAfterSeconds: 60
}
/** How often a stream looks whether something has changed. */
interface Pace {
  /** At least this often, because a change may come from the clock alone. */
  readonly lookMillis: number
  /** And at most this often, because a busy deployment changes all the time. */
  readonly restMillis: number
}
const hostedPace: Pace = { lookMillis: 3 * millisPerSecond, restMillis: millisPerSecond }
const heartbeatMillis = 15 * millisPerSecond
/** A browser reopens the stream by itself; an abandoned tab should not hold one forever. */
const lifeMillis = 10 * millisPerMinute

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  // Proxies of the nginx family would buffer the pieces.
  "X-Accel-Buffering": "no"
}

const eventOf = ({ facts, version }: PageSnapshot): string =>
  `data: ${JSON.stringify({ ...facts, version })}\n\n`

/**
 * Server-sent events of the hosted pages: one immediately and one on each change, a comment when nothing
 * happens, until the content is final, the stream's time is up, or its place is given to a page of a client
 * that has fewer. All pages share one room, whose limits are those of the hosted pages where none are given.
 */
export const makePageEvents = Effect.fnUntraced(function* (
  limits: Partial<RoomLimits> = {},
  { lookMillis, restMillis }: Pace = hostedPace
) {
  const queue = yield* WorkQueue
  const room = yield* makeRoom({ ...streams, ...limits })

  const eventsOf = (holders: Holders, look: ReadPageSnapshot): Stream.Stream<string> =>
    Stream.unwrap(
      Effect.gen(function* () {
        // There was a place when the stream was promised; if it is gone by now, the page asks again.
        const { gaveWay } = yield* room.stay(holders)
        const until = (yield* Clock.currentTimeMillis) + lifeMillis
        let last = ""
        let lastSentAt = 0
        let ended = false

        /** The next event; waits first, except for the first event. */
        const next = Effect.gen(function* () {
          while (!ended) {
            const seen = yield* queue.changes
            if (last !== "") {
              yield* Effect.sleep(restMillis)
              yield* Effect.raceFirst(queue.awaitChange(seen), Effect.sleep(lookMillis - restMillis))
            }
            const sighting = yield* look
            const now = yield* Clock.currentTimeMillis
            const event = eventOf(sighting)
            ended = sighting.course === "final" || now >= until
            if (event !== last || now >= lastSentAt + heartbeatMillis) {
              lastSentAt = now
              const piece = event === last ? ":\n\n" : event
              last = event
              return [piece, undefined] as const
            }
          }
          return undefined
        })
        return Stream.unfold(undefined, () => next).pipe(
          Stream.interruptWhen(Deferred.await(gaveWay)),
          // The page reconnects after a while, and polls meanwhile.
          Stream.catchCause(() => Stream.empty)
        )
      })
    ).pipe(Stream.catchCause(() => Stream.empty))

  return Effect.fnUntraced(function* (
    watcher: Holders,
    look: ReadPageSnapshot
  ): Effect.fn.Return<ApiResponse, ApiFailure> {
    const holders = { ...watcher, partner: (yield* look).partnerId }
    yield* room.ask(holders)
    return { status: 200, headers, body: eventsOf(holders, look) }
  })
})

export type PageEvents = Effect.Success<ReturnType<typeof makePageEvents>>
