import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { amount, text } from "../../look/Cell.ts"
import { facts, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { amountTyped, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { aboutPartner } from "./aboutPartner.ts"

/** The exact decimal with its sign. */
const signedAmount = (typed: Typed) =>
  Effect.map(amountTyped(typed, "amount"), () => {
    const plain = textTyped(typed, "amount") ?? ""
    return textTyped(typed, "direction") === "debit" ? `-${plain}` : plain
  })

/** A correction of a balance by hand: repeated before it is booked, proven, and booked once. */
export const adjustScreen = (words: Words): Screen => {
  const { operator } = words
  return actScreen({
    ...{ scope: "operator", path: "/partners/{id}/adjust", operation: "balances.adjustOnce" },
    ...{ title: operator.adjust, verb: operator.bookAdjustment, reviewVerb: operator.reviewAdjustment },
    ...{ said: operator.adjusted, isFinal: true },
    about: aboutPartner,
    fields: () =>
      Effect.succeed([
        {
          ...{ name: "direction", label: operator.direction, kind: "choice" },
          options: [
            ["credit", operator.credit],
            ["debit", operator.debit]
          ]
        },
        { name: "amount", label: `${operator.amount}, USDT`, kind: "amount" },
        { name: "reason", label: operator.reason, hint: operator.reasonHint, kind: "long", lengthMax: 500 },
        { name: "allowNegative", label: operator.allowNegative, kind: "tick" }
      ]),
    review: Effect.fnUntraced(function* (seen, typed) {
      const { balances, partners } = seen.operations
      const { id, name } = yield* partners.get(seen.parameters.id ?? "")
      const changed = yield* signedAmount(typed)
      const { available, currency } = yield* balances.get(id)
      return html`${facts(
        [
          [operator.partner, text(name)],
          [operator.amount, amount(changed, currency)],
          [operator.currency, text(currency)],
          [operator.reason, text(textTyped(typed, "reason"))],
          [operator.available, amount(available, currency)]
        ],
        seen
      )}${notice(operator.noTaking)}`
    }),
    act: Effect.fnUntraced(function* ({ operations, parameters }, typed, key) {
      const id = parameters.id ?? ""
      yield* operations.balances.adjustOnce(id, key, {
        amount: yield* signedAmount(typed),
        reason: textTyped(typed, "reason"),
        allowNegative: ticked(typed, "allowNegative").length > 0
      })
      return { to: `/partners/${id}` }
    })
  })
}
