import { type PartnerId, type RefusedRequest, RefusedRequests, WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"

/** How many are written at a time, of one partner and in all; more are dropped. */
const ofPartnerMax = 20
const waitingMax = 200
const writeMillis = 1_000

/**
 * Keeps refused requests of partners for whoever looks for a mistake. They are written once a second and when the scope
 * closes, apart from everything else; no request waits for it. Under load, and when the store does not answer, they are
 * dropped: the log has counted them.
 */
export const makeRefusalNotes = Effect.gen(function* () {
  const refusedRequests = yield* RefusedRequests
  const wallClock = yield* WallClock
  const waiting: Array<RefusedRequest> = []
  const ofPartner = new Map<PartnerId, number>()
  const write = Effect.suspend(() => {
    if (waiting.length === 0) return Effect.void
    const batch = waiting.splice(0)
    ofPartner.clear()
    // A store that does not answer has said so.
    return Effect.ignore(refusedRequests.record(batch))
  })
  yield* Effect.addFinalizer(() => write)
  yield* wallClock.sleep(writeMillis).pipe(Effect.andThen(write), Effect.forever, Effect.forkScoped)
  return (request: RefusedRequest): void => {
    const count = ofPartner.get(request.partnerId) ?? 0
    if (count >= ofPartnerMax || waiting.length >= waitingMax) return
    ofPartner.set(request.partnerId, count + 1)
    waiting.push(request)
  }
})
