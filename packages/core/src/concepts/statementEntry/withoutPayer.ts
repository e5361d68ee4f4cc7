import { Option } from "effect"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"

/** Whether the twin is a hash of the amount and of who paid: of a payer who can be guessed, whoever has the store. */
export const tellsPayer = ({ order, twin }: RecordedEntry): boolean =>
  Option.isSome(twin) && Option.isNone(order.reference)

/**
 * The entry without who paid and what they wrote. A twin that tells the payer goes too, and with it no safety: where no
 * reference is named, the same payment in another format waits for a person all the same, with another fault. But a
 * reversal of one that a person had assigned is not recognised any more, and raises an alert. A twin of a reference
 * tells nobody, and stays, because the reference would pay. So does the id, by which an entry is recorded once: behind
 * it is the bank's own number, or all that the file says.
 */
export const withoutPayer = (state: RecordedEntry): RecordedEntry => ({
  ...statementEntry.erase(state),
  twin: tellsPayer(state) ? Option.none() : state.twin
})
