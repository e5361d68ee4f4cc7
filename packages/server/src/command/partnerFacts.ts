import type { ApiKey, Partner } from "@quittance/core"
import { Option } from "effect"

/** What an operator is told of a partner. `keys` counts those that were not revoked. */
export const partnerFacts = ({ createdAt, id, name, terms }: Partner, keys: ReadonlyArray<ApiKey>) => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  keys: keys.filter(({ partnerId, revokedAt }) => partnerId === id && Option.isNone(revokedAt)).length,
  ownTerms: Object.keys(terms).length > 0
})
