import { type Claim, ClaimTaken, type Commit, claimDomain } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"

/**
 * Unique keys. An expired claim is free, by the commit's own
 * time, and so is one that its owner gives up in the same commit.
 */
export interface ClaimTable {
  /** Names every key that is taken, with its owner; undefined if the commit may take all of its keys. */
  readonly refusal: (commit: Commit) => ClaimTaken | undefined
  readonly take: (claim: Claim) => void
  /** Takes keys that were not checked, all of them or none: false if there is a row of one of them. */
  readonly attempt: (claims: ReadonlyArray<Claim>) => boolean
  /** Call before the claims of the commit are written; another owner's claim stays. */
  readonly release: (claim: Claim) => void
}

/** From this many claims on, checking all of them in one statement is worthwhile. */
const manyClaims = 8

export const prepareClaims = (database: Database.Database): ClaimTable => {
  const owner = database
    .prepare(
      `SELECT owner_id FROM claims WHERE domain = ? AND scope = ? AND key = ?
         AND (expires_at IS NULL OR expires_at > ?)`
    )
    .pluck()
  // A thousand keys of one file are checked in one statement.
  const owners = database
    .prepare(
      `SELECT key, owner_id FROM claims WHERE domain = ? AND scope = ? AND (expires_at IS NULL OR expires_at > ?)
         AND key IN (SELECT value FROM json_each(?))`
    )
    .raw()
  const insertSql = `INSERT INTO claims (domain, scope, key, partner_id, owner_id, fingerprint, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`
  const add = database.prepare(`${insertSql} ON CONFLICT DO NOTHING`)
  const replace = database.prepare(
    `${insertSql}
     ON CONFLICT DO UPDATE SET partner_id = excluded.partner_id, owner_id = excluded.owner_id,
       fingerprint = excluded.fingerprint, expires_at = excluded.expires_at`
  )

  const remove = database.prepare(
    "DELETE FROM claims WHERE domain = ? AND scope = ? AND key = ? AND owner_id = ?"
  )

  const release = ({ key, ownerId, partnerId, scope }: Claim): void => {
    remove.run(claimDomain(scope, partnerId), scope.name, key, ownerId)
  }

  /**
   * The owner of a key in the store: looked up one by one, or all at once if many keys have one domain and
   * scope.
   */
  const storedOwners = (claims: ReadonlyArray<Claim>, at: number) => {
    const [first] = claims
    const areAlike =
      first !== undefined &&
      claims.length > manyClaims &&
      claims.every(({ partnerId, scope }) => partnerId === first.partnerId && scope.name === first.scope.name)
    if (!areAlike) {
      return (domain: string, scope: string, key: string) =>
        owner.get(domain, scope, key, at) as string | undefined
    }
    const keys = JSON.stringify(claims.map(({ key }) => key))
    const found = new Map(
      owners.all(claimDomain(first.scope, first.partnerId), first.scope.name, at, keys) as ReadonlyArray<
        readonly [string, string]
      >
    )
    return (_domain: string, _scope: string, key: string) => found.get(key)
  }

  return {
    refusal: ({ claims, erasures, events }) => {
      if (claims.length === 0) return undefined
      const at = events[0]?.at ?? Number.MIN_SAFE_INTEGER
      const stored = storedOwners(claims, at)
      const released = new Set(
        erasures.flatMap((erasure) => (erasure._tag === "Claim" ? [holdingOf(erasure.claim)] : []))
      )
      // A key may occur twice in one commit; then the first one has it.
      const earlier = claims.length === 1 ? undefined : new Map<string, string>()
      const taken: Array<{ scope: string; key: string; ownerId: string }> = []
      for (const { key, ownerId, partnerId, scope } of claims) {
        const domain = claimDomain(scope, partnerId)
        const name = earlier && JSON.stringify([domain, scope.name, key])
        const owner = stored(domain, scope.name, key)
        const isKept =
          owner !== undefined && !released.has(holdingOf({ scope, key, partnerId, ownerId: owner }))
        const holder = isKept ? owner : name && earlier?.get(name)
        if (holder !== undefined) taken.push({ scope: scope.name, key, ownerId: holder })
        if (name !== undefined) earlier?.set(name, ownerId)
      }
      return taken.length === 0 ? undefined : new ClaimTaken({ taken })
    },

    take: (claim) => {
      runWith(replace, claim)
    },

    attempt: (claims) => {
      for (let index = 0; index < claims.length; index++) {
        const claim = claims[index]
        if (claim === undefined || runWith(add, claim) === 1) continue
        for (const taken of claims.slice(0, index)) release(taken)
        return false
      }
      return true
    },

    release
  }
}

/** How many rows an insertion of the claim changed. */
const runWith = (
  insertion: Database.Statement,
  { expiresAt, fingerprint, key, ownerId, partnerId, scope }: Claim
): number =>
  insertion.run(
    claimDomain(scope, partnerId),
    scope.name,
    key,
    partnerId,
    ownerId,
    Option.getOrNull(fingerprint),
    Option.getOrNull(expiresAt)
  ).changes

/** A key and its owner. */
const holdingOf = ({
  key,
  ownerId,
  partnerId,
  scope
}: Pick<Claim, "key" | "ownerId" | "partnerId" | "scope">): string =>
  JSON.stringify([claimDomain(scope, partnerId), scope.name, key, ownerId])
