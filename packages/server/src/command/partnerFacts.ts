import { type ApiKey, type Partner, partnerView } from "@quittance/core/adapter"
import { Option } from "effect"

/** A partner's facts for operators. `keys` counts those not revoked. */
export const partnerFacts = (partner: Partner, keys: ReadonlyArray<ApiKey>) => {
  const { createdAt, id, name, ownTerms } = partnerView(partner)
  const own = keys.filter(({ partnerId, revokedAt }) => partnerId === id && Option.isNone(revokedAt))
  return { id, name, createdAt, keys: own.length, ownTerms }
}
