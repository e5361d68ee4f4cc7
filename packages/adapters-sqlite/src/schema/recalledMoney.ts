import type { CheckChange } from "./Step.ts"

/** Of version 29: bank payments whose money the bank took back, and what is known of such money. */
export const recalledMoneyChecks: { readonly [table: string]: ReadonlyArray<CheckChange> } = {
  bank_payments: [
    {
      from: "CHECK ((state IN ('settled', 'unresolved', 'returned')) = (bank_time IS NOT NULL))",
      to: "CHECK ((state IN ('settled', 'unresolved', 'returned', 'reversed')) = (bank_time IS NOT NULL))"
    },
    {
      from: "CHECK ((state IN ('settled', 'unresolved', 'returned')) = (operation_id IS NOT NULL))",
      to: "CHECK ((state IN ('settled', 'unresolved', 'returned', 'reversed')) = (operation_id IS NOT NULL))"
    },
    {
      from: "CHECK ((state IN ('settled', 'unresolved', 'returned')) = (payer_bank IS NOT NULL))",
      to: "CHECK ((state IN ('settled', 'unresolved', 'returned', 'reversed')) = (payer_bank IS NOT NULL))"
    },
    {
      from: "CHECK ((state IN ('settled', 'unresolved', 'returned')) = (received_currency IS NOT NULL))",
      to: "CHECK ((state IN ('settled', 'unresolved', 'returned', 'reversed')) = (received_currency IS NOT NULL))"
    },
    {
      from: "CHECK ((state IN ('settled', 'unresolved', 'returned')) = (received_minor IS NOT NULL))",
      to: "CHECK ((state IN ('settled', 'unresolved', 'returned', 'reversed')) = (received_minor IS NOT NULL))"
    },
    {
      from: "CHECK (state IN ('requested', 'starting', 'unknown', 'awaiting', 'declined', 'lapsed', 'settled', 'unresolved', 'returned'))",
      to: "CHECK (state IN ('requested', 'starting', 'unknown', 'awaiting', 'declined', 'lapsed', 'settled', 'unresolved', 'returned', 'reversed'))"
    }
  ]
}
