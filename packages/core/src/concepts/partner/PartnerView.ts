import type { Partner } from "./Partner.ts"

/** A partner as operators see it. */
export interface PartnerView {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Whether it has terms of its own, other than those of the deployment. */
  readonly ownTerms: boolean
}

export const partnerView = ({ createdAt, id, name, terms }: Partner): PartnerView => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  ownTerms: Object.keys(terms).length > 0
})
