import { Effect } from "effect"
import { instantView } from "../../kernel/money/Money.ts"
import {
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsKeptMillis,
  refusedRequestsOfPartnerMax
} from "../../kernel/ports/RefusedRequests.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"

/** A refused request as its partner sees it. */
export interface RefusedRequestView extends Omit<RefusedRequest, "partnerId" | "at"> {
  /** ISO 8601, in UTC, by the wall clock. */
  readonly at: string
}

/** What was refused, for whoever looks for a mistake. */
export const makeRefusalOperations = Effect.gen(function* () {
  const refused = yield* RefusedRequests
  const wallClock = yield* WallClock
  return {
    refusedRequests: {
      /** Those of the last day, the newest first; at most the newest 1000. */
      list: (partnerId: string) =>
        Effect.gen(function* () {
          const from = (yield* wallClock.now) - refusedRequestsKeptMillis
          const found = yield* refused.ofPartner(partnerId, from, refusedRequestsOfPartnerMax)
          const shown: ReadonlyArray<RefusedRequestView> = found.map(({ at, partnerId: _, ...rest }) => ({
            ...rest,
            at: instantView(at)
          }))
          return shown
        })
    }
  }
})
