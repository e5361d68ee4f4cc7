import { Option, Result, Schema } from "effect"
import { decoderOf, type InputIssue, InvalidInput, optionalField } from "../../kernel/input/Input.ts"
import { FiatCurrency, fiatCurrencies } from "../../kernel/money/Currency.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import { localYearBefore, offsetMillisAt, TimeZoneName } from "../../kernel/time/TimeZone.ts"
import { type Grouping, groupings } from "./Periods.ts"
import { boundAt, RangeBound } from "./RangeBound.ts"

/** A request for analytics. Every field is untrusted and may be omitted. */
export interface AnalyticsRequest {
  /**
   * Inclusive, on the creation of an invoice; a date is the start of that day in the time zone. Default: before `to` by
   * 7 days for `hour`, 30 for `day`, 26 weeks, 12 months.
   */
  readonly from?: RangeBound | null | undefined
  /** Exclusive; a date is the start of that day in the time zone. Default: now. */
  readonly to?: RangeBound | null | undefined
  /** Default: all currencies. */
  readonly currency?: string | null | undefined
  /** One of `groupings`. Default: day. */
  readonly groupBy?: string | null | undefined
  /** An IANA name. Default: UTC. */
  readonly timezone?: string | null | undefined
}

/** The same, validated and complete. */
export interface AnalyticsQuery {
  readonly from: Instant
  readonly to: Instant
  readonly currency: Option.Option<FiatCurrency>
  readonly groupBy: Grouping
  /** As `TimeZoneName` decodes it. */
  readonly timezone: string
}

/**
 * The default range of each grouping, always one that is allowed. A year by the local calendar ends as it
 * began.
 */
const defaultFrom: { readonly [G in Grouping]: (to: Instant, timezone: string) => Instant } = {
  hour: (to) => to - 7 * millisPerDay,
  day: (to) => to - 30 * millisPerDay,
  week: (to) => to - 26 * 7 * millisPerDay,
  month: (to, timezone) => localYearBefore(to, timezone)
}
const rangeDaysMax = 366
const hourRangeDaysMax = 7

const oneOf = (values: ReadonlyArray<string>) =>
  Schema.makeFilter((text: string) =>
    values.includes(text) ? undefined : `invalid_value:must be one of ${values.join(", ")}`
  )

const decode = decoderOf(
  Schema.Struct({
    from: optionalField(RangeBound),
    to: optionalField(RangeBound),
    currency: optionalField(Schema.String.check(oneOf(fiatCurrencies))),
    groupBy: optionalField(Schema.String.check(oneOf(groupings))),
    timezone: optionalField(TimeZoneName)
  })
)

/**
 * The faults of single fields, for a caller that has found others. What bounds must be to each other is not looked at.
 */
export const analyticsFaults = (request: AnalyticsRequest): ReadonlyArray<InputIssue> =>
  Result.match(decode(request), { onSuccess: () => [], onFailure: ({ issues }) => issues })

/** Refused with every wrong field; all of them are malformed in the sense of `breaksRule`. */
export const analyticsQuery = (
  request: AnalyticsRequest,
  now: Instant
): Result.Result<AnalyticsQuery, InvalidInput> =>
  Result.flatMap(decode(request), (given) => {
    const groupBy = groupings.find((each) => each === given.groupBy) ?? "day"
    const timezone = given.timezone ?? "UTC"
    const to = boundAt(given.to ?? now, timezone)
    const query: AnalyticsQuery = {
      from: given.from == null ? defaultFrom[groupBy](to, timezone) : boundAt(given.from, timezone),
      to,
      currency: Option.filter(Option.fromNullishOr(given.currency), Schema.is(FiatCurrency)),
      groupBy,
      timezone
    }
    const wrong = rangeFault(query)
    return wrong === undefined
      ? Result.succeed(query)
      : Result.fail(InvalidInput.of("from", "invalid_value", wrong))
  })

const rangeFault = (query: AnalyticsQuery): string | undefined => {
  if (query.from >= query.to) return "must be before to"
  const days = daysOf(query)
  if (days > rangeDaysMax) return `must be at most ${rangeDaysMax} days before to`
  if (query.groupBy === "hour" && days > hourRangeDaysMax)
    return `must be at most ${hourRangeDaysMax} days before to when grouping by hour`
  return undefined
}

/** By local time or elapsed time, whichever is less: a local week in which an hour repeats still has 7 days. */
const daysOf = ({ from, timezone, to }: AnalyticsQuery): number => {
  const passed = to - from
  const byClock = passed + offsetMillisAt(to, timezone) - offsetMillisAt(from, timezone)
  return Math.min(passed, byClock) / millisPerDay
}
