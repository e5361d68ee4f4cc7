import { Schema } from "effect"
import { count } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { StatementRefused } from "./StatementRefused.ts"

const line = count("The line of the file, counted from 1; 0 where the file as a whole is meant.", 12)

/** A record that was not taken, and why. */
const SkippedRecord = Schema.Struct({
  line,
  reason: Schema.String.annotate({
    description: "Why it was not taken.",
    examples: ["a debit: only money that came in is recorded"]
  })
}).annotate(component("SkippedRecord", "A record of the file that is no payment to be recorded."))

/** Why the file is refused. */
const StatementFault = Schema.Struct({
  line,
  path: Schema.String.annotate({ description: "The path of the element in XML; else empty." }),
  message: Schema.String.annotate({ description: "What is wrong with it and what would be right." })
}).annotate(component("StatementFault", "Why a file is refused."))

/** What is strange about a file that was read. */
const StatementWarning = Schema.Struct({
  line,
  message: Schema.String.annotate({
    description: "What is strange about it.",
    examples: ["opening balance and entries do not give the closing balance"]
  })
}).annotate(component("StatementWarning", "What is strange about a file that was read."))

/**
 * What an import made of a file. `entries = new + known + skipped`, and `new = matched + unresolved`. An entry with
 * details counts as its details. Of a refused file all counts are 0, and `errors` says why.
 */
export const StatementReport = Schema.Struct({
  entries: count("Records in the file.", 3),
  new: count("Those that were not recorded before.", 1),
  known: count("Those that were.", 1),
  skipped: count("Those that are no booked credits.", 1),
  matched: count("New ones that paid an invoice.", 1),
  unresolved: count("New ones that wait for a person.", 0),
  skippedReasons: Schema.Array(SkippedRecord),
  errors: Schema.Array(StatementFault),
  warnings: Schema.Array(StatementWarning)
}).annotate(component("StatementReport", "What an import made of a bank's statement."))
export interface StatementReport extends Schema.Schema.Type<typeof StatementReport> {}

/** The report of a file of which nothing was booked, because it is refused. */
export const refusedReport = ({ line, message, path }: StatementRefused): StatementReport => ({
  ...{ entries: 0, new: 0, known: 0, skipped: 0, matched: 0, unresolved: 0 },
  ...{ skippedReasons: [], warnings: [] },
  errors: [{ line, path, message }]
})

/** Where in the file, and what is wrong, in one sentence without its full stop. */
export const faultSentence = ({
  line,
  message,
  path
}: Pick<StatementRefused, "line" | "message" | "path">): string =>
  [...(line === 0 ? [] : [`line ${line}`]), ...(path === "" ? [] : [path]), message].join(": ")
