import { type Html, html } from "@quittance/adapters-http/pages"
import type { PayoutPreviewView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amountIn, instant, text } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { type Fact, facts, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { labelled } from "../../screen/labelled.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { moneyFacts } from "./payoutWords.ts"

/** Every line of what will be done, and what is to be known before it. */
const reviewed = (preview: PayoutPreviewView, seen: Seen): Html => {
  const { payouts: said } = seen.words
  const { approval, available, currency, known, label } = preview
  const told: ReadonlyArray<Fact> = [
    ...moneyFacts(preview, said),
    [said.available, amountIn(available, currency)],
    [said.addressKind, text(said.addressKnown[known](label ?? ""))]
  ]
  const first = html`<p>${said.checkTitle}</p>`
  const warning = known === "new" ? notice(said.newAddress) : null
  if (approval === null)
    return html`${first}${facts(seen, told)}${warning}${notice(said.sendsAtOnce, "good")}`
  const { eligible, expiresAt, needed } = approval
  const reasons = approval.reasons.map((reason) => said.reasons[reason]).join(said.and)
  const until = facts(seen, [...told, [said.until, instant(expiresAt)]])
  const tooFew = eligible < needed ? notice(said.tooFew(eligible, needed)) : null
  return html`${first}${until}${warning}${notice(said.needs(needed, reasons), "good")}${tooFew}`
}

/** A new payout: a form, and then a page that repeats all of it before it is sent. */
export const newPayout = screensOf("payouts", (said) => [
  actScreen({
    ...{ path: "/payouts/create", operation: "payouts.create", ...said.making, isFinal: true },
    verb: (typed) => said.send(moneyText(textTyped(typed, "amount") ?? "", "USDT")),
    fields: ({ operations, partner }) =>
      Effect.map(operations.payouts.networks(partner.id), (networks) =>
        labelled(said, [
          {
            name: "network",
            kind: "choice",
            options: networks.map(({ currency, label, maxAmount, minAmount, name }) => [
              name,
              said.networkBounds(label, moneyText(minAmount, currency), moneyText(maxAmount, currency))
            ])
          },
          { name: "address", hint: said.addressHint, lengthMax: 256 },
          { name: "amount", kind: "amount" },
          { name: "note", kind: "long", lengthMax: 500, isOptional: true }
        ])
      ),
    review: (seen, typed, fields) =>
      inputOf(fields, typed, seen).pipe(
        Effect.flatMap((request) => seen.operations.payouts.preview(seen.partner.id, request)),
        Effect.map((preview) => reviewed(preview, seen))
      ),
    call: ({ operations, partner }, input, key) => operations.payouts.create(partner.id, key, input),
    to: ({ id }) => `/payouts/${id}`
  })
])
