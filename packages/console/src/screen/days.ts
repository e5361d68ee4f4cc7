import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { isCalendarDate, millisPerDay, startOfDate } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Seen } from "./Seen.ts"

/** The range of days that somebody asks for: both are meant whole, in the partner's zone. */

/** The start of a day in the zone, so many days later. */
export const dayStart = (field: string, day: string, zone: string, later = 0) => {
  const wanted = isCalendarDate(day) ? dayAfter(day, later) : ""
  return isCalendarDate(wanted)
    ? Effect.succeed(startOfDate(wanted, zone))
    : Effect.fail(InvalidInput.of(field, "invalid_value", "must be a day such as 2026-11-27"))
}

const dayAfter = (day: string, later: number): string =>
  new Date(Date.parse(day) + later * millisPerDay).toISOString().slice(0, "2026-11-27".length)

/** As instants: from the start of the first day to the end of the last one. */
export const daysAsked = Effect.fnUntraced(function* ({ query, zone }: Seen) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""]
  return {
    ...(from !== "" && { from: yield* dayStart("from", from, zone) }),
    // The last day is meant to its end.
    ...(to !== "" && { to: yield* dayStart("to", to, zone, 1) })
  }
})

/** The fields in which days are chosen. */
export const dayFields = ({ query, words }: Seen): ReadonlyArray<Html> =>
  (
    [
      ["from", words.frame.from],
      ["to", words.frame.until]
    ] as const
  ).map(
    ([name, label]) =>
      html`<label>${label} <input type="date" name="${name}" value="${query.get(name) ?? ""}"></label>`
  )
