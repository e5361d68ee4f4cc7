import type { Step } from "../Step.ts"

/** Deliveries of events that are no longer subscribed are cancelled. */
export const step17: Step = {
  version: 17,
  checks: {
    webhook_deliveries: [
      {
        from: "CHECK (state IN ('pending', 'delivered', 'failed'))",
        to: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
      }
    ]
  }
}
