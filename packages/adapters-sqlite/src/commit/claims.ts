import { type Claim, ClaimTaken, claimDomain, type EventRecord } from "@quittance/core"
import type Database from "better-sqlite3"
import { nullable } from "../rows/columns.ts"

/** Unique keys: `taken` looks for all of them, `write` takes them. An expired claim is free, by the commit's own time. */
export interface ClaimTable {
  readonly taken: (claims: ReadonlyArray<Claim>, events: ReadonlyArray<EventRecord>) => ClaimTaken | undefined
  readonly write: (claim: Claim) => void
}

export const prepareClaims = (database: Database.Database): ClaimTable => {
  const owner = database
    .prepare(
      `SELECT owner_id FROM claims WHERE domain = ? AND scope = ? AND key = ?
         AND (expires_at IS NULL OR expires_at > ?)`
    )
    .pluck()
  const put = database.prepare(
    `INSERT INTO claims (domain, scope, key, partner_id, owner_id, fingerprint, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET partner_id = excluded.partner_id, owner_id = excluded.owner_id,
       fingerprint = excluded.fingerprint, expires_at = excluded.expires_at`
  )

  return {
    taken: (claims, events) => {
      if (claims.length === 0) return undefined
      const at = events[0]?.at ?? Number.MIN_SAFE_INTEGER
      // A key may be asked for twice in one commit; then the first one has it.
      const earlier = claims.length === 1 ? undefined : new Map<string, string>()
      const taken: Array<{ scope: string; key: string; ownerId: string }> = []
      for (const { key, ownerId, partnerId, scope } of claims) {
        const domain = claimDomain(scope, partnerId)
        const stored = owner.get(domain, scope, key, at) as string | undefined
        const name = earlier && JSON.stringify([domain, scope, key])
        const holder = stored ?? (name && earlier?.get(name))
        if (holder !== undefined) taken.push({ scope, key, ownerId: holder })
        if (name !== undefined) earlier?.set(name, ownerId)
      }
      return taken.length === 0 ? undefined : new ClaimTaken({ taken })
    },

    write: ({ expiresAt, fingerprint, key, ownerId, partnerId, scope }) => {
      put.run(
        claimDomain(scope, partnerId),
        scope,
        key,
        partnerId,
        ownerId,
        nullable(fingerprint),
        nullable(expiresAt)
      )
    }
  }
}
