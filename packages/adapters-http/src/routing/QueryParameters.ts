import { type InputIssue, InvalidInput } from "@quittance/core"
import {
  type CalendarDate,
  type Instant,
  parseDateOrInstant,
  parseInstant,
  reportedFaults
} from "@quittance/core/adapter"
import { Effect } from "effect"

/** Reads query parameters and collects all their faults. Unknown parameters are ignored. */
export interface QueryReader {
  readonly text: (name: string) => string | undefined
  readonly integer: (name: string, range: readonly [number, number], otherwise: number) => number
  readonly oneOf: <const Value extends string>(
    name: string,
    values: ReadonlyArray<Value>
  ) => Value | undefined
  /** A date without a time is its midnight in UTC. */
  readonly instant: (name: string) => Instant | undefined
  /** A date without a time is left to the operation's time zone. */
  readonly dateOrInstant: (name: string) => CalendarDate | Instant | undefined
  readonly refuse: (name: string, code: InputIssue["code"], message: string) => void
  /** Faults that core finds in the values read so far. */
  readonly refuseAll: (issues: ReadonlyArray<InputIssue>) => void
}

/** A `+` that was not percent-encoded arrives as a space and is read as a plus. */
const withPlus = (text: string): string => text.replace(/ (?=\d{2}(?::?\d{2})?$)/, "+")

export const queryInstant = (text: string): Instant | undefined => parseInstant(withPlus(text))

const instantExpected = "must be an ISO 8601 date-time such as 2026-01-31T12:00:00Z"

/** Runs `read` over a raw query string; refused with every wrong parameter. */
export const readQuery = <A>(
  query: string,
  read: (reader: QueryReader) => A
): Effect.Effect<A, InvalidInput> => {
  const parameters = new URLSearchParams(query)
  const issues: Array<InputIssue> = []
  const refuse: QueryReader["refuse"] = (field, code, message) => {
    issues.push({ field, code, message })
  }
  const text = (name: string): string | undefined => {
    const [value, ...others] = parameters.getAll(name)
    if (others.length > 0) refuse(name, "invalid_value", "must be given once")
    return value
  }
  const parsed = <B>(
    name: string,
    parse: (value: string) => B | undefined,
    message: string
  ): B | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const result = parse(value)
    if (result === undefined) refuse(name, "invalid_value", message)
    return result
  }
  const value = read({
    text,
    refuse,
    refuseAll: (found) => void issues.push(...found),
    integer: (name, [minimum, maximum], otherwise) =>
      parsed(
        name,
        (digits) => {
          const number = /^\d{1,15}$/.test(digits) ? Number.parseInt(digits, 10) : Number.NaN
          return number >= minimum && number <= maximum ? number : undefined
        },
        `must be a whole number from ${minimum} to ${maximum}`
      ) ?? otherwise,
    oneOf: (name, values) =>
      parsed(name, (given) => values.find((each) => each === given), `must be one of ${values.join(", ")}`),
    instant: (name) => parsed(name, queryInstant, instantExpected),
    dateOrInstant: (name) => parsed(name, (given) => parseDateOrInstant(withPlus(given)), instantExpected)
  })
  return issues.length === 0 ? Effect.succeed(value) : Effect.fail(new InvalidInput(reportedFaults(issues)))
}
