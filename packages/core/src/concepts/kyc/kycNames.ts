import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of KYC sessions. */

export const kycSessionPrefix = idPrefix("kyc_")
export const kycDocumentPrefix = idPrefix("doc_")

export const kycJobs = {
  check: jobKind("kyc.check"),
  expire: jobKind("kyc.expire"),
  erase: jobKind("kyc.erase"),
  retain: jobKind("kyc.retain")
}

export const kycClaims = {
  create: creationScope("kycSession.create")
}

/** What webhooks tell of. */
export const kycEvents = ["kyc.completed", "kyc.failed"] as const

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "kyc.unanswered": true
  }
}

declare module "../../kernel/idempotency/Idempotency.ts" {
  interface ReferenceKinds {
    readonly kycDocuments: true
  }
}
