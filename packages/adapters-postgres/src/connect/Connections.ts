import { StoreUnavailable } from "@quittance/core"
import type { StoreCondition } from "@quittance/core/adapter"
import { Clock, Effect, type Scope } from "effect"
import { type Client, Pool, type PoolClient } from "pg"
import { attempted, repeated } from "./attempts.ts"
import { beginReading, snapshotOf } from "./beginReading.ts"
import type { ConnectionsOptions } from "./ConnectionsOptions.ts"
import { clientOptions } from "./clientOptions.ts"
import { DoubtfulSessions } from "./DoubtfulSessions.ts"
import {
  anyStore,
  begun,
  committed,
  discard,
  ended,
  InDoubt,
  type Opening,
  rolledBack,
  sent
} from "./exchange.ts"
import { ConnectionLost, isContention, isLost, isStaleStatement, notWritten, reasonOf } from "./failure.ts"
import { type Flushed, flushed } from "./flushed.ts"
import type { Plans } from "./Plans.ts"
import { parameterOf } from "./parameters.ts"
import { pooled } from "./pooled.ts"
import { rowTypes } from "./rowTypes.ts"
import { type HealthNews, ServerHealth } from "./ServerHealth.ts"
import type { ServerWatch } from "./ServerWatch.ts"
import type { Prepared } from "./StatementGroup.ts"
import { awaitEnds, type Backend, endBackends, prepareSession } from "./session.ts"

/** A statement that is prepared once on each connection. */
export interface Statement {
  /** A different text needs a different name. */
  readonly name: string
  readonly text: string
}

/** A statement with its parameters; see `parameterOf`. */
export interface Call {
  readonly statement: Statement
  readonly values: ReadonlyArray<unknown>
}

/** A row by column name; see `rowTypes`. */
export type Row = { readonly [column: string]: unknown }

/** Checks the server behind each new connection: it may be another one. */
export type Watch = Pick<ServerWatch, "check" | "move">

/** How many callers may wait for a connection. Beyond that they fail at once, so that memory stays bounded. */
const waitingMax = 5_000

/** How many snapshots are held at once. */
const snapshotsMax = 2

/** How long a snapshot waits for an answer, and then for the next query: an audit reads everything. */
const snapshotMillisMax = 600_000

/**
 * The server ends a session that is unused for so many times as long as its process keeps one: the process is gone, or
 * stopped.
 */
const idleTimes = 5

