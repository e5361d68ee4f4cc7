import { Schema } from "effect"
import { issueCodes } from "../../kernel/input/Input.ts"

/**
 * The bytes are not a batch file that could be read without guessing, so nothing further was checked.
 *
 * - `format`: of another kind, such as a workbook, an archive or a document
 * - `encoding`: not UTF-8, or with a NUL byte
 * - `quotes`: a quote that never closes, text after a closing quote, or a quote after a backslash
 * - `header`: two columns of one name, or a header that is too long
 * - `separator`: the columns are not separated by commas; told before anything else of a text
 * - `noRows`: empty, or only a header
 * - `tooManyRows`: more data rows than one file may have
 */
export class BatchFileMalformed extends Schema.TaggedError<BatchFileMalformed>()("BatchFileMalformed", {
  reason: Schema.Literals(["format", "encoding", "quotes", "header", "separator", "noRows", "tooManyRows"]),
  /** What is wrong and what would be right. */
  message: Schema.String
}) {
  get code() {
    return "batch_file_malformed" as const
  }
}

/**
 * A readable file without a single valid invoice: a column is missing, or every row breaks a rule. Lists the
 * first faults, up to `faultsMax`.
 */
export class BatchRulesBroken extends Schema.TaggedError<BatchRulesBroken>()("BatchRulesBroken", {
  issues: Schema.Array(
    Schema.Struct({
      /** The data row, from 1; `null` for the header. */
      row: Schema.NullOr(Schema.Int),
      /** The column; empty for the whole row. */
      field: Schema.String,
      code: Schema.Literals(issueCodes),
      message: Schema.String
    })
  ),
  /** Number of faults beyond those in `issues`. */
  more: Schema.optionalKey(Schema.Int)
}) {
  get code() {
    return "batch_rules_broken" as const
  }

  override get message(): string {
    return this.issues.every(({ row }) => row === null)
      ? this.issues.map(({ field, message }) => `the column ${field} ${message}`).join("; ")
      : `no row of the file is a valid invoice${this.more === undefined ? "" : `; the first ${this.issues.length} faults are listed, and there are ${this.more} more`}`
  }
}
