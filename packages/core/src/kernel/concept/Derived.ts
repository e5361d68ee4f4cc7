import { Option } from "effect"
import { columnName } from "./columns.ts"

/**
 * A text that follows from stored fields. It is said once, as a value: code computes it from a state, and stores
 * compute it from a row, select by it and keep an index by it. So it needs no column, and rows of every age
 * have it.
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

type FactsHold<Name extends string> = (facts: Facts<Name>) => boolean

/** The text of each state, from the values of its fields. */
export const deriving = <Text extends string, Name extends string>({
  cases,
  otherwise
}: Derived<Text, Name>): ((facts: Facts<Name>) => Text | undefined) => {
  const all = cases.map(({ text, when }) => ({ text, holds: holding(when) }))
  return (facts) => {
    for (const { holds, text } of all) if (holds(facts)) return text
    return otherwise
  }
}

const holding = <Name extends string>(condition: Condition<Name>): FactsHold<Name> => {
  if ("in" in condition) return (facts) => condition.texts.includes(String(facts[condition.in]))
  if ("less" in condition) {
    const [less, more] = [amountOf(condition.less[0]), amountOf(condition.less[1])]
    return (facts) => less(facts) < more(facts)
  }
  if ("all" in condition) {
    const all = condition.all.map(holding)
    return (facts) => all.every((holds) => holds(facts))
  }
  const any = condition.any.map(holding)
  return (facts) => any.some((holds) => holds(facts))
}

const amountOf = <Name extends string>(amount: Amount<Name>): ((facts: Facts<Name>) => bigint) => {
  if (typeof amount === "bigint") return () => amount
  if (typeof amount === "string")
    return (facts) => {
      const fact = facts[amount]
      return typeof fact === "bigint" ? fact : BigInt(fact as number | boolean)
    }
  if ("orZero" in amount)
    return (facts) => Option.getOrElse(facts[amount.orZero] as Option.Option<bigint>, () => 0n)
  const [from, less] = [amountOf(amount.minus[0]), amountOf(amount.minus[1])]
  return (facts) => from(facts) - less(facts)
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
