import {
  type AccountName,
  deltasOf,
  type JournalEntry,
  LimitExceeded,
  neverBelowZero
} from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { byName } from "./Additions.ts"
import { BulkRows, bigints, bulkStatement, type Partners, texts } from "./BulkRows.ts"

/**
 * The sums of a group are added at once. `needed` is what the balance must be before the group, so that no enforced
 * debit takes the account below zero, in the order of the commits; null when none needs anything.
 */
const addToAccounts = bulkStatement(
  "add to accounts",
  [...texts("currency", "name"), ...bigints("delta", "needed")],
  ({ partner, partnerValue, rows }) =>
    `WITH moved AS (
       INSERT INTO accounts AS kept (partner_id, currency, name, balance_minor)
         VALUES (${partnerValue}, unnest($2::text[]), unnest($3::text[]), unnest($4::bigint[]))
         ON CONFLICT (partner_id, currency, name) DO UPDATE SET balance_minor = kept.balance_minor + excluded.balance_minor
         RETURNING partner_id, currency, name, balance_minor)
     SELECT 1 / (count(*) = 0)::int FROM moved JOIN ${rows}
       ON moved.partner_id = ${partner} AND moved.currency = i.currency AND moved.name = i.name
       WHERE moved.balance_minor - i.delta < i.needed`
)

interface Moves {
  readonly name: string
  readonly partnerId: string
  readonly currency: string
  readonly account: AccountName
  delta: bigint
  needed: bigint | undefined
}

export const accountKey = (partnerId: string, currency: string, account: string): string =>
  JSON.stringify([partnerId, currency, account])

/** What the entries of a group do to the accounts. */
export class AccountMoves {
  readonly #moves = new Map<string, Moves>()

  add(entry: JournalEntry): void {
    const { currency, limit, partnerId } = entry
    for (const [account, delta] of deltasOf(entry)) {
      const name = accountKey(partnerId, currency, account)
      const known = this.#moves.get(name)
      const moves = known ?? { name, partnerId, currency, account, delta: 0n, needed: undefined }
      if (known === undefined) this.#moves.set(name, moves)
      moves.delta += delta
      if (limit === "enforced" && delta < 0n && neverBelowZero.has(account)) {
        const needed = -moves.delta
        if (moves.needed === undefined || needed > moves.needed) moves.needed = needed
      }
    }
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    const rows = new BulkRows(addToAccounts)
    for (const { account, currency, delta, needed, partnerId } of [...this.#moves.values()].sort(byName)) {
      rows.add(partnerId, [currency, account, delta, needed ?? null])
    }
    return rows.calls(partners)
  }
}

/** The accounts that limits of these entries apply to. */
export const limitedAccounts = (
  entries: ReadonlyArray<JournalEntry>
): ReadonlyArray<readonly [partnerId: string, currency: string, account: AccountName]> =>
  entries.flatMap((entry) =>
    deltasOf(entry).flatMap(([account]) =>
      neverBelowZero.has(account) ? [[entry.partnerId, entry.currency, account] as const] : []
    )
  )

/** Moves balances, which are by `accountKey`, entry by entry; refused at the first entry that breaks its limit. */
export const moveBalances = (
  balances: ReadonlyMap<string, bigint>,
  entries: ReadonlyArray<JournalEntry>
): ReadonlyMap<string, bigint> | LimitExceeded => {
  const moved = new Map<string, bigint>()
  for (const entry of entries) {
    const { currency, limit, partnerId } = entry
    for (const [account, delta] of deltasOf(entry)) {
      const name = accountKey(partnerId, currency, account)
      const after = (moved.get(name) ?? balances.get(name) ?? 0n) + delta
      moved.set(name, after)
      const isLimited = limit === "enforced" && delta < 0n && neverBelowZero.has(account)
      if (isLimited && after < 0n) return new LimitExceeded({ partnerId, account })
    }
  }
  return moved
}
