import { type Instant, parseInstant } from "@quittance/core"
import type { Flag } from "./Command.ts"
import type { CommandInput } from "./CommandInput.ts"
import { UsageError } from "./UsageError.ts"

/** The instant of a flag; undefined if it is not given. */
export const instantIn = (input: CommandInput, name: Flag["name"]): Instant | undefined => {
  const text = input.text(name)
  const at = text === undefined ? undefined : parseInstant(text)
  if (text !== undefined && at === undefined) {
    throw new UsageError(
      `${name} must be an ISO 8601 date or date-time such as 2026-01-31 or 2026-01-31T12:00:00+05:00, not "${text}".`
    )
  }
  return at
}
