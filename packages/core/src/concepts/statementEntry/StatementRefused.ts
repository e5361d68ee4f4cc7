import { Schema } from "effect"

/** A file is refused as a whole: nothing of it may be booked. The message is one sentence about the file. */
export class StatementRefused extends Schema.TaggedError<StatementRefused>()("StatementRefused", {
  /** From 1; 0 where the file as a whole is meant. */
  line: Schema.Int,
  /** The path of the element in XML; else empty. */
  path: Schema.String,
  message: Schema.String
}) {
  get code() {
    return "statement_refused" as const
  }
}
