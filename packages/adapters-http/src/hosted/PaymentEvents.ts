import {
  confirmationsOf,
  CryptoInvoices,
  exceptionOf,
  type IssuedCryptoInvoice,
  millisPerMinute,
  millisPerSecond,
  WorkQueue
} from "@quittance/core"
import { Clock, Effect, Stream } from "effect"
import type { ApiResponse } from "../message/ApiResponse.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"

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

const eventOf = (invoice: IssuedCryptoInvoice): string => {
  const status = invoice._tag
  const exception = exceptionOf(invoice)
  const confirmations = confirmationsOf(invoice)
  return `data: ${JSON.stringify({ status, exception, confirmations, version: invoice.updatedAt })}\n\n`
}

/** Nothing that a waiting customer hopes for happens after these. */
const isFinal = (invoice: IssuedCryptoInvoice): boolean =>
  invoice._tag === "paid" || invoice._tag === "cancelled"

/**
 * Server-sent events of a payment page: one at once and one on each change, a comment when nothing happens, until the
 * invoice is final or the stream's time is up.
 */
export const makePaymentEvents = Effect.gen(function* () {
  const invoices = yield* CryptoInvoices
  const queue = yield* WorkQueue
  let open = 0

  const eventsOf = (token: string): Stream.Stream<string> =>
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
            const invoice = yield* invoices.getByToken(token)
            const now = yield* Clock.currentTimeMillis
            const event = eventOf(invoice)
            ended = isFinal(invoice) || now >= until
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

  return Effect.fnUntraced(function* (token: string): Effect.fn.Return<ApiResponse, ApiFailure> {
    yield* invoices.getByToken(token)
    if (open >= streamsMax) {
      const message = "too many pages are watched at once; reload the page to see its state"
      return yield* new ApiRefusal({ code: "service_unavailable", message, headers: { "Retry-After": "60" } })
    }
    return { status: 200, headers, body: eventsOf(token) }
  })
})
