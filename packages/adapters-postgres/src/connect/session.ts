import type { Client, QueryResult } from "pg"
import { notWritten } from "./failure.ts"

/** A session on the server, as it is named from another one. A process id alone may be another session's by now. */
export interface Backend {
  readonly pid: number
  readonly startedAt: string
}

export interface SessionLimits {
  /** How long the server works on a statement; 0 for without a limit. */
  readonly statementMillisMax: number
  /** How long a statement waits for a lock. */
  readonly lockMillisMax: number
  /** How long a transaction may wait for its client, which may be gone without the server knowing. */
  readonly idleMillisMax: number
  /** Whether it may be a session on a replica. */
  readonly isReadonly: boolean
  readonly plans: Plans
}

/**
 * Whether the server plans a prepared statement anew for the values of each time or once for any: `auto` leaves it to the server.
 * Every read is a range of an index whatever its values, so one plan is enough, and planning would take longer than reading.
 */
export type Plans = "auto" | "generic"

/**
 * Prepares a new session. Its settings are set here and not in the message that starts the session, which poolers do not
 * pass on.
 *
 * A server may be set to answer COMMIT before it has written it; what we acknowledge is on its disk. Stricter settings, which wait
 * for replicas, stay.
 *
 * Outside an explicit transaction that says READ WRITE nothing can be written: if BEGIN fails, the statements that were sent
 * behind it fail as well, instead of being written one by one.
 */
export const prepareSession = async (client: Client, limits: SessionLimits): Promise<Backend> => {
  const [found] = (await client.query(`
SELECT pid, extract(epoch FROM backend_start)::text AS started, pg_is_in_recovery() AS replica,
    current_setting('default_transaction_read_only') AS readonly
  FROM pg_stat_activity WHERE pid = pg_backend_pid();
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
SET statement_timeout = ${limits.statementMillisMax};
SET lock_timeout = ${limits.lockMillisMax};
SET idle_in_transaction_session_timeout = ${limits.idleMillisMax};
SET plan_cache_mode = ${limits.plans === "generic" ? "force_generic_plan" : "auto"};
SET default_transaction_read_only = on;
SET default_transaction_isolation = 'read committed'`)) as unknown as ReadonlyArray<QueryResult>
  const { pid, readonly, replica, started } = found?.rows[0] ?? {}
  if (!limits.isReadonly) {
    if (replica === true) throw notWritten("the server is a replica now")
    if (readonly === "on") throw notWritten("the server was set to take no writes")
  }
  return { pid, startedAt: started }
}

/**
 * Ends a session, if it is still there, with what it was about to write. Answers a row `ended`, false if it did not end in
 * time, or no row. Every role may end its own sessions.
 */
export const endBackend = {
  name: "end_backend",
  text: `
SELECT pg_terminate_backend(pid, 5000) AS ended
  FROM pg_stat_activity WHERE pid = $1 AND extract(epoch FROM backend_start)::text = $2`
}
