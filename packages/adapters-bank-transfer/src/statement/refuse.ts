import { type Place, StatementRefused } from "@quittance/core/adapter"

/** Ends the reading of a file. Readers throw, because parsers call them back; the stream of entries fails instead. */
export const refuse = ({ line, path }: Place, message: string): never => {
  throw new StatementRefused({ line, path, message })
}

/** A place in a file of lines. */
export const lineAt = (line: number): Place => ({ line, path: "" })
