import { html } from "@quittance/adapters-http/pages"
import type { TermsView, WrittenTerms } from "@quittance/core/adapter"
import { Effect } from "effect"
import { notice } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, type Typed, textTyped } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { aboutPartner } from "./aboutPartner.ts"
import { termsTable } from "./termsTable.ts"

type Fee = NonNullable<TermsView["own"]["invoiceFee"]>

const feeParts = ["percent", "fixed", "min", "max"] as const

const feePayers = ["merchant", "payer"] as const

/** The parts of a fee, each in a field of its own. A fee without any is the deployment's. */
const feeFields = (name: string, group: string, own: Fee | undefined, { operator }: Words) =>
  feeParts.map((part): FormField => {
    const value = own?.[part]
    const isShown = value != null && (value !== 0 || part === "percent")
    return {
      ...{ name: `${name}.${part}`, label: operator.parts[part], group, kind: "amount", isOptional: true },
      ...(isShown && { value: String(value) })
    }
  })

const feeTyped = (typed: Typed, name: string): object | undefined => {
  const parts = feeParts.flatMap((part) => {
    const text = textTyped(typed, `${name}.${part}`)
    return text === undefined ? [] : [[part, text] as const]
  })
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** All terms as they were typed: what is left empty is not among them. */
const termsTyped = (typed: Typed): WrittenTerms => {
  const payoutFees = Object.keys(typed).flatMap((field) => {
    const [term, network, part] = field.split(".")
    const fee =
      term === "payoutFees" && part === "percent" ? feeTyped(typed, `payoutFees.${network}`) : undefined
    return fee === undefined ? [] : [[network, fee] as const]
  })
  const terms = {
    payee: textTyped(typed, "payee"),
    timeZone: textTyped(typed, "timeZone"),
    feePayer: textTyped(typed, "feePayer"),
    invoiceFee: feeTyped(typed, "invoiceFee"),
    payoutFees: payoutFees.length === 0 ? undefined : Object.fromEntries(payoutFees)
  }
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}

/** All terms of a partner are set at once, after what changes was repeated. */
export const termsScreen = (words: Words): Screen => {
  const { operator } = words
  return actScreen({
    ...{ scope: "operator", path: "/partners/{id}/terms", operation: "partners.replaceTerms" },
    ...{ title: operator.changeTerms, verb: operator.setTerms, reviewVerb: operator.reviewTerms },
    said: operator.changedTerms,
    about: (seen) =>
      Effect.map(aboutPartner(seen), (about) => html`${about}<p class="quiet">${operator.termsHint}</p>`),
    fields: (seen) =>
      Effect.map(
        seen.operations.partners.get(seen.parameters.id ?? ""),
        ({ terms: { own, payee, payoutFees } }) => [
          {
            ...{ name: "payee", label: operator.payee, hint: operator.payeeHint, lengthMax: 80 },
            ...{ isOptional: true as const, value: payee ?? "" }
          },
          {
            ...{ name: "timeZone", label: operator.timeZone, hint: operator.timeZoneHint, lengthMax: 64 },
            ...{ isOptional: true as const, value: own.timeZone ?? "" }
          },
          {
            ...{ name: "feePayer", label: operator.feePayer, kind: "choice", isOptional: true as const },
            options: [
              ["", operator.standard],
              ...feePayers.map((each) => [each, operator.feePayers[each]] as const)
            ],
            value: own.feePayer ?? ""
          },
          ...feeFields("invoiceFee", operator.invoiceFee, own.invoiceFee, words),
          ...Object.keys(payoutFees).flatMap((network) =>
            feeFields(
              ...([`payoutFees.${network}`, operator.payoutFee(statusWord(network, seen))] as const),
              ...([own.payoutFees?.[network], words] as const)
            )
          )
        ]
      ),
    review: Effect.fnUntraced(function* (seen, typed) {
      const { partners } = seen.operations
      const id = seen.parameters.id ?? ""
      const now = yield* partners.get(id)
      const next = yield* partners.termsAfter(id, termsTyped(typed))
      return JSON.stringify(now.terms) === JSON.stringify(next.terms)
        ? html`${notice(operator.noChange)}`
        : html`<p><bdi>${now.name}</bdi></p>${termsTable([now.terms, next.terms], seen)}`
    }),
    act: ({ operations, parameters }, typed) =>
      Effect.map(operations.partners.replaceTerms(parameters.id ?? "", termsTyped(typed)), ({ id }) => ({
        to: `/partners/${id}`
      }))
  })
}