/** Runs one statement on a held connection. Consecutive statements are sent without waiting. */
export type Ask = (statement: Statement, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/**
 * The connections of one process: some for reads, some for writes, so that reads never hold up commits. A broken
 * connection is discarded, and the next caller gets a new one.
 *
 * Every wait is bounded: for a free connection, for an answer, for a lock. A write has no time limit on the server,
 * because there the limit would end COMMIT's wait for a synchronous replica as a success. Instead its connection is
 * given up, and its outcome is unknown.
 */
export class Connections {
  readonly #readers: Pool
  readonly #writers: Pool
  readonly #snapshots: Pool
  readonly #isReadonly: boolean
  readonly #answerMillisMax: number
  readonly #health = new ServerHealth()
  readonly #sessions = new WeakMap<object, { readonly backend: Backend; readonly lostBefore: number }>()
  /** How many connections were lost so far. */
  #lost = 0
  /** The text of each statement by its name: with one name for two texts, the second text would never run. */
  readonly #texts = new Map<string, string>()
  readonly #watch: Watch | undefined
  readonly #opening: Opening
  #writes = 0
  #movedAt = 0
  readonly #doubtful = new DoubtfulSessions((backends) => {
    const lost = [backends.map(({ pid }) => pid), backends.map(({ startedAt }) => startedAt)]
    return this.read(endBackends, lost).pipe(
      Effect.andThen(this.read(awaitEnds, lost)),
      Effect.map((rows) => rows.every(({ ended }) => ended !== false))
    )
  })

  constructor(
    {
      answerMillisMax = 10_000,
      idleMillisMax = 60_000,
      readersMax = 8,
      readonly: isReadonly = false,
      readPlans = "generic",
      url,
      writersMax = 4
    }: ConnectionsOptions,
    watch?: Watch,
    opening = anyStore
  ) {
    this.#watch = watch
    this.#opening = opening
    this.#isReadonly = isReadonly
    this.#answerMillisMax = answerMillisMax
    const pool = (max: number, statementMillisMax: number, plans: Plans, waitMillisMax = answerMillisMax) => {
      const made = new Pool({
        ...clientOptions(url),
        max,
        // Statements are sent without waiting for the answers of earlier ones.
        pipeline: true,
        types: rowTypes,
        keepAlive: true,
        connectionTimeoutMillis: answerMillisMax,
        idleTimeoutMillis: idleMillisMax,
        // The connection is cut then, so no late answer can be taken for that of another statement.
        query_timeout: waitMillisMax + 1_000,
        onConnect: async (client) => {
          const limits = {
            statementMillisMax,
            lockMillisMax: Math.ceil(answerMillisMax / 2),
            transactionIdleMillisMax: 2 * waitMillisMax,
            idleMillisMax: idleTimes * idleMillisMax,
            isReadonly,
            plans
          }
          const lostBefore = this.#lost
          const backend = await prepareSession(client as Client, limits)
          if (!isReadonly) await watch?.check(client)
          this.#sessions.set(client, { backend, lostBefore })
        }
      })
      // A connection may break at any time, in use or not; without listeners that would end the process.
      made.on("error", () => {
        this.#lost += 1
      })
      made.on("connect", (client) => client.on("error", ignored))
      return made
    }
    this.#readers = pool(readersMax, answerMillisMax, readPlans)
    this.#writers = pool(writersMax, 0, "indexed")
    this.#snapshots = pool(snapshotsMax, snapshotMillisMax, "free", snapshotMillisMax)
  }

  /** The rows of one statement. */
  read(
    statement: Statement,
    values: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> {
    return this.#reading(async (client) => this.#asking(client)(statement, values))
  }

  /** Several statements on the state of one commit. `look` may run again. */
  readTogether<A>(look: (ask: Ask) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return this.#reading(async (client) => {
      const begun = sent(client, { text: beginReading })
      try {
        const [found] = await Promise.all([look(this.#asking(client)), begun])
        return found
      } finally {
        await rolledBack(client)
      }
    })
  }

  /** Reads on the state of one commit during the scope, on its own connection, and ends with that connection. */
  readonly snapshot: Effect.Effect<
    (
      statement: Statement,
      values: ReadonlyArray<unknown>
    ) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>,
    StoreUnavailable,
    Scope.Scope
  > = Effect.map(
    Effect.acquireRelease(
      attempted(() => snapshotOf(this.#snapshots)),
      // Together with its transaction and its prepared statements.
      (client) => Effect.sync(() => client.release(true))
    ),
    (client) => {
      const ask = this.#asking(client)
      return (statement, values) => attempted(() => ask(statement, values))
    }
  )

  /**
   * One statement that writes, in a transaction of its own. It must be safe to run again: after a lost connection it
   * may have been written.
   */
  write(
    statement: Statement,
    values: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> {
    return Effect.map(this.writeTogether([{ statement, values }]), ([rows = []]) => rows)
  }

  /** The same with several statements in one transaction, which is one round trip; the rows of each. */
  writeTogether(
    calls: ReadonlyArray<Call>
  ): Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, StoreUnavailable> {
    return this.#writing(async (client) => {
      const prepared = calls.map((call) => this.#prepared(call))
      const results = await committed(client, prepared, this.#opening)
      return results.map(({ rows }) => rows as ReadonlyArray<Row>)
    })
  }

  /**
   * A transaction. `work` runs statements, and may wait for answers in between. An error that it throws rolls back.
   * It must be safe to run again, after a deadlock for example.
   */
  transaction<A>(work: (ask: Ask) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return this.#writing(async (client) => {
      const beginning = begun(client, this.#opening)
      let answer: A
      try {
        ;[answer] = await Promise.all([work(this.#asking(client)), beginning])
      } catch (error) {
        await rolledBack(client)
        throw error
      }
      await ended(sent(client, { text: "COMMIT" }))
      return answer
    })
  }

  /**
   * Sends all calls between BEGIN and COMMIT in one go, without waiting in between. Rejects only for a defect: a
   * wrong statement, of which nothing was written.
   */
  readonly flush = async (calls: ReadonlyArray<Call>): Promise<Flushed> => {
    // Before a connection is taken: a call that cannot be sent must not be missing between BEGIN and COMMIT.
    const prepared = calls.map((call) => this.#prepared(call))
    return flushed(() => this.#hold(this.#writers, (client) => committed(client, prepared, this.#opening)))
  }

  /**
   * Sends all calls in one go, each a transaction of its own, which must be safe to run again. Returns the first
   * failure, after which some of them may have been written. Rejects only for a defect.
   */
  readonly flushEach = async (calls: ReadonlyArray<Call>): Promise<StoreUnavailable | undefined> => {
    if (calls.length === 0) return undefined
    const prepared = calls.map((call) => this.#prepared(call))
    const written = this.#writing(async (client) => {
      const answers = await Promise.allSettled(
        prepared.map((each) => committed(client, [each], this.#opening))
      )
      for (const answer of answers)
        if (answer.status === "rejected")
          // Nobody asks later whether it was written: the commit that needs it was not.
          throw answer.reason instanceof InDoubt ? new ConnectionLost(reasonOf(answer.reason)) : answer.reason
    })
    return Effect.runPromise(
      Effect.match(written, { onSuccess: () => undefined, onFailure: (failure) => failure })
    )
  }

  /**
   * The same for calls that depend on the content of the store: `look` reads it in the same transaction, and returns
   * them.
   */
  readonly flushAfter = (look: (ask: Ask) => Promise<ReadonlyArray<Call>>): Promise<Flushed> =>
    flushed(() =>
      this.#hold(this.#writers, async (client) => {
        const beginning = begun(client, this.#opening)
        let prepared: ReadonlyArray<Prepared>
        try {
          const [calls] = await Promise.all([look(this.#asking(client)), beginning])
          prepared = calls.map((call) => this.#prepared(call))
        } catch (error) {
          await rolledBack(client)
          throw error
        }
        return committed(client, prepared, [])
      })
    )

  /**
   * Completes when no write of this process with an unknown outcome can still be written: its session is ended on the
   * server. Call this before you ask whether such a write is there.
   */
  readonly settled: Effect.Effect<void, StoreUnavailable> = this.#doubtful.settled

  /** Moves the mark of what the server acknowledged, if there is anything new. */
  readonly marked: Effect.Effect<void, StoreUnavailable> = Effect.suspend(() => {
    const [watch, writes] = [this.#watch, this.#writes]
    if (watch === undefined || writes === this.#movedAt) return Effect.void
    return this.#reading(async (client) => {
      if (await watch.move(client)) this.#movedAt = writes
    })
  })

  /** Whether the server answers and accepts writes, by the last answers. */
  readonly condition: Effect.Effect<StoreCondition> = Effect.map(Clock.currentTimeMillis, (now) =>
    this.#health.condition(now)
  )

  /** What changed about that since this was last asked. */
  readonly news: Effect.Effect<HealthNews | undefined> = Effect.map(Clock.currentTimeMillis, (now) =>
    this.#health.news(now)
  )

  readonly close: Effect.Effect<void> = Effect.promise(async () => {
    await Promise.allSettled([this.#readers, this.#writers, this.#snapshots].map((pool) => pool.end()))
  })

  #reading<A>(look: (client: PoolClient) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    // A connection that waited in the pool may be dead without anybody knowing; a read may be asked twice.
    return repeated(
      () => this.#hold(this.#readers, look),
      (error, attempt) => isContention(error) || isStaleStatement(error) || (attempt === 1 && isLost(error)),
      this.#answerMillisMax
    )
  }

  #writing<A>(work: (client: PoolClient) => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return repeated(
      () => this.#hold(this.#writers, work),
      (error) => isContention(error) || isStaleStatement(error),
      this.#answerMillisMax
    )
  }

  async #hold<A>(pool: Pool, work: (client: PoolClient) => Promise<A>): Promise<A> {
    const isWriter = pool === this.#writers
    if (isWriter && this.#isReadonly) throw notWritten("the store was opened for reading only")
    const refusal = isWriter ? this.#health.refusal : undefined
    if (refusal !== undefined) throw refusal
    if (pool.waitingCount >= waitingMax) throw notWritten("too many requests wait for the database")
    const client = await this.#connected(pool)
    try {
      const answer = await work(client)
      if (isWriter) {
        this.#health.written()
        this.#writes += 1
      } else this.#health.answered()
      client.release()
      if (isWriter) this.#doubtful.settleSoon()
      return answer
    } catch (error) {
      this.#health.failed(error)
      if (isLost(error)) this.#lost += 1
      if (error instanceof InDoubt) this.#doubtful.remember(this.#sessions.get(client)?.backend)
      // A connection that answered everything and is in no transaction is still usable.
      if (!isLost(error) && !isStaleStatement(error) && client.getTransactionStatus() === "I")
        client.release()
      else discard(client)
      throw error
    }
  }

  /** A connection that is newer than the last loss: if one is lost, all pooled connections may be. */
  async #connected(pool: Pool): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await pooled(pool)
        if ((this.#sessions.get(client)?.lostBefore ?? this.#lost) >= this.#lost) return client
        discard(client)
      }
    } catch (error) {
      this.#health.refused(error)
      throw error instanceof StoreUnavailable ? error : notWritten(reasonOf(error))
    }
  }

  #asking(client: PoolClient): Ask {
    return (statement, values) => {
      const asked = sent(client, this.#prepared({ statement, values })).then(
        ({ rows }) => rows as ReadonlyArray<Row>
      )
      // It may fail while nobody waits for it; then the end of the transaction reports it.
      asked.catch(ignored)
      return asked
    }
  }

  #prepared({ statement: { name, text }, values }: Call): Prepared {
    const known = this.#texts.get(name)
    if (known === undefined) this.#texts.set(name, text)
    else if (known !== text) throw new TypeError(`two statements have the name ${name}`)
    return { name, text, values: values.map(parameterOf) }
  }
}

const ignored = (): void => {}
