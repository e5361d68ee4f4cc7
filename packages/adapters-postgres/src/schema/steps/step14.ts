import type { Step } from "../Step.ts"

/** Transactions say why they were refused; those of before do not. Sweeps and deployments that wait have an index of their own. */
export const step14: Step = {
  version: 14,
  columns: { chain_transactions: ['refusal text COLLATE "C"'] },
  checks: {
    chain_transactions: [
      {
        name: "chain_transactions_refusal_check",
        check: "CHECK (((state = ANY (ARRAY['cancelled'::text, 'abandoned'::text])) OR (refusal IS NULL)))"
      }
    ]
  },
  indexes: [
    "chain_transactions_errands ON chain_transactions (partner_id, created_at, id) WHERE ((purpose = ANY (ARRAY['sweep'::text, 'deployment'::text, 'other'::text])) AND (state = 'queued'::text))"
  ]
}
