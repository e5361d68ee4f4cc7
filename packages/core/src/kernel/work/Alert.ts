import { Effect, Metric } from "effect"

/** Situations an operator must look at. */
export type AlertKind =
  | "payout.unknown"
  | "payout.notFinal"
  | "payout.refused"
  | "payout.settledLate"
  | "deposit.reversed"
  | "balance.negative"
  | "bankPayment.unresolved"
  | "chain.behind"
  | "chain.clock"
  | "chain.foreign"
  | "chain.differs"
  | "chain.doubtful"
  | "chain.funds"
  | "chain.limit"
  | "chain.low"
  | "chain.refused"
  | "chain.signer"
  | "chain.silent"
  | "chain.slot"
  | "chain.token"
  | "chain.unchecked"
  | "kyc.unanswered"
  | "webhook.disabled"
  | "webhook.backlog"
  | "chain.reorganised"
  | "chain.disputed"
  | "store.damaged"
  | "store.gone"

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
