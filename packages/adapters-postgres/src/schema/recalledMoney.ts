import type { NamedCheck } from "./Step.ts"

/** Of version 29: bank payments whose money the bank took back, and what is known of such money. */
export const recalledMoneyChecks: { readonly [table: string]: ReadonlyArray<NamedCheck> } = {
  invoices: [
    {
      name: "invoices_entry_id_check",
      check: "CHECK (((state = 'paid'::text) OR (entry_id IS NULL)))"
    },
    {
      name: "invoices_reversed_at_check",
      check: "CHECK (((state = 'paid'::text) OR (reversed_at IS NULL)))"
    }
  ],
  bank_payments: [
    {
      name: "bank_payments_check",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) = (operation_id IS NOT NULL)))"
    },
    {
      name: "bank_payments_check1",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) = (received_minor IS NOT NULL)))"
    },
    {
      name: "bank_payments_check2",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) = (received_currency IS NOT NULL)))"
    },
    {
      name: "bank_payments_check3",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) = (payer_bank IS NOT NULL)))"
    },
    {
      name: "bank_payments_check4",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) = (bank_time IS NOT NULL)))"
    },
    {
      name: "bank_payments_entry_id_check",
      check:
        "CHECK (((state = ANY (ARRAY['settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])) OR (entry_id IS NULL)))"
    },
    {
      name: "bank_payments_resolved_at_check",
      check: "CHECK (((state = ANY (ARRAY['settled'::text, 'reversed'::text])) OR (resolved_at IS NULL)))"
    },
    {
      name: "bank_payments_recalled_on_check",
      check: "CHECK (((state = 'reversed'::text) = (recalled_on IS NOT NULL)))"
    },
    {
      name: "bank_payments_state_check",
      check:
        "CHECK ((state = ANY (ARRAY['requested'::text, 'starting'::text, 'unknown'::text, 'awaiting'::text, 'declined'::text, 'lapsed'::text, 'settled'::text, 'unresolved'::text, 'returned'::text, 'reversed'::text])))"
    }
  ]
}
