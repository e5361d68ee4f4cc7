import { faultSentence, type StatementReport } from "@quittance/core/adapter"
import { factLines, tableLines } from "./print.ts"

interface Imported {
  /** Of the file. */
  readonly name: string
  readonly account: string
  readonly dryRun: boolean
}

/** What an import made of a file, for people. */
export const statementReportLines = (
  report: StatementReport,
  { account, dryRun, name }: Imported
): ReadonlyArray<string> => {
  const { entries, known, matched, skipped, skippedReasons, unresolved, warnings } = report
  return [
    dryRun
      ? `Nothing was recorded. An import of ${name} into ${account} would do this:`
      : `Imported ${name} into ${account}.`,
    "",
    ...factLines([
      ["Entries", String(entries)],
      ["New", `${report.new} (${matched} matched, ${unresolved} unresolved)`],
      ["Known", String(known)],
      ["Skipped", String(skipped)]
    ]),
    ...(skippedReasons.length === 0 ? [] : ["", ...skippedLines(skippedReasons)]),
    ...warnings.map(
      ({ line, message }, at) =>
        `${at === 0 ? "\n" : ""}Warning: ${faultSentence({ line, message, path: "" })}.`
    ),
    ...(unresolved === 0 || dryRun ? [] : ["\nWhat waits for you: quittance statements unresolved."])
  ]
}

const linesShownMax = 5

/** Each reason once, with how often it was met, and where first. */
const skippedLines = (skipped: StatementReport["skippedReasons"]): ReadonlyArray<string> => {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return tableLines(
    ["SKIPPED", "LINES", "REASON"],
    [...byReason].map(([reason, all]) => [
      String(all.length),
      all
        .slice(0, linesShownMax)
        .map(({ line }) => String(line))
        .join(", ")
        .concat(all.length > linesShownMax ? ", …" : ""),
      reason
    ]),
    ["SKIPPED"]
  )
}
