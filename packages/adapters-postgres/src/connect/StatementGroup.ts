import type { Duplex } from "node:stream"
import { type ClientBase, Query, type QueryResult } from "pg"
import type { Parameter } from "./parameters.ts"

/** What is sent; none of it can fail on the way. */
export interface Prepared {
  readonly name?: string
  readonly text: string
  readonly values?: Array<Parameter>
}

/** The messages of the protocol, as pg's connection sends them. */
interface Wire {
  readonly stream: Duplex
  readonly parse: (message: { readonly name: string; readonly text: string }) => void
  readonly bind: (message: { readonly statement: string; readonly values: Array<Parameter> }) => void
  readonly describe: (message: { readonly type: "P"; readonly name: string }) => void
  readonly execute: (message: object) => void
  readonly close: (message: { readonly type: "S"; readonly name: string }) => void
  readonly sync: () => void
}

/** The methods of a query that pg calls as answers arrive. */
declare class Answered {
  callback: (error: unknown, results: QueryResult | ReadonlyArray<QueryResult>) => void
  constructor(config: { readonly text: string })
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: unknown, wire: Wire): void
}

const AnsweredQuery = Query as unknown as typeof Answered

/** The statements that are prepared on a connection, under names of their own: pg does not know of them. */
const preparedOn = new WeakMap<Wire, Set<string>>()

const preparedNames = (wire: Wire): Set<string> => {
  const known = preparedOn.get(wire)
  if (known !== undefined) return known
  const made = new Set<string>()
  preparedOn.set(wire, made)
  return made
}

const nameOf = (name: string): string => `~ ${name}`

/**
 * Several statements as one query of pg: the server answers them together instead of one by one, which costs both
 * sides a system call each. When one fails, the server skips the others.
 */
export class StatementGroup extends AnsweredQuery {
  readonly statements: ReadonlyArray<Prepared>
  #completed = 0

  /** Sends statements together; their results, in order. Rejects with the first error. */
  static sent(client: ClientBase, statements: ReadonlyArray<Prepared>): Promise<ReadonlyArray<QueryResult>> {
    if (statements.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const group = new StatementGroup(statements)
      group.callback = (error, results) => {
        if (error !== null && error !== undefined) reject(error)
        else resolve(Array.isArray(results) ? results : [results])
      }
      client.query(group as unknown as Parameters<ClientBase["query"]>[0])
    })
  }

  private constructor(statements: ReadonlyArray<Prepared>) {
    super({ text: "" })
    this.statements = statements
  }

  /** Called by pg when it is this query's turn to be sent. */
  submit(wire: Wire): null {
    const known = preparedNames(wire)
    wire.stream.cork()
    for (const { name, text, values = [] } of this.statements) {
      const statement = name === undefined ? "" : nameOf(name)
      if (!known.has(statement)) {
        // It may be there from an exchange that failed.
        if (statement !== "") wire.close({ type: "S", name: statement })
        wire.parse({ name: statement, text })
        if (statement !== "") known.add(statement)
      }
      wire.bind({ statement, values })
      wire.describe({ type: "P", name: "" })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
    return null
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.#completed += 1
    super.handleCommandComplete(message, wire)
  }

  override handleError(error: unknown, wire: Wire): void {
    const known = preparedNames(wire)
    for (const { name } of this.statements.slice(this.#completed))
      if (name !== undefined) known.delete(nameOf(name))
    super.handleError(error, wire)
  }
}
