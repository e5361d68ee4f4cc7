import type { Step } from "../Step.ts"

/** Deliveries of events that are no longer subscribed are cancelled. */
export const step17: Step = {
  version: 17,
  checks: {
    webhook_deliveries: [
      {
        name: "webhook_deliveries_state_check",
        check: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
      }
    ]
  }
}
