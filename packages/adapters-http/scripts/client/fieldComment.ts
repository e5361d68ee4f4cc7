import { choicesOf, type JsonSchema } from "./JsonSchema.ts"
import { spoken } from "./words.ts"

/** Whether values go to the server or come from it. */
export type Direction = "sent" | "answered"

const kindOf = ({ format, type }: JsonSchema, direction: Direction): string | undefined => {
  switch (format) {
    case "date-time":
      return direction === "sent" ? "A `Date`, or ISO 8601 with an offset." : "ISO 8601 in UTC."
    case "uuid":
      return "A UUID."
    case "uri":
      return "A URL."
    case "email":
    case "idn-email":
      return "An e-mail address."
  }
  if (type === "number") return "A decimal number."
  return type === "integer" ? "A whole number." : undefined
}

const isBound = (number: number | undefined): number is number =>
  number !== undefined && Number.isSafeInteger(number) && Math.abs(number) < Number.MAX_SAFE_INTEGER

/** The bounds of a value, in words. */
const boundsOf = ({ maxItems, maxLength, maximum, minItems, minimum }: JsonSchema): string | undefined => {
  if (isBound(minimum) && isBound(maximum)) return `From ${minimum} to ${maximum}.`
  if (isBound(minimum)) return minimum === 0 ? undefined : `At least ${minimum}.`
  if (isBound(maximum)) return `At most ${maximum}.`
  if (maxLength !== undefined) return `At most ${maxLength} characters.`
  if (minItems !== undefined && maxItems !== undefined) return `${minItems} to ${maxItems} of them.`
  return maxItems === undefined ? undefined : `At most ${maxItems} of them.`
}

/** What a field is by its name alone. */
const named = (name: string): string => {
  if (name === "at") return "When it was."
  const [, event = ""] = /^(\w+)At$/.exec(name) ?? []
  if (/(?:ed|paid|seen|sent)$/.test(event)) return `When it was ${spoken(event)}.`
  if (event !== "") return event.endsWith("s") ? `When it ${event}.` : `When its ${spoken(event)} is.`
  return `Its ${spoken(name.replace(/Ms$/, "InMilliseconds"))}.`
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What a field means, what it is made of and how large it may be. */
export const fieldComment = (name: string, schema: JsonSchema, direction: Direction): string => {
  const choices = [schema, ...choicesOf(schema)]
  const described = choices.find(({ description }) => description !== undefined)?.description
  const isBoundOnly = described !== undefined && /^(?:At most|From) \d+[^.]*\.$/.test(described)
  const said = described === undefined || isBoundOnly ? named(name) : sentence(described)
  const facts = choices
    .flatMap((choice) => [kindOf(choice, direction), boundsOf(choice)])
    .filter((fact) => fact !== undefined && !said.includes(fact.replace(/^A |\.$/g, "")))
  // What the description says of numbers and texts is more than their kind.
  const news = said !== described ? facts : facts.filter((fact) => !/number\.$/.test(fact ?? ""))
  return [said, ...new Set(news)].join(" ")
}
