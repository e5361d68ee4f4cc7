import { jobKinds, millisPerSecond, openPayoutSteps, type Waiting } from "@quittance/core/adapter"
import { Option } from "effect"
import { gauge } from "./gauge.ts"
import { reasonCodes } from "./readiness.ts"
import type { Readiness } from "./readinessLook.ts"
import type { FoundWaiting } from "./waitingWork.ts"

/** What waits in the store, for Prometheus. Omitted if unknown: no value is better than a wrong one. */
export const waitingMetrics = (found: Option.Option<FoundWaiting>): string =>
  Option.match(found, {
    onNone: () => "",
    onSome: ({ at, deliveries, jobsDue, payouts }) => {
      const ageOf = (waiting: Iterable<Waiting>): number =>
        [...waiting].reduce((age, { oldestAt }) => Math.max(age, at - oldestAt), 0) / millisPerSecond
      return (
        gauge(
          "quittance_payouts",
          "Payouts without an outcome, by their step.",
          openPayoutSteps.map((step) => [`{step="${step}"}`, payouts.get(step)?.count ?? 0])
        ) +
        gauge(
          "quittance_payout_oldest_age_seconds",
          "Age of the oldest payout without an outcome; one that waits for approvals is not late.",
          [["", ageOf([...payouts].flatMap(([step, each]) => (step === "awaiting" ? [] : [each])))]]
        ) +
        gauge("quittance_webhook_backlog", "Webhook deliveries that wait.", [
          ["", Option.match(deliveries, { onNone: () => 0, onSome: ({ count }) => count })]
        ]) +
        gauge("quittance_webhook_oldest_age_seconds", "Age of the oldest webhook delivery that waits.", [
          ["", ageOf(Option.toArray(deliveries))]
        ]) +
        gauge(
          "quittance_jobs_due",
          "Jobs that are due and that no worker has begun.",
          jobKinds.map((kind) => [`{kind="${kind}"}`, jobsDue.get(kind) ?? 0])
        )
      )
    }
  })

/** Whether each reason of `/readyz` holds now. */
export const reasonMetrics = ({ degraded, unready }: Readiness): string => {
  const codes = new Set([...unready, ...degraded].map(({ code }) => code))
  return gauge(
    "quittance_reasons",
    "1 while /readyz has a reason with this code, else 0.",
    reasonCodes.map((code) => [`{code="${code}"}`, codes.has(code) ? 1 : 0])
  )
}
