import { Effect, Metric } from "effect"
import type { RecordedDelivery } from "./WebhookDelivery.ts"

const attempts = Metric.counter("quittance_webhook_attempts_total", {
  description: "Attempts to deliver webhooks, by the resulting state of the delivery",
  incremental: true
})

const outcomes = ["delivered", "pending", "failed"] as const

/** Counts attempts by the resulting state of the delivery: `pending` ones are made again. */
export const countAttempts = (after: ReadonlyArray<RecordedDelivery>): Effect.Effect<void> =>
  Effect.forEach(
    outcomes,
    (outcome) => {
      const count = after.filter(({ _tag }) => _tag === outcome).length
      return count === 0 ? Effect.void : Metric.update(Metric.withAttributes(attempts, { outcome }), count)
    },
    { discard: true }
  )
