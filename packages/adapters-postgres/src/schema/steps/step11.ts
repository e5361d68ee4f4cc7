import type { Step } from "../Step.ts"

/** Transfers say which nodes have shown them; one without `asked_for` was recorded before anybody asked. */
export const step11: Step = {
  version: 11,
  columns: {
    chain_transfers: [
      "asked_for bigint",
      "waits_since bigint",
      'shown_by text COLLATE "C"',
      'accepted text COLLATE "C"'
    ]
  },
  indexes: [
    "chain_transfers_waiting ON chain_transfers (partner_id, block_number) WHERE (waits_since IS NOT NULL)",
    "chain_transfers_unasked ON chain_transfers (partner_id, block_number) WHERE (asked_for IS NULL)"
  ]
}
