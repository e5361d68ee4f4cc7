import {
  dueJobsOf,
  jobKinds,
  openPayoutSteps,
  type Row,
  WaitingWork,
  waitingDeliveriesOf,
  waitingPayoutsOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
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

  const rowsOf = (statement: Database.Statement, values: object = {}) =>
    statement.all(values) as ReadonlyArray<Row>
  return WaitingWork.of({
    payouts: reads.read(() => waitingPayoutsOf(rowsOf(payouts))),
    deliveries: reads.read(() => waitingDeliveriesOf(rowsOf(deliveries))),
    jobsDue: (now) => reads.read(() => dueJobsOf(rowsOf(jobsDue, { now, kinds })))
  })
}
