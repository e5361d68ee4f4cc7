import { Schema } from "effect"
import { moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { type BalanceEntry, balanceEntryKinds } from "./BalanceEntry.ts"

/** A line of a partner's statement as the API shows it. */
export const BalanceEntryView = Schema.Struct({
  id: Schema.String.annotate({
    description: "Stable: it names the same entry in a copy of the store.",
    examples: ["payout_019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"]
  }),
  at: moment("When it changed."),
  kind: Schema.Literals(balanceEntryKinds).annotate(
    component("BalanceEntryKind", "What changed the balance.")
  ),
  subjectId: Schema.String.annotate({
    description: "The id of the payout, crypto invoice, transit deposit or adjustment behind it.",
    examples: ["019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"]
  }),
  amount: Schema.Finite.annotate({
    description: "The change of `available`; a debit is negative.",
    examples: [-27]
  }),
  availableAfter: Schema.Finite.annotate({
    description: "What `available` was after it: that of the next older entry and this amount.",
    examples: [172]
  }),
  currency: Schema.Literal("USDT").annotate({ description: "The currency of the amounts." })
}).annotate(
  component("BalanceEntry", "A line of the statement of the balance: what changed `available`, and why.")
)
export interface BalanceEntryView extends Schema.Schema.Type<typeof BalanceEntryView> {}

export const balanceEntryView = (entry: BalanceEntry): BalanceEntryView => ({
  id: entry.id,
  at: instantView(entry.createdAt),
  kind: entry.kind,
  subjectId: entry.subjectId,
  amount: amountView(entry.amountMinor, "USDT"),
  availableAfter: amountView(entry.availableAfterMinor, "USDT"),
  currency: "USDT"
})
