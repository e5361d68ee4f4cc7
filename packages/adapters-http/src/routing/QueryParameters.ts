import { type Instant, InvalidInput, type InputIssue } from "@quittance/core"
import { Effect } from "effect"

/** Reads query parameters and collects everything that is wrong with them. Unknown parameters are ignored. */
export interface QueryReader {
  readonly text: (name: string) => string | undefined
  readonly integer: (name: string, range: readonly [number, number], otherwise: number) => number
  readonly oneOf: <const Value extends string>(
    name: string,
    values: ReadonlyArray<Value>
  ) => Value | undefined
  readonly instant: (name: string) => Instant | undefined
  readonly refuse: (name: string, code: InputIssue["code"], message: string) => void
}

const dateTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * An ISO 8601 date or date-time; without an offset it is UTC. A `+` that was not percent-encoded arrives as a space and
 * is taken for what it meant.
 */
export const parseInstant = (text: string): Instant | undefined => {
  const match = dateTime.exec(text.replace(/ (?=\d{2}(?::?\d{2})?$)/, "+"))
  if (match === null) return undefined
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`
  const at = new Date(local)
  // A day or an hour that does not exist would be carried over into the next.
  if (Number.isNaN(at.getTime()) || at.toISOString() !== local) return undefined
  if (zone === "Z") return at.getTime()
  const hours = Number.parseInt(zone.slice(1, 3), 10)
  const minutes = Number.parseInt(zone.slice(3).replace(":", "") || "0", 10)
  if (hours > 23 || minutes > 59) return undefined
  const offsetMillis = (hours * 60 + minutes) * 60_000
  return at.getTime() - (zone.startsWith("-") ? -offsetMillis : offsetMillis)
}

/** Runs `read` over a raw query string; refused with every parameter that is wrong. */
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
    instant: (name) =>
      parsed(name, parseInstant, "must be an ISO 8601 date-time such as 2026-01-31T12:00:00Z")
  })
  return issues.length === 0 ? Effect.succeed(value) : Effect.fail(new InvalidInput({ issues }))
}
