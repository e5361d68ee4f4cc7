import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { grainMillis } from "../../kernel/counter/Counter.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { AnalyticsReader } from "./AnalyticsReader.ts"
import { type AnalyticsRequest, analyticsQuery } from "./AnalyticsRequest.ts"
import { type AnalyticsView, analyticsView } from "./AnalyticsView.ts"
import { type NetworkAnalyticsView, networkAnalyticsView } from "./NetworkAnalyticsView.ts"
import { NetworkSums, quarterOf } from "./NetworkSums.ts"
import { periodsOf } from "./Periods.ts"

/** The currency of what is counted by networks is always the same. */
export interface NetworkAnalyticsRequest extends Omit<AnalyticsRequest, "currency"> {}

/** Analytics of a partner's invoices and payouts. */
export class Analytics extends Context.Service<
  Analytics,
  {
    /**
     * Of fiat invoices. All figures are of one commit and the current instant: a due invoice counts as expired, whether
     * or not that was recorded.
     */
    readonly get: (
      partnerId: PartnerId,
      request: AnalyticsRequest
    ) => Effect.Effect<AnalyticsView, InvalidInput | StoreUnavailable>
    /** Of crypto invoices and payouts, by network. The range is widened to whole quarters of an hour. */
    readonly networks: (
      partnerId: PartnerId,
      request: NetworkAnalyticsRequest
    ) => Effect.Effect<NetworkAnalyticsView, InvalidInput | StoreUnavailable>
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

      const networks = Effect.fn("Analytics.networks")(function* (
        partnerId: PartnerId,
        request: NetworkAnalyticsRequest
      ) {
        const now = yield* Clock.currentTimeMillis
        const asked = yield* Effect.fromResult(analyticsQuery(request, now))
        const query = {
          ...asked,
          from: quarterOf(asked.from),
          to: quarterOf(asked.to - 1) + grainMillis.quarter
        }
        const { boundaries, starts } = periodsOf(query)
        const sums = new NetworkSums(boundaries, now)
        const found = yield* reader.networks(partnerId, sums.spans)
        return networkAnalyticsView(query, starts, sums.periodsOf(found))
      })

      return Analytics.of({ get, networks })
    })
  )
}
