import {
  dueJobsOf,
  jobKinds,
  openPayoutSteps,
  openPayoutsOf,
  payout,
  textIn,
  WaitingWork,
  waitingDeliveriesOf,
  waitingPayoutsOf
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections } from "../connect/Connections.ts"
import { conceptState } from "./conceptState.ts"

// Joins name the partner of both sides, so that a spread store makes them where the rows are.

const payouts = {
  name: "payouts that wait",
  text: `SELECT payouts.state, count(*) AS count,
         min(CASE WHEN payouts.approvals_given IS NULL THEN payouts.created_at ELSE payouts.updated_at END) AS oldest_at
    FROM jobs JOIN payouts ON payouts.partner_id = jobs.partner_id AND payouts.id = jobs.subject_id
   WHERE jobs.kind = 'payout.dispatch' AND payouts.state = ANY ($1::text[]) GROUP BY payouts.state`
}

// What the jobs are for is looked up only as far as it is asked for.
const openPayouts = {
  name: "open payouts",
  text: `SELECT waiting.subject_id AS looked_at, payouts.* FROM (
       SELECT partner_id, subject_id FROM jobs WHERE kind = 'payout.dispatch' AND subject_id > $1::text
        ORDER BY subject_id LIMIT $2::bigint) AS waiting
     LEFT JOIN payouts ON payouts.partner_id = waiting.partner_id AND payouts.id = waiting.subject_id
       AND payouts.state = ANY ($3::text[])
    ORDER BY waiting.subject_id`
}

const payoutOf = conceptState(payout)

const deliveries = {
  name: "deliveries that wait",
  text: `SELECT count(*) AS count, min(waiting.created_at) AS oldest_at
    FROM jobs JOIN webhook_deliveries AS waiting
      ON waiting.partner_id = jobs.partner_id AND waiting.endpoint_id = jobs.subject_id AND waiting.state = 'pending'
   WHERE jobs.kind = 'webhook.deliver'`
}

const jobsDue = {
  name: "jobs.countDue",
  text: `SELECT kind, count(*) AS count FROM jobs
    WHERE kind = ANY ($1::text[]) AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2) GROUP BY kind`
}

/** What waits, found through the jobs of it. */
export const postgresWaitingWork = (connections: Connections): WaitingWork["Service"] =>
  WaitingWork.of({
    payouts: Effect.map(connections.read(payouts, [openPayoutSteps]), waitingPayoutsOf),
    openPayouts: (asked) =>
      openPayoutsOf(asked, (after, limit) =>
        Effect.map(
          connections.read(openPayouts, [
            after,
            limit,
            asked.step === undefined ? openPayoutSteps : [asked.step]
          ]),
          (rows) =>
            rows.map((row) => ({
              id: textIn(row, "looked_at"),
              payout: row.id === null ? Option.none() : Option.some(payoutOf(row))
            }))
        )
      ),
    deliveries: Effect.map(connections.read(deliveries, []), waitingDeliveriesOf),
    jobsDue: (now) => Effect.map(connections.read(jobsDue, [jobKinds, now]), dueJobsOf)
  })
