import {
  integerIn,
  type JobKind,
  jobKinds,
  openPayoutSteps,
  type Row,
  textIn,
  WaitingWork
} from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"

/** What waits, found through the jobs of it. */
export const sqliteWaitingWork = (database: Database.Database, reads: Reads): WaitingWork["Service"] => {
  const payouts = database.prepare(
    `SELECT state, count(*) AS count, min(created_at) AS oldest_at
       FROM jobs INDEXED BY jobs_by_due
       CROSS JOIN payouts ON payouts.partner_id = jobs.partner_id AND payouts.id = jobs.subject_id
      WHERE jobs.kind = 'payout.dispatch' AND state IN (${openPayoutSteps.map((step) => `'${step}'`).join(", ")})
      GROUP BY state`
  )
  const deliveries = database.prepare(
    `SELECT count(*) AS count, min(waiting.created_at) AS oldest_at
       FROM jobs INDEXED BY jobs_by_due
       CROSS JOIN webhook_deliveries AS waiting INDEXED BY webhook_deliveries_listed
          ON waiting.partner_id = jobs.partner_id AND waiting.endpoint_id = jobs.subject_id AND waiting.state = 'pending'
      WHERE jobs.kind = 'webhook.deliver'`
  )
  const jobsDue = database.prepare(
    `SELECT kinds.value AS kind, (SELECT count(*) FROM jobs INDEXED BY jobs_by_due
        WHERE kind = kinds.value AND due_at <= @now AND (lease_until IS NULL OR lease_until <= @now)) AS count
       FROM json_each(@kinds) AS kinds`
  )
  const kinds = JSON.stringify(jobKinds)

  return WaitingWork.of({
    payouts: reads.read(() => {
      const rows = payouts.all() as ReadonlyArray<Row>
      return new Map(
        openPayoutSteps.flatMap((step) =>
          rows.filter((row) => row.state === step).map((row) => [step, waitingOf(row)] as const)
        )
      )
    }),
    deliveries: reads.read(() => {
      const row = deliveries.get() as Row
      return integerIn(row, "count") === 0 ? Option.none() : Option.some(waitingOf(row))
    }),
    jobsDue: (now) =>
      reads.read(() => {
        const rows = jobsDue.all({ now, kinds }) as ReadonlyArray<Row>
        return new Map(
          rows.flatMap((row) => {
            const count = integerIn(row, "count")
            return count === 0 ? [] : [[textIn(row, "kind") as JobKind, count] as const]
          })
        )
      })
  })
}

const waitingOf = (row: Row) => ({ count: integerIn(row, "count"), oldestAt: integerIn(row, "oldest_at") })
