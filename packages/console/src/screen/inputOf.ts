import { InvalidInput } from "@quittance/core"
import { Effect } from "effect"
import { dayStart } from "./days.ts"
import {
  amountTyped,
  type FormField,
  fileTyped,
  optionsOf,
  type Typed,
  textTyped,
  ticked
} from "./FormField.ts"
import type { Seen } from "./Seen.ts"

const valueOf = (field: FormField, typed: Typed, { zone }: Seen): Effect.Effect<unknown, InvalidInput> => {
  const { kind, name } = field
  const values = optionsOf(field).map(([value]) => value)
  const text = textTyped(typed, name)
  switch (kind) {
    case "file":
      return Effect.succeed(fileTyped(typed, name))
    case "choices":
      return Effect.succeed(ticked(typed, name))
    case "tick":
      return Effect.succeed(text !== undefined)
    case "amount":
      return text === undefined ? Effect.succeed(text) : amountTyped(typed, name)
    case "number":
      return Effect.succeed(text === undefined ? text : Number(text))
    case "date":
      // A last day is meant to its end, which is the same whenever the form is sent again.
      return text === undefined
        ? Effect.succeed(text)
        : Effect.map(dayStart(name, text, zone, 1), (end) => new Date(end).toISOString())
    case "choice":
      return text === undefined || values.includes(text)
        ? Effect.succeed(text)
        : Effect.fail(InvalidInput.of(name, "invalid_value", `must be one of ${values.join(", ")}`))
    default:
      return Effect.succeed(text)
  }
}

/**
 * What was typed, as an operation takes it by the names of the fields, without what was left empty. The operation reads
 * it like any request, and says what is wrong with it: so no type is claimed here, and it fits each operation.
 */
export const inputOf = (
  fields: ReadonlyArray<FormField>,
  typed: Typed,
  seen: Seen
): Effect.Effect<never, InvalidInput> =>
  Effect.map(
    Effect.forEach(fields, (field) =>
      Effect.map(valueOf(field, typed, seen), (value) => [field.name, value] as const)
    ),
    (all) => Object.fromEntries(all.filter(([, value]) => value !== undefined)) as never
  )
