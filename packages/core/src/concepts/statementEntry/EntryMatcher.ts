import { Effect } from "effect"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { finishEntries } from "./finishEntries.ts"
import { statementEntry } from "./StatementEntryRecord.ts"
import { statementEntryJobs } from "./statementEntryNames.ts"
import { makeStatementParts } from "./statementParts.ts"

/** How many entries are gone on with between two checks of the lease. */
const pageMax = 200

/** Goes on with entries whose import, or whose person, ended after the first commit of three. */
export const makeEntryMatcher = Effect.gen(function* () {
  const parts = yield* makeStatementParts
  const { complete } = yield* makeTransact
  const handler: JobHandler = {
    kind: statementEntryJobs.match,
    concurrency: 2,
    handle: Effect.fnUntraced(function* (job) {
      while (true) {
        const range = { equal: [job.partnerId], limit: pageMax }
        const found = yield* parts.states.indexed(statementEntry, "underway", range)
        if (found.length === 0) return yield* complete({ _tag: "Done", job })
        yield* finishEntries(parts, found)
        yield* complete({ _tag: "Held", job })
      }
    })
  }
  return handler
})
