import { type Claim, claimDomain, ClaimReader, type Row, storedClaim } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"

/** Claims as taken, expired ones too: only a commit knows what time it is. */
export const sqliteClaimReader = (database: Database.Database, reads: Reads): ClaimReader["Service"] => {
  const find = database
    .prepare("SELECT * FROM claims WHERE domain = ? AND scope = ? AND key = ?")
    .safeIntegers()
  return ClaimReader.of({
    find: (scope, partnerId, key) =>
      reads.read((): Option.Option<Claim> => {
        const row = find.get(claimDomain(scope, partnerId), scope, key) as Row | undefined
        if (row === undefined) return Option.none()
        return Option.some(storedClaim(scope, key, row))
      })
  })
}
