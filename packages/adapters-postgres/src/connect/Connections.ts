import { StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { Pool, type PoolClient, type QueryResult } from "pg"
import { isContention, unavailableOf } from "./failure.ts"
import { rowTypes } from "./types.ts"

/** A statement that is prepared once on each connection. */
export interface Statement {
  /** Unique for its text. */
  readonly name: string
  readonly text: string
}

/** A statement with its parameters. Arrays are passed as PostgreSQL arrays. */
export interface Call {
  readonly statement: Statement
  readonly values: ReadonlyArray<unknown>
}

/** A row by column name. Every `bigint` is a JavaScript bigint. */
export type Row = { readonly [column: string]: unknown }

export interface ConnectionsOptions {
  readonly url: string
  /** How many connections read at once; 8. */
  readonly readersMax?: number
  /** How many connections write at once; 4. */
  readonly writersMax?: number
  /** How long a caller waits for a free connection or an answer; 10 s. */
  readonly answerMillisMax?: number
}

/** How many reads may wait for a connection. Beyond that they fail at once, so that memory stays bounded. */
const waitingMax = 5_000

/** How often a read or write that met a deadlock or a serialization failure is tried. */
const attemptMax = 8

/** Asks one statement on a connection that is held. Statements asked one after the other are sent without waiting. */
export type Ask = (statement: Statement, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/**
 * The connections of one process: some for reads, some for writes, so that reads never hold up commits. A broken connection
 * is thrown away, and the next caller gets a new one.
 */
export class Connections {
  readonly #readers: Pool
  readonly #writers: Pool

  constructor({ answerMillisMax = 10_000, readersMax = 8, url, writersMax = 4 }: ConnectionsOptions) {
    const pool = (max: number) => {
      const made = new Pool({
        connectionString: url,
        max,
        // Statements are sent without waiting for the answers of earlier ones.
        pipeline: true,
        types: rowTypes,
        application_name: "quittance",
        keepAlive: true,
        connectionTimeoutMillis: answerMillisMax,
        statement_timeout: answerMillisMax,
        idle_in_transaction_session_timeout: 2 * answerMillisMax,
        query_timeout: 2 * answerMillisMax
      } as ConstructorParameters<typeof Pool>[0])
      // An idle connection that breaks is removed from the pool; without a listener it would end the process.
      made.on("error", ignored)
      return made
    }
    this.#readers = pool(readersMax)
    this.#writers = pool(writersMax)
  }

  /** The rows of one statement. */
  read(
    statement: Statement,
    values: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> {
    return this.#reading(async (client) => (await ask(client, statement, values)).rows as ReadonlyArray<Row>)
  }

  /** Several statements on the state of one commit. `look` may run again. */
  readTogether<A>(look: (ask: Ask) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return this.#reading(async (client) => {
      const begun = client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try {
        const [found] = await Promise.all([look(asking(client)), begun])
        return found
      } finally {
        await client.query("ROLLBACK")
      }
    })
  }

  /** One statement that writes, in a transaction of its own. It must be safe to run again. */
  write(
    statement: Statement,
    values: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> {
    return this.#writing(async (client) => (await ask(client, statement, values)).rows as ReadonlyArray<Row>)
  }

  /**
   * A transaction. `work` asks, and may wait for answers before it asks more. What it throws rolls back. It must be safe to
   * run again, after a deadlock for example.
   */
  transaction<A>(work: (ask: Ask) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return this.#writing(async (client, sending) => {
      const begun = client.query("BEGIN")
      let answer: A
      try {
        ;[answer] = await Promise.all([work(asking(client)), begun])
      } catch (error) {
        await client.query("ROLLBACK")
        throw error
      }
      sending.commit()
      const { command } = await client.query("COMMIT")
      // The server answers ROLLBACK to the COMMIT of a transaction that failed before.
      if (command !== "COMMIT") throw new Error("the transaction was rolled back")
      return answer
    })
  }

  /**
   * Sends all calls between BEGIN and COMMIT in one go, without waiting in between. Rejects with the first error; then
   * `isCommitSent` of the failure's outcome says whether it may have been written.
   */
  readonly flush = (calls: ReadonlyArray<Call>): Promise<ReadonlyArray<QueryResult>> =>
    this.#hold(this.#writers, async (client) => {
      const begun = client.query("BEGIN")
      const asked = calls.map(({ statement, values }) => ask(client, statement, values))
      const committed = client.query("COMMIT")
      const settled = await Promise.allSettled([begun, ...asked, committed])
      const failed = settled.find((each) => each.status === "rejected")
      if (failed !== undefined) throw failed.reason
      const { command } = await committed
      if (command !== "COMMIT") throw new Error("the transaction was rolled back")
      return Promise.all(asked)
    })

  readonly close: Effect.Effect<void> = Effect.promise(async () => {
    await Promise.allSettled([this.#readers.end(), this.#writers.end()])
  })

  #reading<A>(look: (client: PoolClient) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return this.#repeated(
      () => this.#hold(this.#readers, look),
      () => "read"
    )
  }

  #writing<A>(
    work: (client: PoolClient, sending: { readonly commit: () => void }) => Promise<A>
  ): Effect.Effect<A, StoreUnavailable> {
    return Effect.suspend(() => {
      let sent: "read" | "commit sent" = "read"
      return this.#repeated(
        () => {
          sent = "read"
          return this.#hold(this.#writers, (client) =>
            work(client, {
              commit: () => {
                sent = "commit sent"
              }
            })
          )
        },
        () => sent
      )
    })
  }

  #repeated<A>(
    run: () => Promise<A>,
    sent: () => "read" | "commit sent"
  ): Effect.Effect<A, StoreUnavailable> {
    const attempt = (left: number): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(Effect.tryPromise({ try: run, catch: (error) => error }), (error) => {
        if (isContention(error) && left > 1) return attempt(left - 1)
        const failure = unavailableOf(error, sent())
        return failure === undefined ? Effect.die(error) : Effect.fail(failure)
      })
    return attempt(attemptMax)
  }

  async #hold<A>(pool: Pool, work: (client: PoolClient) => Promise<A>): Promise<A> {
    if (pool.waitingCount >= waitingMax) {
      throw new StoreUnavailable({ outcome: "notWritten", reason: "too many requests wait for the database" })
    }
    const client = await pool.connect()
    client.on("error", ignored)
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      // A connection that failed for any reason is not used again: a statement may still be running on it.
      broken = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      client.off("error", ignored)
      client.release(broken)
    }
  }
}

const ignored = (): void => {}

const ask = (
  client: PoolClient,
  { name, text }: Statement,
  values: ReadonlyArray<unknown>
): Promise<QueryResult> => client.query({ name, text, values: [...values] })

const asking =
  (client: PoolClient): Ask =>
  async (statement, values) =>
    (await ask(client, statement, values)).rows
