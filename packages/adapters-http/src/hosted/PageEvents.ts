import {
  type Instant,
  millisPerMinute,
  millisPerSecond,
  type NotFound,
  type StoreUnavailable,
  WorkQueue
} from "@quittance/core"
import { Clock, Effect, Stream } from "effect"
import type { ApiResponse } from "../message/ApiResponse.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"

/** What a page would show at one moment. */
export interface PageSighting {
  /** In the order of the page's `data-shown`. */
  readonly facts: { readonly [name: string]: string | number | boolean }
  /** Differs whenever anything about what is shown changed. */
  readonly version: Instant
  /** `final`: nothing that a waiting visitor hopes for happens any more. */
  readonly course: "open" | "final"
}

export type LookAtPage = Effect.Effect<PageSighting, NotFound | StoreUnavailable>

/** Each open stream holds a connection; beyond this many, pages look by themselves. */
const streamsMax = 1_000
/** Looks at least so often, because a change may be seen by the clock alone. */
const lookMillis = 3 * millisPerSecond
/** And at most so often, because a busy deployment changes all the time. */
const restMillis = millisPerSecond
const heartbeatMillis = 15 * millisPerSecond
/** A browser opens the stream again by itself; an abandoned tab should not hold one for ever. */
const lifeMillis = 10 * millisPerMinute

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  // Proxies of the nginx family would hold pieces back.
  "X-Accel-Buffering": "no"
}

const eventOf = ({ facts, version }: PageSighting): string =>
  `data: ${JSON.stringify({ ...facts, version })}\n\n`

/**
 * Server-sent events of the hosted pages: one at once and one on each change, a comment when nothing happens, until what
 * is shown is final or the stream's time is up. All pages share one bound on open streams.
 */
export const makePageEvents = Effect.gen(function* () {
  const queue = yield* WorkQueue
  let open = 0

  const eventsOf = (look: LookAtPage): Stream.Stream<string> =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            open += 1
          }),
          () =>
            Effect.sync(() => {
              open -= 1
            })
        )
        const until = (yield* Clock.currentTimeMillis) + lifeMillis
        let last = ""
        let lastSentAt = 0
        let ended = false

        /** What to send next; waits first, but for the first event. */
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
          // The page reconnects after a while, and looks by itself meanwhile.
          Stream.catchCause(() => Stream.empty)
        )
      })
    )

  return Effect.fnUntraced(function* (look: LookAtPage): Effect.fn.Return<ApiResponse, ApiFailure> {
    yield* look
    if (open >= streamsMax) {
      const message = "too many pages are watched at once; reload the page to see its state"
      return yield* new ApiRefusal({ code: "service_unavailable", message, headers: { "Retry-After": "60" } })
    }
    return { status: 200, headers, body: eventsOf(look) }
  })
})

export type PageEvents = Effect.Success<typeof makePageEvents>
