import { Effect, Option } from "effect"
import {
  type CreditorReference,
  isCreditorReference,
  normalisedReference
} from "../../kernel/money/CreditorReference.ts"
import { type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { invoiceClaims } from "../invoice/invoiceNames.ts"
import { assignmentFault } from "./assignmentFault.ts"
import type { RecordedEntry } from "./StatementEntryRecord.ts"
import type { EntrySuggestion } from "./StatementEntryView.ts"
import type { StatementParts } from "./statementParts.ts"

const suggestionsMax = 5

/** So many texts that look like a mistyped reference are looked at. */
const mistypedMax = 3

/** What looks like a reference with one character too few, too many or wrong. One may begin where another ends. */
const nearReference = /(?=(RF[0-9A-Z]{12,14}))/g

const digits = Array.from("0123456789")

/**
 * Invoices that a person may mean: those whose reference is one edit away from what stands in the text, then those that
 * wait for this amount. Only those that could be assigned; nothing of it is ever decided by the program.
 */
export const suggestionsFor = Effect.fnUntraced(function* (
  { claims, states }: Pick<StatementParts, "claims" | "states">,
  { order }: RecordedEntry
) {
  const { amountMinor, currency, texts } = order
  const references = mistyped(texts)
  const named = yield* Effect.forEach(references, (reference) =>
    Effect.flatMap(
      claims.find(invoiceClaims.reference, "", reference),
      Option.match({
        onNone: () => Effect.succeed([]),
        onSome: ({ ownerId, partnerId }) =>
          Effect.map(states.get(invoice, partnerId, ownerId), (found) =>
            Option.toArray(found).map(({ state }) => ({ state, because: "reference" as const }))
          )
      })
    )
  )
  const amount = Number(amountMinor)
  const waiting = yield* states.indexed(invoice, "awaited", {
    ...{ equal: [currency], above: amount - 1, below: amount + 1 },
    limit: suggestionsMax
  })
  const all = [...named.flat(), ...waiting.map(({ state }) => ({ state, because: "amount" as const }))]
    .filter(({ state }) => assignmentFault(order, state) === undefined)
    .map(({ because, state }) => suggestionOf(state, because))
  return all
    .filter(({ invoiceId }, index) => all.findIndex((each) => each.invoiceId === invoiceId) === index)
    .slice(0, suggestionsMax)
})

const suggestionOf = (
  { order: { creditorReference, id, partnerId } }: IssuedInvoice,
  because: EntrySuggestion["because"]
): EntrySuggestion => ({
  ...{ invoiceId: id, partnerId, because },
  reference: Option.getOrNull(creditorReference)
})

/** The references that one edit makes of what stands in a text. The check digits leave few of them. */
const mistyped = (texts: ReadonlyArray<string>): ReadonlyArray<CreditorReference> => {
  const near = Array.from(
    normalisedReference(texts.join("")).matchAll(nearReference),
    ([, text = ""]) => text
  )
  const edited = near
    .slice(0, mistypedMax)
    .flatMap((text) => [
      ...[15, 16].flatMap((length) => edits(text.slice(0, length))),
      ...edits(text.slice(0, 14))
    ])
  return [...new Set(edited.filter(isCreditorReference))]
}

/** All texts that are one edit away: a character inserted, left out, changed, or swapped with its neighbour. */
const edits = (text: string): ReadonlyArray<string> =>
  Array.from({ length: text.length + 1 }, (_, at) => {
    const [before, char, next, rest] = [
      text.slice(0, at),
      text[at] ?? "",
      text[at + 1] ?? "",
      text.slice(at + 2)
    ]
    const after = text.slice(at)
    return [
      ...digits.flatMap((digit) => [`${before}${digit}${after}`, `${before}${digit}${after.slice(1)}`]),
      `${before}${after.slice(1)}`,
      `${before}${next}${char}${rest}`
    ]
  }).flat()
