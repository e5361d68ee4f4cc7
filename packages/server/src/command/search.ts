import {
  makeEntryReads,
  makeSearchOperations,
  partner as partnerConcept,
  StateReader,
  soughtValue
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { partnerIn } from "./listInput.ts"
import { checked, onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { timeText } from "./timeText.ts"

const entriesMax = 50
const entryType = "statement_entry"

/** `quittance search`: reads only; the records of one partner or of all that an exact value finds. */
export const run: RunCommand = (input) => {
  checked({}, soughtValue("VALUE", input.operand, []))
  const find = Effect.gen(function* () {
    const only = yield* partnerIn(input)
    const states = yield* StateReader
    const { search } = yield* makeSearchOperations
    const owners = only === undefined ? states.all(partnerConcept) : Stream.make(only)
    const results = yield* Stream.runCollect(
      Stream.flatMap(owners, ({ id, name }) =>
        Stream.fromIterableEffect(
          Effect.map(search(id, { q: input.operand }), ({ results }) =>
            results.map((each) => ({ partner: name, ...each }))
          )
        )
      )
    )
    const entries = only === undefined ? yield* entriesFound(input.operand) : []
    // Of one partner they are in this order already.
    const newest = [...results, ...entries].toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0
    )
    if (input.has("--json"))
      printJson({
        results: only === undefined ? newest : newest.map(({ partner: _partner, ...result }) => result)
      })
    else if (newest.length === 0) printLine("Nothing has exactly this value.")
    else
      printTable(
        ["PARTNER", "TYPE", "ID", "STATUS", "CREATED (UTC)"],
        newest.map(({ createdAt, id, partner, status, type }) => [
          partner,
          type,
          id,
          status ?? "",
          timeText(Date.parse(createdAt))
        ])
      )
    return 0
  })
  return onStore(readServicesLayer, find)
}

/** Entries of bank statements are the operator's: no partner has them. */
const entriesFound = Effect.fnUntraced(function* (value: string) {
  const { list } = yield* makeEntryReads
  const { items } = yield* list({ q: value, limit: entriesMax })
  return items.map(({ createdAt, id, status }) => ({ partner: "", type: entryType, id, status, createdAt }))
})
