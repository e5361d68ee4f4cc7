import { Effect, Metric } from "effect"

/** Situations an operator must look at. Each concept adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface AlertKinds {}

export type AlertKind = keyof AlertKinds

const alerts = Metric.counter("quittance_alerts_total", {
  description: "Situations that need an operator",
  incremental: true
})

/** Alerts operators: an error in the log and a counter in the metrics, both with the kind. */
export const raiseAlert = (kind: AlertKind, message: string): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(alerts, { kind }), 1),
    Effect.annotateLogs(Effect.logError(message), { alert: kind })
  )
