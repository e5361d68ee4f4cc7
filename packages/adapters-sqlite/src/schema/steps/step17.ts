import type { Step } from "../Step.ts"

/** Deliveries of events that are no longer subscribed are cancelled. Networks know what their payouts and deposits wait for. */
export const step17: Step = {
  version: 17,
  columns: { chain_setups: ["waits TEXT"] },
  checks: {
    webhook_deliveries: [
      {
        from: "CHECK (state IN ('pending', 'delivered', 'failed'))",
        to: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
      }
    ]
  }
}
