import type { Client, QueryResult } from "pg"
import { notWritten } from "./failure.ts"
import { keepalive } from "./keepalive.ts"
import type { Plans } from "./Plans.ts"

/** A session on the server, as another session names it. The process id alone may belong to another session by now. */
export interface Backend {
  readonly pid: number
  readonly startedAt: string
}

export interface SessionLimits {
  /** How long the server works on a statement; 0 for no limit. */
  readonly statementMillisMax: number
  /** How long a statement waits for a lock. */
  readonly lockMillisMax: number
  /** How long a transaction may wait for its client, which may be gone without the server knowing. */
  readonly transactionIdleMillisMax: number
  /** How long a session may wait for its client between transactions. */
  readonly idleMillisMax: number
  /** Whether it may be a session on a replica. */
  readonly isReadonly: boolean
  readonly plans: Plans
}

const byIndexes = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"

const planSettings: Record<Plans, string> = {
  free: "SET plan_cache_mode = auto",
  indexed: `SET plan_cache_mode = auto; ${byIndexes}`,
  generic: `SET plan_cache_mode = force_generic_plan; ${byIndexes}`
}

/**
 * Prepares a new session. Its settings are set here and not in the message that starts the session, which poolers do
 * not pass on.
 *
 * A server may be configured to answer COMMIT before the write is on its disk; here every acknowledged write is on
 * its disk. Stricter settings, which wait for replicas, stay.
 *
 * No statement is compiled: each takes milliseconds at most, and the server, which expects much more of some, would
 * compile for a tenth of a second and more.
 *
 * Outside an explicit transaction that says READ WRITE nothing can be written: if BEGIN fails, the statements that were
 * sent behind it fail as well, instead of being written one by one.
 */
export const prepareSession = async (client: Client, limits: SessionLimits): Promise<Backend> => {
  const [found] = (await client.query(`
SELECT pid, extract(epoch FROM backend_start)::text AS started, pg_is_in_recovery() AS replica,
    current_setting('default_transaction_read_only') AS readonly
  FROM pg_stat_activity WHERE pid = pg_backend_pid();
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
SET statement_timeout = ${limits.statementMillisMax};
SET lock_timeout = ${limits.lockMillisMax};
SET idle_in_transaction_session_timeout = ${limits.transactionIdleMillisMax};
SET idle_session_timeout = ${limits.idleMillisMax};
SET jit = off;
${planSettings[limits.plans]};
SET default_transaction_read_only = on;
SET default_transaction_isolation = 'read committed';${keepalive}`)) as unknown as ReadonlyArray<QueryResult>
  const { pid, readonly, replica, started } = found?.rows[0] ?? {}
  if (!limits.isReadonly) {
    if (replica === true) throw notWritten("the server is a replica now")
    if (readonly === "on") throw notWritten("the server was set to accept no writes")
  }
  return { pid, startedAt: started }
}

/** Sessions by their process ids and starts, of those that are still there. Every role may end its own. */
const sessionsStillThere = `pg_stat_activity
  JOIN unnest($1::int[], $2::text[]) AS lost (pid, started_at)
    ON lost.pid = pg_stat_activity.pid AND lost.started_at = extract(epoch FROM backend_start)::text`

/** Ends sessions with what they were about to write, and waits for none of them. */
export const endBackends = {
  name: "end_backends",
  text: `SELECT pg_terminate_backend(lost.pid) FROM ${sessionsStillThere}`
}

/** Waits for those that were not gone at once. Answers a row `ended` for each, false if it did not end in time. */
export const awaitEnds = {
  name: "await_ends",
  text: `SELECT pg_terminate_backend(lost.pid, 5000) AS ended FROM ${sessionsStillThere}`
}
