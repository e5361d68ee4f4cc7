import { Effect, Option } from "effect"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { reversalOf } from "./StatementEntry.ts"
import type { RecordedEntry } from "./StatementEntryRecord.ts"
import type { EntrySuggestion, StatementEntryView } from "./StatementEntryView.ts"
import { type EntryFault, entryStatusOf } from "./statementEntryNames.ts"
import { accountOf, type StatementParts } from "./statementParts.ts"
import { suggestionsFor } from "./suggestionsFor.ts"

/** How many entries are looked at once for suggestions. */
const atOnce = 16

type Reads = Pick<StatementParts, "accounts" | "claims" | "states">

/** An entry as operators see it, with what a person may mean where it waits for one. */
export const entryView = (
  parts: Reads,
  state: RecordedEntry
): Effect.Effect<StatementEntryView, StoreUnavailable> =>
  state._tag === "unresolved"
    ? Effect.map(suggestionsFor(parts, state), (suggestions) => viewOf(parts, state, suggestions))
    : Effect.succeed(viewOf(parts, state, []))

export const entryViews = (
  parts: Reads,
  states: ReadonlyArray<RecordedEntry>
): Effect.Effect<ReadonlyArray<StatementEntryView>, StoreUnavailable> =>
  Effect.forEach(states, (state) => entryView(parts, state), { concurrency: atOnce })

const viewOf = (
  parts: Reads,
  state: RecordedEntry,
  suggestions: ReadonlyArray<EntrySuggestion>
): StatementEntryView => {
  const {
    amountMinor,
    bookedOn,
    createdAt,
    currency,
    id,
    payerBank,
    payerBankId,
    payerName,
    reference,
    texts
  } = state.order
  return {
    id,
    account: accountOf(parts, state.order).name,
    amount: amountView(amountMinor, currency),
    currency,
    bookedOn,
    payer: Option.getOrNull(payerName),
    payerBank: Option.getOrNull(Option.orElse(payerBankId, () => payerBank)),
    reference: Option.getOrNull(reference),
    text: texts.length === 0 ? null : texts.join(" "),
    status: entryStatusOf[state._tag],
    fault: faultOf(state) ?? null,
    invoiceId: "invoiceId" in state ? state.invoiceId : null,
    partnerId: "partnerOfInvoice" in state ? state.partnerOfInvoice : null,
    paymentId: "paymentId" in state ? state.paymentId : null,
    reason: reasonOf(state),
    createdAt: instantView(createdAt),
    suggestions
  }
}

const reasonOf = (state: RecordedEntry): string | null =>
  state._tag === "matching" ? Option.getOrNull(state.assignment) : "reason" in state ? state.reason : null

const faultOf = (state: RecordedEntry): EntryFault | undefined => {
  if (reversalOf(state) !== undefined) return "reversed"
  return "fault" in state ? state.fault : undefined
}
