import { Option } from "effect"
import { type CreditorReference, referencesIn } from "../../kernel/money/CreditorReference.ts"
import type { StatedEntry } from "./StatedEntry.ts"

/**
 * The references that an entry may be for: those in the field for them; where none of ours is there, those in the text;
 * and where there are none either, those in the payer's own name of the payment, which some banks' forms ask for. Only
 * one that is alone among the references that exist names an invoice.
 */
export const referencesOf = ({
  endToEndId,
  structuredReferences,
  texts
}: Pick<StatedEntry, "endToEndId" | "structuredReferences" | "texts">): ReadonlyArray<CreditorReference> =>
  [structuredReferences, texts, Option.toArray(endToEndId)]
    .map((each) => referencesIn(each))
    .find((found) => found.length > 0) ?? []
