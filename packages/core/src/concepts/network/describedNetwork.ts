import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { textUpTo } from "../../kernel/input/Input.ts"
import { amountView } from "../../kernel/money/Money.ts"
import type { Network } from "./Network.ts"

const nameLengthMax = 64

/**
 * The name of a network in a request. Which networks there are is decided when it is looked up; the description of the
 * API names those that are offered.
 */
export const networkField = (
  name: string,
  meaning: string,
  offered: ReadonlyArray<Network>,
  field: typeof Schema.String = textUpTo(nameLengthMax)
) => {
  const names = offered.map((each) => each.name)
  return names.length === 0
    ? field.annotate({ description: meaning, examples: [exampleTexts.network] })
    : field
        .check(Schema.makeFilter(() => undefined, { toJsonSchema: () => ({ enum: names }) }))
        .annotate(component(name, meaning, names.slice(0, 1)))
}

/** What is within the bounds of at least one of these networks, in major units; no bounds if there is no network. */
export const boundsOver = (
  offered: ReadonlyArray<Network>,
  least: (network: Network) => bigint,
  most: (network: Network) => bigint
): { readonly minimum?: number; readonly maximum?: number } =>
  offered.length === 0
    ? {}
    : {
        minimum: Math.min(...offered.map((each) => amountView(least(each), each.currency))),
        maximum: Math.max(...offered.map((each) => amountView(most(each), each.currency)))
      }
