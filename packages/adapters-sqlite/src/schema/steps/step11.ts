import type { Step } from "../Step.ts"

/** Transfers say which nodes have shown them; one without `asked_for` was recorded before anybody asked. */
export const step11: Step = {
  version: 11,
  columns: {
    chain_transfers: ["asked_for INTEGER", "shown_by TEXT", "waits_since INTEGER", "accepted TEXT"]
  },
  sql: `
CREATE INDEX chain_transfers_waiting ON chain_transfers (partner_id, block_number) WHERE waits_since IS NOT NULL;
CREATE INDEX chain_transfers_unasked ON chain_transfers (partner_id, block_number) WHERE asked_for IS NULL;`
}
