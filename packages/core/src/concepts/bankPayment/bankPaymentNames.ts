import { globalScope, partnerScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of bank payments. */

export const bankPaymentPrefix = idPrefix("pmt_")

export const bankPaymentJobs = {
  follow: jobKind("bankPayment.follow")
}

export const bankPaymentClaims = {
  /** By invoice id/number of the choice. Customers who choose at once see each other's payments. */
  choice: partnerScope("bankPayment.choice"),
  /**
   * By the bank's identifier of an operation, unmodified, because only the bank knows which spellings are equal.
   * Money of one operation is booked once.
   */
  operation: globalScope("bankOperation")
}

/** How a sandbox's bank names an operation: partners share the bank but not their operations. */
export const sandboxOperationId = (partnerId: PartnerId, name: string): string =>
  `sandbox/${partnerId}/${name}`

/** What webhooks tell of. */
export const bankPaymentEvents = ["invoice.payment_unresolved", "invoice.payment_reversed"] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "bankPayment.unresolved": true
    readonly "bankPayment.returned": true
    readonly "bankPayment.resolved": true
    readonly "bankPayment.reversed": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "bankPayment.unresolved": true
    readonly "bankPayment.reversed": true
  }
}

declare module "../../kernel/idempotency/Idempotency.ts" {
  interface ReferenceKinds {
    readonly bankPayment: true
  }
}
