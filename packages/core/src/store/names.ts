import { balanceClaims } from "../concepts/balance/balanceNames.ts"
import { bankPaymentClaims, bankPaymentJobs } from "../concepts/bankPayment/bankPaymentNames.ts"
import { batchClaims, batchJobs } from "../concepts/batch/batchNames.ts"
import { chainClaims, chainJobs } from "../concepts/chain/chainNames.ts"
import { cryptoInvoiceClaims, cryptoInvoiceJobs } from "../concepts/cryptoInvoice/cryptoInvoiceNames.ts"
import { invoiceClaims, invoiceJobs } from "../concepts/invoice/invoiceNames.ts"
import { kycClaims, kycJobs } from "../concepts/kyc/kycNames.ts"
import { mailJobs } from "../concepts/mail/mailNames.ts"
import { partnerClaims } from "../concepts/partner/partnerNames.ts"
import { payoutClaims, payoutJobs } from "../concepts/payout/payoutNames.ts"
import { personClaims, personJobs } from "../concepts/person/personNames.ts"
import { rosterJobs } from "../concepts/roster/rosterNames.ts"
import { statementEntryClaims, statementEntryJobs } from "../concepts/statementEntry/statementEntryNames.ts"
import { transitClaims, transitJobs } from "../concepts/transit/transitNames.ts"
import { webhookClaims, webhookJobs } from "../concepts/webhook/webhookNames.ts"
import type { ClaimScope } from "../kernel/concept/ClaimScope.ts"
import type { JobKind } from "../kernel/ports/Job.ts"

/** What the concepts declare beside themselves, collected for those who serve all of them. */

/** Every kind of background job. */
export const jobKinds: ReadonlyArray<JobKind> = [
  payoutJobs,
  cryptoInvoiceJobs,
  bankPaymentJobs,
  statementEntryJobs,
  chainJobs,
  invoiceJobs,
  batchJobs,
  mailJobs,
  kycJobs,
  transitJobs,
  webhookJobs,
  rosterJobs,
  personJobs
].flatMap((kinds) => Object.values<JobKind>(kinds))

/** Every scope of a claim. */
export const claimScopes: ReadonlyArray<ClaimScope> = [
  payoutClaims,
  cryptoInvoiceClaims,
  chainClaims,
  invoiceClaims,
  batchClaims,
  kycClaims,
  webhookClaims,
  transitClaims,
  bankPaymentClaims,
  statementEntryClaims,
  partnerClaims,
  personClaims,
  balanceClaims
].flatMap((scopes) => Object.values<ClaimScope>(scopes))

const scopesByName: ReadonlyMap<string, ClaimScope> = new Map(claimScopes.map((scope) => [scope.name, scope]))

/** The scope of a stored claim. One that nothing declares, as after an edit by hand, is a partner's. */
export const claimScopeNamed = (name: string): ClaimScope =>
  scopesByName.get(name) ?? { name, within: "partner" }

declare module "../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "store.damaged": true
    readonly "store.gone": true
  }
}
