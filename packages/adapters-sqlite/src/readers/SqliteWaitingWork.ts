import {
  dueJobsOf,
  jobKinds,
  openPayoutSteps,
  openPayoutsOf,
  payout,
  type Row,
  textIn,
  WaitingWork,
  waitingDeliveriesOf,
  waitingPayoutsOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { conceptReader } from "../rows/conceptReader.ts"

/** What waits, found through the jobs of it. */
export const sqliteWaitingWork = (database: Database.Database, reads: Reads): WaitingWork["Service"] => {
  const steps = openPayoutSteps.map((step) => `'${step}'`).join(", ")
  const payouts = database.prepare(
    `SELECT state, count(*) AS count,
            min(CASE WHEN approvals_given IS NULL THEN created_at ELSE updated_at END) AS oldest_at
       FROM jobs INDEXED BY jobs_by_due
       CROSS JOIN payouts ON payouts.partner_id = jobs.partner_id AND payouts.id = jobs.subject_id
      WHERE jobs.kind = 'payout.dispatch' AND state IN (${steps})
      GROUP BY state`
  )
  // The jobs are few, and what they are for is looked up only as far as it is asked for.
  const openPayouts = database
    .prepare(
      `SELECT waiting.subject_id AS looked_at, payouts.* FROM (
           SELECT partner_id, subject_id FROM jobs INDEXED BY jobs_by_due
            WHERE kind = 'payout.dispatch' AND subject_id > @after ORDER BY subject_id LIMIT @limit) AS waiting
         LEFT JOIN payouts ON payouts.partner_id = waiting.partner_id AND payouts.id = waiting.subject_id
           AND state IN (${steps}) AND (@step IS NULL OR state = @step)
        ORDER BY waiting.subject_id`
    )
    .safeIntegers()
  const payoutOf = conceptReader(database, payout)
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
    openPayouts: (asked) =>
      openPayoutsOf(asked, (after, limit) =>
        reads.read(() =>
          rowsOf(openPayouts, { after, limit, step: asked.step ?? null }).map((row) => ({
            id: textIn(row, "looked_at"),
            payout: row.id === null ? Option.none() : Option.some(payoutOf(row))
          }))
        )
      ),
    deliveries: reads.read(() => waitingDeliveriesOf(rowsOf(deliveries))),
    jobsDue: (now) => reads.read(() => dueJobsOf(rowsOf(jobsDue, { now, kinds })))
  })
}
