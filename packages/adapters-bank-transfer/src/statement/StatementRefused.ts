import { Schema } from "effect"
import type { Place } from "./StatementEntry.ts"

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

/** Ends the reading of a file. Readers throw, because parsers call them back; the stream of entries fails instead. */
export const refuse = ({ line, path }: Place, message: string): never => {
  throw new StatementRefused({ line, path, message })
}

/** A place in a file of lines. */
export const lineAt = (line: number): Place => ({ line, path: "" })
