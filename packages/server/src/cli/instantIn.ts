import { type CalendarDate, type Instant, parseDateOrInstant, parseInstant } from "@quittance/core/adapter"
import type { Flag } from "./Command.ts"
import type { CommandInput } from "./CommandInput.ts"
import { UsageError } from "./UsageError.ts"

/** The instant of a flag, a date being its midnight in UTC; undefined if it is not given. */
export const instantIn = (input: CommandInput, name: Flag["name"]) => parsedIn(input, name, parseInstant)

/** The same for a command that has a time zone, which says when a date begins. */
export const dateOrInstantIn = (input: CommandInput, name: Flag["name"]) =>
  parsedIn(input, name, parseDateOrInstant)

const parsedIn = <At extends CalendarDate | Instant>(
  input: CommandInput,
  name: Flag["name"],
  parse: (text: string) => At | undefined
): At | undefined => {
  const text = input.text(name)
  const at = text === undefined ? undefined : parse(text)
  if (text !== undefined && at === undefined) {
    throw new UsageError(
      `${name} must be an ISO 8601 date or date-time such as 2026-01-31 or 2026-01-31T12:00:00+05:00, not "${text}".`
    )
  }
  return at
}
