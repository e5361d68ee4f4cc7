import { Result } from "effect"
import { type InputIssue, InvalidInput } from "./Input.ts"
import { nearest } from "./nearest.ts"

/** The names of options, each once. Where a type is given for it, the compiler says which is missing. */
export type Names<Options> = { readonly [Name in keyof Required<Options>]: true }

const isGroup = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/** The names in `given` that nobody knows, each with the one that was probably meant. */
export const unknownNames = <Options>(
  given: unknown,
  known: Names<Options>,
  within = ""
): ReadonlyArray<InputIssue> => {
  const path = (name: string) => (within === "" ? name : `${within}.${name}`)
  if (!isGroup(given))
    return [{ field: within, code: "invalid_type", message: "must be an object of options" }]
  const names = Object.keys(known)
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = nearest(name, names)
      const right =
        meant === undefined ? `the options are ${names.join(", ")}` : `did you mean ${path(meant)}?`
      return { field: path(name), code: "invalid_value", message: `is not an option; ${right}` }
    })
}

/**
 * Throws `InvalidInput` at a program without types that gives an option which nobody knows: it would be ignored, and
 * the deployment would run without it. For what is called while a deployment is put together.
 */
export const onlyKnownOptions = <Options>(given: Options, known: Names<Options>, within = ""): void => {
  const issues = unknownNames(given, known, within)
  if (issues.length > 0) Result.getOrThrow(Result.fail(InvalidInput.ofAll(issues, (issue) => issue)))
}
