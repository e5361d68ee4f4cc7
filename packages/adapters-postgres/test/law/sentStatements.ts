import { afterwards } from "@quittance/testing"
import { Client } from "pg"
import { StatementGroup } from "../../src/connect/StatementGroup.ts"

/** A statement as it was sent. */
export interface SentStatement {
  /** Undefined for what is not prepared: a transaction's begin and end, a session's settings, the schema. */
  readonly name: string | undefined
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/**
 * Every statement once that this process sends from now on until the test or the file ends, by its text. `heard` hears
 * it each time.
 */
export const sentStatements = (
  heard: (statement: SentStatement) => void = () => {}
): Map<string, SentStatement> => {
  const sent = new Map<string, SentStatement>()
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...asked: ReadonlyArray<unknown>) {
    const [first] = asked
    const queries = first instanceof StatementGroup ? first.statements : [first]
    for (const query of queries) {
      const {
        name,
        text,
        values = []
      } = (typeof query === "string" ? { text: query } : query) as {
        readonly name?: string
        readonly text: string
        readonly values?: ReadonlyArray<unknown>
      }
      const statement = { name, text, values }
      heard(statement)
      if (!sent.has(text)) sent.set(text, statement)
    }
    return Reflect.apply(query, this, asked)
  } as typeof query
  afterwards(() => {
    Client.prototype.query = query
  })
  return sent
}
