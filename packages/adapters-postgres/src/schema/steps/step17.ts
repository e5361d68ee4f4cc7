import type { Step } from "../Step.ts"

/** Deliveries of events that are no longer subscribed are cancelled. Networks know what their payouts and deposits wait for. */
export const step17: Step = {
  version: 17,
  columns: { chain_setups: ['waits text COLLATE "C"'] },
  checks: {
    webhook_deliveries: [
      {
        name: "webhook_deliveries_state_check",
        check: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
      }
    ]
  }
}
