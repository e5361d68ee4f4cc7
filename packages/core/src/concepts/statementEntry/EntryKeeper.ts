import { Effect } from "effect"
import { makeKeeper, unredactedBy } from "../../kernel/work/Keeper.ts"
import { Settings } from "../settings/Settings.ts"
import { redact } from "./decideEntry.ts"
import { statementEntry } from "./StatementEntryRecord.ts"
import { statementEntryJobs } from "./statementEntryNames.ts"
import { makeStatementParts } from "./statementParts.ts"

/** Ends the retention of entries that are for no invoice: they are kept after their end for as long as invoices are. */
export const makeEntryKeeper = Effect.gen(function* () {
  const { invoiceRetentionMillis: retentionMillis } = yield* Settings
  const parts = yield* makeStatementParts
  return yield* makeKeeper({
    kind: statementEntryJobs.retain,
    retentionMillis,
    due: unredactedBy(parts.states, statementEntry),
    redact: (_, id) => redact(parts, id)
  })
})
