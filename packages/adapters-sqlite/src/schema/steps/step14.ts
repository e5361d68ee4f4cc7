import type { Step } from "../Step.ts"

/** Transactions say why they were refused; those of before do not. Sweeps and deployments that wait have an index of their own. */
export const step14: Step = {
  version: 14,
  columns: {
    chain_transactions: ["refusal TEXT CHECK (state IN ('cancelled', 'abandoned') OR refusal IS NULL)"]
  },
  sql: `
CREATE INDEX chain_transactions_errands ON chain_transactions (partner_id, created_at, id) WHERE purpose IN ('sweep', 'deployment', 'other') AND state = 'queued';`
}
