import type { PartnerId, StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { type Effect, Option } from "effect"
import type { Reads } from "../Reads.ts"

/**
 * The partner of what is known by its id alone. Keys start with the partner, so the id is looked for under each partner in
 * turn.
 */
export const preparePartnerOfId = (
  database: Database.Database,
  reads: Reads,
  table:
    | "payouts"
    | "crypto_invoices"
    | "invoices"
    | "bank_payments"
    | "kyc_sessions"
    | "webhook_endpoints"
    | "webhook_deliveries"
): ((id: string) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>) => {
  const partnerOf = database
    .prepare(
      `WITH RECURSIVE partner (id) AS (
         SELECT min(partner_id) FROM ${table}
         UNION ALL
         SELECT (SELECT min(partner_id) FROM ${table} WHERE partner_id > partner.id) FROM partner WHERE partner.id IS NOT NULL)
       SELECT partner.id FROM partner
        WHERE EXISTS (SELECT 1 FROM ${table} AS kept WHERE kept.partner_id = partner.id AND kept.id = ?) LIMIT 1`
    )
    .pluck()
  return (id) => reads.read(() => Option.fromUndefinedOr(partnerOf.get(id) as string | undefined))
}
