import { type Html, html } from "@quittance/adapters-http/pages"
import type { PayoutPreviewView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { instant, text } from "../../look/Cell.ts"
import { moneyFact, moneyText } from "../../look/money.ts"
import { facts, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { amountTyped, type FormField, type Typed, textTyped } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { moneyFacts } from "./payoutWords.ts"

/** What was typed, as the operation takes it. */
const requestOf = (typed: Typed) =>
  Effect.map(amountTyped(typed, "amount"), (amount) => {
    const note = textTyped(typed, "note")
    return {
      amount,
      network: textTyped(typed, "network") ?? "",
      address: textTyped(typed, "address") ?? "",
      ...(note !== undefined && { note })
    }
  })

const fieldsOf = ({ operations, partner, words: { payouts: said } }: Seen) =>
  Effect.map(
    operations.payouts.networks(partner.id),
    (networks): ReadonlyArray<FormField> => [
      {
        ...{ name: "network", label: said.network, kind: "choice" },
        options: networks.map(({ currency, label, maxAmount, minAmount, name }) => [
          name,
          said.networkBounds(label, moneyText(minAmount, currency), moneyText(maxAmount, currency))
        ])
      },
      { name: "address", label: said.address, hint: said.addressHint, lengthMax: 256 },
      { name: "amount", label: said.amount, kind: "amount", hint: said.amountHint },
      { name: "note", label: said.note, kind: "long", hint: said.noteHint, lengthMax: 500, isOptional: true }
    ]
  )

/** Every line of what will be done, and what is to be known before it. */
const reviewed = (preview: PayoutPreviewView, seen: Seen): Html => {
  const { words } = seen
  const { payouts: said } = words
  const { approval, available, currency, known, label } = preview
  const reasons = approval?.reasons.map((reason) => said.reasons[reason]).join(said.and) ?? ""
  return html`<p>${said.checkTitle}</p>${facts(
    [
      ...moneyFacts(preview, words),
      [said.available, moneyFact(available, currency)],
      [said.addressKind, text(said.addressKnown[known](label ?? ""))],
      ...(approval === null ? [] : [[said.until, instant(approval.expiresAt)] as const])
    ],
    seen
  )}${known === "new" ? notice(said.newAddress) : null}${notice(
    approval === null ? said.sendsAtOnce : said.needs(approval.needed, reasons),
    "good"
  )}${
    approval !== null && approval.eligible < approval.needed
      ? notice(said.tooFew(approval.eligible, approval.needed))
      : null
  }`
}

/** A new payout: a form, and then a page that repeats all of it before it is sent. */
export const newPayout = (words: Words): Screen => {
  const { payouts: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/payouts/create", operation: "payouts.create", isFinal: true },
    ...{ title: said.newPayout, reviewVerb: said.check, said: said.sent },
    verb: (typed) => said.send(moneyText(textTyped(typed, "amount") ?? "", "USDT")),
    fields: fieldsOf,
    review: (seen, typed) =>
      Effect.map(
        Effect.flatMap(requestOf(typed), (request) =>
          seen.operations.payouts.preview(seen.partner.id, request)
        ),
        (preview) => reviewed(preview, seen)
      ),
    act: ({ operations, partner }, typed, key) =>
      Effect.map(
        Effect.flatMap(requestOf(typed), (request) => operations.payouts.create(partner.id, key, request)),
        ({ id }) => ({ to: `/payouts/${id}` })
      )
  })
}
