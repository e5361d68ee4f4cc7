import type { Duplex } from "node:stream"
import type { ClientBase, PoolClient, QueryResult } from "pg"
import { thisVersionSql } from "../schema/thisVersion.ts"
import { ConnectionLost, isLost, isRolledBack, notWritten, reasonOf, statementError } from "./failure.ts"
import { type Prepared, StatementGroup } from "./StatementGroup.ts"

export const begin = "BEGIN READ WRITE"

/** What begins a transaction that writes. */
export type Opening = ReadonlyArray<Prepared>

export const anyStore: Opening = [{ text: begin }]

/** Fails if the store is not of this program's version of the schema any more. */
export const thisVersion: Opening = [{ text: begin }, { name: "this version", text: thisVersionSql }]

/** Cuts a connection without a farewell message: there may be nobody to answer. */
export const discard = (client: PoolClient): void => {
  client.release(true)
  streamOf(client).destroy()
}

/** The connection was lost after COMMIT had been sent, or the answer does not say what became of the transaction. */
export class InDoubt extends ConnectionLost {}

const answered = async <A>(answer: Promise<A>): Promise<A> => {
  try {
    return await answer
  } catch (error) {
    throw statementError(error)
  }
}

export const sent = (client: PoolClient, prepared: Prepared): Promise<QueryResult> =>
  answered(client.query(prepared))

/**
 * Sends all calls and COMMIT in one go, after the opening if the transaction has not begun. Rejects with the first
 * error, and with `InDoubt` if they may have been written.
 */
export const committed = async (
  client: PoolClient,
  calls: ReadonlyArray<Prepared>,
  opening: Opening
): Promise<ReadonlyArray<QueryResult>> => {
  const stream = streamOf(client)
  // One write to the socket.
  stream.cork()
  const answering = answered(StatementGroup.sent(client, [...opening, ...calls]))
  // By itself: the server skips what follows a failed statement in a group, and the transaction must end.
  const committing = sent(client, { text: "COMMIT" })
  stream.uncork()
  const [answer] = await Promise.allSettled([answering, committing])
  // The server said that a statement failed, so it rolls back, whatever becomes of the connection.
  if (answer.status === "rejected" && !isLost(answer.reason)) throw answer.reason
  await ended(committing)
  return (await answering).slice(opening.length)
}

export const ended = async (committing: Promise<QueryResult>): Promise<void> => {
  let command: string
  try {
    ;({ command } = await committing)
  } catch (error) {
    throw isRolledBack(error) ? error : new InDoubt(reasonOf(error))
  }
  // The server answers ROLLBACK to the COMMIT of a transaction that failed before.
  if (command !== "COMMIT") throw notWritten("the transaction was rolled back")
}

/**
 * Begins a transaction whose statements are sent one after the other. Those that are sent in the same turn are one
 * write to the socket.
 */
export const begun = (client: PoolClient, opening: Opening): Promise<unknown> => {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
  return Promise.all(opening.map((each) => sent(client, each)))
}

/** Rolls a transaction back. If this fails, the connection is lost, and the transaction with it. */
export const rolledBack = (client: ClientBase): Promise<unknown> => client.query("ROLLBACK").catch(() => {})

const streamOf = (client: PoolClient): Duplex =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream
