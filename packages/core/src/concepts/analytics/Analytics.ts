import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { AnalyticsReader } from "./AnalyticsReader.ts"
import { type AnalyticsRequest, analyticsQuery } from "./AnalyticsRequest.ts"
import { type AnalyticsView, analyticsView } from "./AnalyticsView.ts"
import { periodsOf } from "./Periods.ts"

/** Analytics of a partner's fiat invoices. */
export class Analytics extends Context.Service<
  Analytics,
  {
    /**
     * All figures are of one commit and the current instant: a due invoice counts as expired, whether or not
     * that was recorded.
     */
    readonly get: (
      partnerId: PartnerId,
      request: AnalyticsRequest
    ) => Effect.Effect<AnalyticsView, InvalidInput | StoreUnavailable>
  }
>()("@quittance/core/concepts/analytics/Analytics") {
  static readonly layer = Layer.effect(
    Analytics,
    Effect.gen(function* () {
      const reader = yield* AnalyticsReader

      const get = Effect.fn("Analytics.get")(function* (partnerId: PartnerId, request: AnalyticsRequest) {
        const now = yield* Clock.currentTimeMillis
        const query = yield* Effect.fromResult(analyticsQuery(request, now))
        const { boundaries, starts } = periodsOf(query)
        const currency = Option.match(query.currency, {
          onNone: () => ({}),
          onSome: (only) => ({ currency: only })
        })
        const figures = yield* reader.figures({ partnerId, ...currency, boundaries, now })
        return analyticsView(query, starts, figures)
      })

      return Analytics.of({ get })
    })
  )
}
