import { Effect } from "effect"
import { makeAccountOperations } from "../../src/crypto/accountOperations.ts"
import { makeCryptoInvoiceOperations } from "../../src/crypto/cryptoInvoiceOperations.ts"
import { makePayoutOperations } from "../../src/crypto/payoutOperations.ts"
import { makeAnalyticsOperations } from "../../src/fiat/analyticsOperations.ts"
import { makeBatchOperations } from "../../src/fiat/batchOperations.ts"
import { makeInvoiceOperations } from "../../src/fiat/invoiceOperations.ts"
import { makeKycOperations } from "../../src/kyc/kycOperations.ts"
import { makeWebhookOperations } from "../../src/fiat/webhookOperations.ts"
import type { AnyOperation } from "../../src/routing/Operation.ts"
import { makeSandboxOperations } from "../../src/sandbox/sandboxOperations.ts"
import { makeSignatureOperations } from "../../src/signature/signatureOperations.ts"
import { makeTransitWebhookOperations } from "../../src/transit/transitWebhookOperations.ts"
import { makeWalletOperations } from "../../src/transit/walletOperations.ts"
import type { TestApi } from "../TestApi.ts"

/** Every operation of the sandbox. That none is missing is proven against the description of the API. */
export const operationsOf = (api: Pick<TestApi, "runtime">): Promise<ReadonlyArray<AnyOperation>> =>
  api.runtime.runPromise(
    Effect.map(
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
        makeSignatureOperations,
        makeSandboxOperations
      ]),
      (groups): ReadonlyArray<AnyOperation> => groups.flat()
    )
  )
