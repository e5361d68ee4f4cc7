import {
  type Definition,
  type Field,
  type Fields,
  invariant,
  type OrderOf,
  type Parts,
  type StateOf,
  type ValueOf
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { feeMinor, instant } from "./moneyGenerators.ts"
import { anyText, optionOf } from "./textGenerators.ts"

/** Values of fields, made from their definitions, so that a new field is generated without a change here. */

type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: fc.Arbitrary<ValueOf<F[Name]>> }

/** Every field over its whole range. `given` is for fields whose values mean more than their kind says. */
export const valuesOf = <F extends Fields>(fields: F, given: Partial<ValuesOf<F>> = {}): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, given[name] ?? valueOf(name, field)])
  ) as ValuesOf<F>

const valueOf = (name: string, field: Field<unknown> | Parts<unknown>): fc.Arbitrary<unknown> => {
  const values = "parts" in field ? fc.record(valuesOf(field.parts)) : ofKind(name, field)
  return field.isOptional ? optionOf(values) : values
}

const ofKind = (name: string, { kind, oneOf }: Field<unknown>): fc.Arbitrary<unknown> => {
  switch (kind) {
    case "text":
      return anyText(500)
    case "flag":
      return fc.boolean()
    case "count":
      return fc.nat({ max: 1_000_000 })
    case "instant":
      return instant
    case "money":
      return feeMinor
    case "oneOf":
      invariant(oneOf !== undefined, `${name} has texts that its definition does not tell: give them`)
      return fc.constantFrom(...oneOf)
    case "packed":
      throw new Error(`${name} has several parts: give values of it`)
  }
}

/**
 * Every state that a concept with this order can be stored in. `given` is by the names of fields, of every state or of
 * some.
 */
export const statesOf = <D extends Definition>(
  { recorded, states }: D,
  order: OrderOf<D>,
  given: Partial<ValuesOf<D["recorded"]>> & { readonly [field: string]: fc.Arbitrary<unknown> }
): fc.Arbitrary<StateOf<D>> =>
  fc.oneof(
    ...Object.entries(states).map(([tag, fields]) =>
      fc.record({
        _tag: fc.constant(tag),
        order: fc.constant(order),
        ...valuesOf<Fields>(recorded, given),
        ...valuesOf(fields, given)
      })
    )
  ) as unknown as fc.Arbitrary<StateOf<D>>
