import type { Plans } from "./Plans.ts"

export interface ConnectionsOptions {
  readonly url: string
  /** How many connections read at once; 8. */
  readonly readersMax?: number
  /** How many connections write at once; 4. */
  readonly writersMax?: number
  /** How long a caller waits for a free connection, and then for an answer; 10 s each. */
  readonly answerMillisMax?: number
  /** How long an unused connection stays open; 60 s. The server ends one after five times as long by itself. */
  readonly idleMillisMax?: number
  /** Every write fails, and the server may be a replica. */
  readonly readonly?: boolean
  /** How reads are planned; `generic`. Citus finds the machine of a partner by the values: `free` there. */
  readonly readPlans?: Plans
}
