import { Effect } from "effect"
import { makeAccountOperations } from "./crypto/accountOperations.ts"
import { makeCryptoInvoiceOperations } from "./crypto/cryptoInvoiceOperations.ts"
import { makePayoutOperations } from "./crypto/payoutOperations.ts"
import { makeAnalyticsOperations } from "./fiat/analyticsOperations.ts"
import { makeBatchOperations } from "./fiat/batchOperations.ts"
import { makeInvoiceOperations } from "./fiat/invoiceOperations.ts"
import { makeWebhookOperations } from "./fiat/webhookOperations.ts"
import { makeKycOperations } from "./kyc/kycOperations.ts"
import { makeHoldOperations } from "./operator/holdOperations.ts"
import { makePartnerOperations } from "./operator/partnerOperations.ts"
import { makeStatementOperations } from "./operator/statementOperations.ts"
import type { ApiOperation } from "./routing/ApiOperation.ts"
import { makeSandboxOperations } from "./sandbox/sandboxOperations.ts"
import { makeSearchOperations } from "./search/searchOperations.ts"
import { makeSignatureOperations } from "./signature/signatureOperations.ts"
import { makeTransitWebhookOperations } from "./transit/transitWebhookOperations.ts"
import { makeWalletOperations } from "./transit/walletOperations.ts"

/** Every operation of the API, in the order of its description. */
export const makeOperations = Effect.map(
  Effect.all([
    makeAccountOperations,
    makeCryptoInvoiceOperations,
    makePayoutOperations,
    makeInvoiceOperations,
    makeBatchOperations,
    makeAnalyticsOperations,
    makeKycOperations,
    makeWebhookOperations,
    makeWalletOperations,
    makeTransitWebhookOperations,
    makeSearchOperations,
    makeSignatureOperations,
    makeSandboxOperations,
    makePartnerOperations,
    makeStatementOperations,
    makeHoldOperations
  ]),
  (groups): ReadonlyArray<ApiOperation> => groups.flat()
)
