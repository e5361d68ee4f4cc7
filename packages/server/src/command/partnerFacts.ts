import type { ApiKey, Partner } from "@quittance/core/adapter"
import { Option } from "effect"

/** A partner's facts for operators. `keys` counts those not revoked. */
export const partnerFacts = ({ createdAt, id, name, terms }: Partner, keys: ReadonlyArray<ApiKey>) => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  keys: keys.filter(({ partnerId, revokedAt }) => partnerId === id && Option.isNone(revokedAt)).length,
  ownTerms: Object.keys(terms).length > 0
})
