import { html } from "@quittance/adapters-http/pages"
import type { BalanceAdjustment } from "@quittance/core"
import type { WrittenNumber } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, text } from "../../look/Cell.ts"
import { facts, notice } from "../../look/parts.ts"
import type { FormField, Typed } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import type { ItemAct } from "../../screen/itemScreens.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

interface Asked extends Omit<BalanceAdjustment, "amount"> {
  readonly amount: number | WrittenNumber
  readonly direction: string
}

/** The correction that was typed: its amount with its sign. */
const correctionOf = (fields: ReadonlyArray<FormField>, typed: Typed, seen: Seen) =>
  Effect.map(inputOf(fields, typed, seen), ({ amount, direction, ...correction }: Asked) => ({
    ...{ ...correction, amount: `${direction === "debit" ? "-" : ""}${amount}` }
  }))

/** A correction of a balance by hand: repeated before it is booked, proven, and booked once. */
export const adjustAct = ({ operator: said }: Words): ItemAct<unknown> => {
  const fields: ReadonlyArray<FormField> = [
    {
      ...{ name: "direction", label: said.direction, kind: "choice" },
      options: [
        ["credit", said.credit],
        ["debit", said.debit]
      ]
    },
    { name: "amount", label: `${said.amount}, USDT`, kind: "amount" },
    { name: "reason", label: said.reason, hint: said.reasonHint, kind: "long", lengthMax: 500 },
    { name: "allowNegative", label: said.allowNegative, kind: "tick" }
  ]
  return {
    ...{ end: "adjust", operation: "balances.adjustOnce", title: said.adjust, link: said.adjust },
    ...{ verb: said.bookAdjustment, reviewVerb: said.reviewAdjustment, said: said.adjusted },
    ...{ isFinal: true, fields },
    review: Effect.fnUntraced(function* (seen, typed) {
      const { balances, partners } = seen.operations
      const { id, name } = yield* partners.get(seen.id)
      const correction = yield* correctionOf(fields, typed, seen)
      const { available, currency } = yield* balances.get(id)
      const told = [
        [said.partner, text(name)],
        [said.amount, amount(correction.amount, currency)],
        [said.currency, text(currency)],
        [said.reason, text(correction.reason)],
        [said.available, amount(available, currency)]
      ] as const
      return html`${facts(seen, told)}${notice(said.noTaking)}`
    }),
    act: (seen, typed, key) =>
      correctionOf(fields, typed, seen).pipe(
        Effect.flatMap((correction) => seen.operations.balances.adjustOnce(seen.id, key, correction)),
        Effect.as({ to: `/partners/${seen.id}` })
      )
  }
}
