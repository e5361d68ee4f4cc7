import { bankPaymentJobs } from "../concepts/bankPayment/bankPaymentNames.ts"
import { batchJobs } from "../concepts/batch/batchNames.ts"
import { chainJobs } from "../concepts/chain/chainNames.ts"
import { cryptoInvoiceJobs } from "../concepts/cryptoInvoice/cryptoInvoiceNames.ts"
import { invoiceJobs } from "../concepts/invoice/invoiceNames.ts"
import { kycJobs } from "../concepts/kyc/kycNames.ts"
import { payoutJobs } from "../concepts/payout/payoutNames.ts"
import { transitJobs } from "../concepts/transit/transitNames.ts"
import { webhookJobs } from "../concepts/webhook/webhookNames.ts"
import type { JobKind } from "../kernel/ports/Job.ts"

/** What the concepts declare beside themselves, collected for those who serve all of them. */

/** Every kind of background job. */
export const jobKinds: ReadonlyArray<JobKind> = [
  payoutJobs,
  cryptoInvoiceJobs,
  bankPaymentJobs,
  chainJobs,
  invoiceJobs,
  batchJobs,
  kycJobs,
  transitJobs,
  webhookJobs
].flatMap((kinds) => Object.values<JobKind>(kinds))
