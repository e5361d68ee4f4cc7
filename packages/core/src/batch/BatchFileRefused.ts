import { Schema } from "effect"
import { issueCodes } from "../input/Input.ts"

/**
 * The bytes are no batch file that could be read without guessing, so nothing of it was looked at any further.
 *
 * - `encoding`: not UTF-8, or with a NUL byte
 * - `quotes`: a quote that never closes, or text after a closing quote
 * - `header`: two columns of one name, or a header that is too long
 * - `separator`: the columns are separated by something else than commas
 * - `noRows`: nothing, or a header alone
 * - `tooManyRows`: more data rows than one file may have
 */
export class BatchFileMalformed extends Schema.TaggedError<BatchFileMalformed>()("BatchFileMalformed", {
  reason: Schema.Literals(["encoding", "quotes", "header", "separator", "noRows", "tooManyRows"]),
  /** What is wrong and what would be right. */
  message: Schema.String
}) {}

/**
 * A readable file that cannot become a single invoice: a column is missing, or every row breaks a rule. The first faults are
 * listed, up to `faultsMax`.
 */
export class BatchRulesBroken extends Schema.TaggedError<BatchRulesBroken>()("BatchRulesBroken", {
  issues: Schema.Array(
    Schema.Struct({
      /** The data row, from 1; `null` where the header is meant. */
      row: Schema.NullOr(Schema.Int),
      /** The column; empty stands for the whole row. */
      field: Schema.String,
      code: Schema.Literals(issueCodes),
      message: Schema.String
    })
  ),
  /** Faults beyond those in `issues`. */
  more: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.issues.every(({ row }) => row === null)
      ? this.issues.map(({ field, message }) => `the column ${field} ${message}`).join("; ")
      : `no row of the file is a valid invoice${this.more === undefined ? "" : `; the first ${this.issues.length} faults are listed, and there are ${this.more} more`}`
  }
}
