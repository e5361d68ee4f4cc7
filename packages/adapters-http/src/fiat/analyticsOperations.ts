import { type AnalyticsRequest, AnalyticsView, Operations } from "@quittance/core"
import { analyticsFaults, FiatCurrency } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { PartnerOperation } from "../routing/ApiOperation.ts"
import { instantParameter } from "../routing/instantParameter.ts"
import { readQuery } from "../routing/QueryParameters.ts"

const optional = { in: "query", required: false } as const

/** Figures of a partner's invoices. */
export const makeAnalyticsOperations = Effect.gen(function* () {
  const { analytics } = yield* Operations

  const get: PartnerOperation = {
    id: "getAnalytics",
    group: "Analytics",
    method: "GET",
    path: "/api/v1/analytics",
    summary: "Read analytics of the invoices created in a range, by period, currency and bank",
    caller: "partner",
    proof: "secret",
    scope: "payments:read",
    cost: 10,
    parameters: [
      instantParameter(
        "from",
        "The start of the range, inclusive. A date without a time is midnight of the time zone. By default, 7 days before the end for hour, 30 days for day, 26 weeks for week and 12 months for month."
      ),
      instantParameter(
        "to",
        "The end of the range, exclusive; by default now. A date without a time is midnight of the time zone."
      ),
      {
        ...optional,
        name: "currency",
        description: "Only invoices in this currency.",
        schema: FiatCurrency
      },
      {
        ...optional,
        name: "groupBy",
        description:
          "The length of the periods, by default day. The range is at most 7 days for hour, otherwise 366 days.",
        schema: AnalyticsView.fields.groupBy
      },
      {
        ...optional,
        name: "timezone",
        description: "The IANA time zone of the periods, and of dates without a time; by default UTC.",
        schema: Schema.NonEmptyString
      }
    ],
    request: undefined,
    recordStatus: 200,
    success: AnalyticsView,
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const asked = yield* readQuery(request.query, (query) => {
        const given: AnalyticsRequest = {
          from: query.dateOrInstant("from"),
          to: query.dateOrInstant("to"),
          currency: query.text("currency"),
          groupBy: query.text("groupBy"),
          timezone: query.text("timezone")
        }
        query.refuseAll(analyticsFaults(given))
        return given
      })
      return { fields: yield* analytics(caller.partnerId, asked) }
    })
  }

  return [get]
})
