import { ClaimReader, claimScopes, storedClaim } from "@quittance/core"
import { Effect, Option } from "effect"
import type { Connections } from "../connect/Connections.ts"

const ofPartner = {
  name: "claim of a partner",
  text: "SELECT * FROM claims WHERE partner_id = $1 AND scope = $2 AND key = $3"
}

const ofAll = { name: "claim of all partners", text: "SELECT * FROM directory WHERE kind = $1 AND key = $2" }

/** Claims as taken, expired ones too: only a commit knows what time it is. */
export const postgresClaimReader = (connections: Connections): ClaimReader["Service"] =>
  ClaimReader.of({
    find: (scope, partnerId, key) =>
      Effect.map(
        claimScopes[scope] === "global"
          ? connections.read(ofAll, [scope, key])
          : connections.read(ofPartner, [partnerId, scope, key]),
        ([row]) => Option.map(Option.fromUndefinedOr(row), (found) => storedClaim(scope, key, found))
      )
  })
