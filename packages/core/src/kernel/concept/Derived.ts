import { Option } from "effect"
import { columnName } from "./columns.ts"

/**
 * A text that follows from stored fields. It is said once, as a value: code computes it from a state, and stores compute
 * it from a row, select by it and keep an index by it. So it needs no column, and rows of every age have it.
 */
export interface Derived<Text extends string = string, Name extends string = string> {
  /** The first that holds decides. Without a text there is none. */
  readonly cases: ReadonlyArray<{ readonly when: Condition<Name>; readonly text: Text | undefined }>
  readonly otherwise: Text | undefined
}

/** What holds of a row. Names are of fields, or `state`. */
export type Condition<Name extends string = string> =
  | { readonly in: Name; readonly texts: ReadonlyArray<string> }
  | { readonly less: readonly [Amount<Name>, Amount<Name>] }
  | { readonly all: ReadonlyArray<Condition<Name>> }
  | { readonly any: ReadonlyArray<Condition<Name>> }

/** A number: itself, a field, a field that may be absent and then is 0, or a difference. A flag is 1 or 0. */
export type Amount<Name extends string = string> =
  | bigint
  | Name
  | { readonly orZero: Name }
  | { readonly minus: readonly [Amount<Name>, Amount<Name>] }

/** The values of the fields that a condition names. */
type Facts<Name extends string> = { readonly [Each in Name]: unknown }

export const derivedFrom = <Text extends string, Name extends string>(
  { cases, otherwise }: Derived<Text, Name>,
  facts: Facts<Name>
): Text | undefined => {
  const found = cases.find(({ when }) => holds(when, facts))
  return found === undefined ? otherwise : found.text
}

const holds = <Name extends string>(condition: Condition<Name>, facts: Facts<Name>): boolean => {
  if ("in" in condition) return condition.texts.includes(String(facts[condition.in]))
  if ("all" in condition) return condition.all.every((each) => holds(each, facts))
  if ("any" in condition) return condition.any.some((each) => holds(each, facts))
  const [less, more] = condition.less
  return amountIn(less, facts) < amountIn(more, facts)
}

const amountIn = <Name extends string>(amount: Amount<Name>, facts: Facts<Name>): bigint => {
  if (typeof amount === "bigint") return amount
  if (typeof amount === "string") return BigInt(facts[amount] as bigint | number | boolean)
  if ("orZero" in amount) return Option.getOrElse(facts[amount.orZero] as Option.Option<bigint>, () => 0n)
  const [from, less] = amount.minus
  return amountIn(from, facts) - amountIn(less, facts)
}

/** The same as an expression of any engine. Every statement that uses an index by it has this very text. */
export const derivedSql = ({ cases, otherwise }: Derived): string => {
  const literal = (text: string | undefined) => (text === undefined ? "NULL" : `'${text}'`)
  const when = cases.map((each) => `WHEN ${conditionSql(each.when)} THEN ${literal(each.text)}`)
  return `CASE ${[...when, ...(otherwise === undefined ? [] : [`ELSE ${literal(otherwise)}`])].join(" ")} END`
}

export const conditionSql = (condition: Condition): string => {
  if ("in" in condition) {
    const texts = condition.texts.map((text) => `'${text}'`)
    const name = columnName(condition.in)
    return texts.length === 1 ? `${name} = ${texts.join()}` : `${name} IN (${texts.join(", ")})`
  }
  if ("all" in condition) return condition.all.map(nestedSql).join(" AND ")
  if ("any" in condition) return condition.any.map(nestedSql).join(" OR ")
  const [less, more] = condition.less
  return `${amountSql(less)} < ${amountSql(more)}`
}

const nestedSql = (condition: Condition): string =>
  "all" in condition || "any" in condition ? `(${conditionSql(condition)})` : conditionSql(condition)

const amountSql = (amount: Amount): string => {
  if (typeof amount === "bigint") return String(amount)
  if (typeof amount === "string") return columnName(amount)
  if ("orZero" in amount) return `coalesce(${columnName(amount.orZero)}, 0)`
  const [from, less] = amount.minus
  return `${amountSql(from)} - ${amountSql(less)}`
}
