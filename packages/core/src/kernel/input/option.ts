import { Effect, Layer } from "effect"
import type { InputIssue } from "./Input.ts"

/** What is wrong with the value of an option, which is at this path; nothing if it may be given. */
export type OptionRule = (value: unknown, path: string) => ReadonlyArray<InputIssue>

/** The longest time that a timer can wait, in milliseconds. */
const millisMax = 2 ** 31 - 1

/** Whether it is an object with names. */
export const isGroup = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

const fault = (field: string, code: InputIssue["code"], message: string): ReadonlyArray<InputIssue> => [
  { field, code, message }
]

/** What must be there and of a type; the message says what it must be. */
const typed =
  (fits: (value: unknown) => boolean, expected: string): OptionRule =>
  (value, path) =>
    fits(value) ? [] : fault(path, value === undefined ? "required" : "invalid_type", expected)

/** A value of a type within bounds. */
const bounded =
  (isType: (value: unknown) => boolean, isWithin: (value: never) => boolean, expected: string): OptionRule =>
  (value, path) => {
    const wrong = typed(isType, expected)(value, path)
    return wrong.length > 0 || isWithin(value as never) ? wrong : fault(path, "out_of_range", expected)
  }

const isNumber = (value: unknown): boolean => typeof value === "number"

const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER): OptionRule =>
  bounded(
    isNumber,
    (value: number) => Number.isSafeInteger(value) && value >= min && value <= max,
    max === Number.MAX_SAFE_INTEGER
      ? `must be a whole number from ${min}`
      : `must be a whole number from ${min} to ${max}`
  )

/** The rules of options. Each is about an option that must be given, unless it is within `optional`. */
export const option = {
  /** The rule of an option that may be left out, or be `undefined`. */
  optional:
    (rule: OptionRule): OptionRule =>
    (value, path) =>
      value === undefined ? [] : rule(value, path),

  /** A text that is not empty. */
  text: (example: string): OptionRule =>
    bounded(
      (value) => typeof value === "string",
      (value: string) => value !== "",
      `must be a text, such as ${example}`
    ),

  /** Any text, also an empty one. */
  anyText: typed((value) => typeof value === "string", "must be a text"),

  /** An absolute URL over HTTP. */
  url: (example: string): OptionRule =>
    typed(
      (value) => typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value),
      `must be a URL, such as ${example}`
    ),

  flag: typed((value) => typeof value === "boolean", "must be true or false"),

  wholeNumber,

  /** A time in milliseconds, as long as a timer can wait. */
  millis: (min = 1): OptionRule => wholeNumber(min, millisMax),

  /** A number above nothing, which need not be whole. */
  positive: bounded(
    isNumber,
    (value: number) => value > 0 && Number.isFinite(value),
    "must be a number above 0"
  ),

  /** An amount in the smallest units. */
  minorUnits: bounded(
    (value) => typeof value === "bigint",
    (value: bigint) => value >= 0n,
    "must be a bigint from 0, such as 5_000_000n"
  ),

  oneOf: (...choices: ReadonlyArray<string>): OptionRule =>
    typed(
      (value) => typeof value === "string" && choices.includes(value),
      `must be ${choices.map((each) => `"${each}"`).join(" or ")}`
    ),

  /** A function; `what` says which one. */
  call: (what = "a function"): OptionRule => typed((value) => typeof value === "function", `must be ${what}`),

  effect: typed(Effect.isEffect, "must be an Effect"),

  layer: (example: string): OptionRule => typed(Layer.isLayer, `must be a layer, such as ${example}`),

  /** An object that can do this. What else it can do is its own affair. */
  able:
    <Able>(methods: { readonly [Name in keyof Able]: true }): OptionRule =>
    (value, path) =>
      typeof value !== "object" || value === null
        ? typed(() => false, `must be an object with ${Object.keys(methods).join(", ")}`)(value, path)
        : Object.keys(methods).flatMap((method) =>
            option.call("a function that returns a Promise")(Reflect.get(value, method), `${path}.${method}`)
          ),

  /** Any value: something else checks it, and says at the start what is wrong. */
  checkedElsewhere: (() => []) satisfies OptionRule,

  /** An object of any names, each value of which keeps the rule. */
  byName:
    (rule: OptionRule): OptionRule =>
    (value, path) =>
      isGroup(value)
        ? Object.entries(value).flatMap(([name, each]) => rule(each, `${path}.${name}`))
        : fault(path, "invalid_type", "must be an object"),

  /** A list, each item of which keeps the rule. */
  listOf:
    (rule: OptionRule, lengthMin = 0): OptionRule =>
    (value, path) => {
      if (!Array.isArray(value))
        return fault(path, value === undefined ? "required" : "invalid_type", "must be a list")
      if (value.length < lengthMin)
        return fault(path, "out_of_range", `must be a list of at least ${lengthMin}`)
      return value.flatMap((each, index) => rule(each, `${path}.${index}`))
    },

  /** One of several forms. What is wrong within a value tells which form was meant. */
  either:
    (...rules: ReadonlyArray<OptionRule>): OptionRule =>
    (value, path) => {
      const faults = rules.map((rule) => rule(value, path))
      if (faults.some(({ length }) => length === 0)) return []
      const within = faults.find((issues) => issues.every(({ field }) => field !== path))
      if (within !== undefined) return within
      const sayings = faults.flat().map(({ message }) => message.replace(/^must be /, ""))
      const [first] = faults.flat()
      return first === undefined ? [] : [{ ...first, message: `must be ${sayings.join(" or ")}` }]
    }
} as const
