import { Effect } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { lookedUp } from "../../kernel/input/existing.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import { bankAccountNamed } from "../bankAccount/bankAccountNamed.ts"
import { Settings } from "../settings/Settings.ts"
import { entryPage, type ListedEntries } from "./entryPages.ts"
import { entryView, entryViews } from "./entryViews.ts"
import { statementEntry } from "./StatementEntryRecord.ts"

/** What is read of entries, also where nothing can be written. */
export const makeEntryReads = Effect.gen(function* () {
  const parts = {
    accounts: (yield* Settings).banks,
    states: yield* StateReader,
    claims: yield* ClaimReader
  }
  return {
    list: Effect.fn("Statements.list")(function* (request: ListedEntries) {
      const { account } = request
      const accounts =
        account === undefined ? parts.accounts : [yield* bankAccountNamed(parts.accounts, account)]
      const { items, ...part } = yield* entryPage(parts.states, accounts, request)
      return { ...part, items: yield* entryViews(parts, items) }
    }),
    unresolved: Effect.flatMap(parts.states.indexed(statementEntry, "unresolved", { equal: [] }), (found) =>
      entryViews(parts, statesOf(found))
    ),
    get: (id: string) =>
      Effect.flatMap(lookedUp(parts.states, statementEntry, id), ({ state }) => entryView(parts, state))
  }
})
