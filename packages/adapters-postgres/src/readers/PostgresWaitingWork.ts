import {
  dueJobsOf,
  jobKinds,
  openPayoutSteps,
  WaitingWork,
  waitingDeliveriesOf,
  waitingPayoutsOf
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections } from "../connect/Connections.ts"

// Joins name the partner of both sides, so that a spread store makes them where the rows are.

const payouts = {
  name: "payouts that wait",
  text: `SELECT payouts.state, count(*) AS count, min(payouts.created_at) AS oldest_at
    FROM jobs JOIN payouts ON payouts.partner_id = jobs.partner_id AND payouts.id = jobs.subject_id
   WHERE jobs.kind = 'payout.dispatch' AND payouts.state = ANY ($1::text[]) GROUP BY payouts.state`
}

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
    deliveries: Effect.map(connections.read(deliveries, []), waitingDeliveriesOf),
    jobsDue: (now) => Effect.map(connections.read(jobsDue, [jobKinds, now]), dueJobsOf)
  })
