import type { SignatureVerdict } from "@quittance/core"
import { Result } from "effect"
import { tableLines } from "./print.ts"

/** The result for one file: a verdict, or a sentence about why there is none. */
export interface CheckedFile {
  readonly name: string
  readonly outcome: Result.Result<SignatureVerdict, string>
}

/** Whether the file was read and shows a genuine signature. */
export const isValid = ({ outcome }: CheckedFile): boolean =>
  Result.isSuccess(outcome) && outcome.success.isValid

/** A table of the files, with recommendations. */
export const signatureReport = (files: ReadonlyArray<CheckedFile>): ReadonlyArray<string> => {
  const help = files.flatMap(({ name, outcome }) =>
    Result.isSuccess(outcome) ? outcome.success.recommendations.map((each) => [name, each] as const) : []
  )
  return [
    ...tableLines(["FILE", "VERDICT", "CATEGORY", "CONFIDENCE", "ISSUES"], files.map(rowOf)),
    ...(help.length === 0 ? [] : ["", ...tableLines(["FILE", "WHAT WOULD HELP"], help)])
  ]
}

const rowOf = ({ name, outcome }: CheckedFile): ReadonlyArray<string> => {
  if (Result.isFailure(outcome)) return [name, "not judged"]
  const { category, confidenceScore, issueCodes, isValid } = outcome.success
  const verdict = isValid ? "valid" : "invalid"
  return [name, verdict, String(category), String(confidenceScore), issueCodes.join(", ")]
}

/** The same for programs: the fields of the API for each file, or its `error`. */
export const signatureRecords = (files: ReadonlyArray<CheckedFile>): ReadonlyArray<object> =>
  files.map(({ name, outcome }) =>
    Result.isSuccess(outcome) ? { file: name, ...outcome.success } : { file: name, error: outcome.failure }
  )
