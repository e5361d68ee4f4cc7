import { Result } from "effect"
import { type InputIssue, InvalidInput } from "./Input.ts"
import { nearest } from "./nearest.ts"
import { isGroup, type OptionRule } from "./option.ts"

/** A rule for each option. Where a type is given for it, the compiler says which is missing. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule }

const pathOf = (within: string, name: string): string => (within === "" ? name : `${within}.${name}`)

/** The names in `given` that nobody knows, each with the one that was probably meant. */
export const unknownNames = <Options>(
  given: unknown,
  known: { readonly [Name in keyof Required<Options>]: unknown },
  within = ""
): ReadonlyArray<InputIssue> => {
  if (!isGroup(given))
    return [{ field: within, code: "invalid_type", message: "must be an object of options" }]
  const names = Object.keys(known)
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = nearest(name, names)
      const right =
        meant === undefined ? `the options are ${names.join(", ")}` : `did you mean ${pathOf(within, meant)}?`
      return { field: pathOf(within, name), code: "invalid_value", message: `is not an option; ${right}` }
    })
}

/** Everything that is wrong with options, which may have no types: unknown names, and values that break their rule. */
export const optionIssues = <Options>(
  given: unknown,
  rules: OptionRules<Options>,
  within = ""
): ReadonlyArray<InputIssue> => [
  ...unknownNames<Options>(given, rules, within),
  ...(isGroup(given)
    ? Object.entries<OptionRule>(rules).flatMap(([name, rule]) =>
        rule(Reflect.get(given, name), pathOf(within, name))
      )
    : [])
]

/** Options within options, each by its rule. */
export const optionGroup =
  <Options>(rules: OptionRules<Options>): OptionRule =>
  (value, path) =>
    optionIssues(value, rules, path)

/**
 * Throws `InvalidInput` at a program without types that gives an option which nobody knows, leaves one out or gives a
 * wrong value: it would be ignored, or be noticed late. For what is called while a deployment is put together.
 */
export const refuseOptions = <Options>(given: unknown, rules: OptionRules<Options>, within = ""): void => {
  const issues = optionIssues(given, rules, within)
  if (issues.length > 0) Result.getOrThrow(Result.fail(InvalidInput.ofAll(issues, (issue) => issue)))
}
