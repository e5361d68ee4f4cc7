import { Context, Effect, Metric } from "effect"

/** Situations an operator must look at. Each concept adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface AlertKinds {}

export type AlertKind = keyof AlertKinds

const alerts = Metric.counter("quittance_alerts_total", {
  description: "Situations that need an operator",
  incremental: true
})

/** Hears of every alert of this process. It must not wait. */
export type AlertListener = (kind: string, message: string) => void

/** A host that tells operators by itself provides it before the services are made; by default nobody hears more. */
export const AlertListener = Context.Reference<AlertListener>("@quittance/core/kernel/work/AlertListener", {
  defaultValue: () => () => undefined
})

/** Alerts operators: an error in the log, a counter in the metrics, both with the kind, and whoever listens. */
export const raiseAlert = (kind: AlertKind, message: string): Effect.Effect<void> =>
  Effect.flatMap(AlertListener, (hear) => {
    hear(kind, message)
    return Effect.andThen(
      Metric.update(Metric.withAttributes(alerts, { kind }), 1),
      Effect.annotateLogs(Effect.logError(message), { alert: kind })
    )
  })
