import { html } from "@quittance/adapters-http/pages"
import type { TermsView, WrittenTerms } from "@quittance/core/adapter"
import { Effect } from "effect"
import { notice, quiet } from "../../look/parts.ts"
import { type FormField, type Typed, textTyped } from "../../screen/FormField.ts"
import type { ItemAct } from "../../screen/itemScreens.ts"
import type { Words } from "../../words/Words.ts"
import { termsTable } from "./termsTable.ts"

type Fee = NonNullable<TermsView["own"]["invoiceFee"]>

const feeParts = ["percent", "fixed", "min", "max"] as const

const feePayers = ["merchant", "payer"] as const

/** The parts of a fee, each in a field of its own. A fee without any is the deployment's. */
const feeFields = (name: string, group: string, own: Fee | undefined, said: Words["operator"]) =>
  feeParts.map((part): FormField => {
    const value = own?.[part]
    const isShown = value != null && (value !== 0 || part === "percent")
    return {
      ...{ name: `${name}.${part}`, label: said.parts[part], group, kind: "amount", isOptional: true },
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
export const termsAct = (words: Words): ItemAct<unknown> => {
  const { operator: said } = words
  return {
    ...{ end: "terms", operation: "partners.replaceTerms", title: said.changeTerms, link: said.changeTerms },
    ...{ verb: said.setTerms, reviewVerb: said.reviewTerms, said: said.changedTerms },
    also: quiet(said.termsHint),
    fields: ({ id, operations }) =>
      Effect.map(operations.partners.get(id), ({ terms: { own, payee, payoutFees } }) => [
        {
          ...{ name: "payee", label: said.payee, hint: said.payeeHint, lengthMax: 80 },
          ...{ isOptional: true, value: payee ?? "" }
        },
        {
          ...{ name: "timeZone", label: said.timeZone, hint: said.timeZoneHint, lengthMax: 64 },
          ...{ isOptional: true, value: own.timeZone ?? "" }
        },
        {
          ...{ name: "feePayer", label: said.feePayer, kind: "choice", isOptional: true },
          options: [["", said.standard], ...feePayers.map((each) => [each, said.feePayers[each]] as const)],
          value: own.feePayer ?? ""
        },
        ...feeFields("invoiceFee", said.invoiceFee, own.invoiceFee, said),
        ...Object.keys(payoutFees).flatMap((network) =>
          feeFields(`payoutFees.${network}`, said.payoutFee(network), own.payoutFees?.[network], said)
        )
      ]),
    review: Effect.fnUntraced(function* (seen, typed) {
      const { partners } = seen.operations
      const now = yield* partners.get(seen.id)
      const next = yield* partners.termsAfter(seen.id, termsTyped(typed))
      return JSON.stringify(now.terms) === JSON.stringify(next.terms)
        ? notice(said.noChange)
        : html`<p><bdi>${now.name}</bdi></p>${termsTable([now.terms, next.terms], seen)}`
    }),
    act: ({ id, operations }, typed) =>
      Effect.as(operations.partners.replaceTerms(id, termsTyped(typed)), { to: `/partners/${id}` })
  }
}
