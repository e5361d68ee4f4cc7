import { assert } from "@effect/vitest"
import { Analytics, type Ids, type StorePorts } from "@quittance/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Checks, forAll } from "../Suite.ts"
import { newPartnerId } from "../store/StoreSamples.ts"
import { type AnalyticsScenario, analyticsScenario } from "./AnalyticsScenario.ts"
import { lookedAt, networkOf, writeByNetwork } from "./NetworkHistory.ts"

const quarter = 900_000

export const networkFiguresChecks = {
  "tell of crypto invoices and payouts by network what a look at each of them tells": forAll(
    analyticsScenario,
    Effect.fnUntraced(function* ({ from, groupBy, history, now, timezone, to }: AnalyticsScenario) {
      const partnerId = yield* newPartnerId
      const isOwn = Object.groupBy(history, ({ ofAnother }) => (ofAnother ? "another" : "own"))
      yield* writeByNetwork(partnerId, isOwn.own ?? [])
      yield* writeByNetwork(yield* newPartnerId, isOwn.another ?? [])
      yield* TestClock.setTime(now)
      const analytics = yield* Analytics
      const view = yield* analytics.networks(partnerId, { from, to, groupBy, timezone })
      const range = { from: Math.floor(from / quarter) * quarter, to: Math.ceil(to / quarter) * quarter }
      assert.deepStrictEqual([Date.parse(view.from), Date.parse(view.to)], [range.from, range.to])
      const found = (isOwn.own ?? []).filter(
        ({ createdAt }) => createdAt >= range.from && createdAt < range.to
      )
      for (const counted of [view.cryptoInvoices, view.payouts]) {
        assert.deepStrictEqual(counted.summary, lookedAt(found))
        assert.deepStrictEqual(
          new Map(Object.entries(counted.byNetwork)),
          new Map(
            [...Map.groupBy(found, networkOf)]
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([network, all]) => [network, lookedAt(all)])
          )
        )
        const starts = counted.byPeriod.map(({ date }) => Date.parse(date))
        const places = found.map(({ createdAt }) => starts.findLastIndex((start) => start <= createdAt))
        assert.deepStrictEqual(
          counted.byPeriod.map(({ date: _, ...figures }) => figures),
          starts.map((_, index) => lookedAt(found.filter((__, at) => places[at] === index)))
        )
      }
    }, Effect.provide(Analytics.layer)),
    25
  )
} satisfies Checks<StorePorts | Ids>
