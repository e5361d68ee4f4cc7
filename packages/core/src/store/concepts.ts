import { bankPayment } from "../bankPayment/BankPayment.ts"
import { batch } from "../batch/Batch.ts"
import { chainCursor, chainSetup } from "../chain/ChainCursor.ts"
import { chainTransaction } from "../chain/ChainTransaction.ts"
import { chainTransfer } from "../chain/ChainTransfer.ts"
import { chainUpkeep } from "../chain/ChainUpkeep.ts"
import { chainWallet } from "../chain/ChainWallet.ts"
import type { Concept } from "../concept/Concept.ts"
import { cryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { cryptoTransfer } from "../cryptoInvoice/CryptoTransfer.ts"
import { invoice } from "../invoice/Invoice.ts"
import { kycSession } from "../kyc/KycSessionRecord.ts"
import { apiKey } from "../partner/ApiKey.ts"
import { partner } from "../partner/Partner.ts"
import { payout } from "../payout/Payout.ts"
import { transitDeposit } from "../transit/TransitDeposit.ts"
import { transitWallet } from "../transit/TransitWallet.ts"
import { webhookEndpoint } from "../webhook/WebhookEndpoint.ts"

/**
 * Every concept stored by its definition. A store derives its tables, reads, digests and scans from this
 * list.
 */
export const concepts = [
  payout,
  cryptoInvoice,
  cryptoTransfer,
  invoice,
  bankPayment,
  batch,
  kycSession,
  transitWallet,
  transitDeposit,
  webhookEndpoint,
  partner,
  apiKey,
  chainCursor,
  chainSetup,
  chainTransfer,
  chainTransaction,
  chainWallet,
  chainUpkeep
] as const

export type AnyConcept = (typeof concepts)[number]

/** The stored type of a concept. */
export type StateIn<C extends AnyConcept> = ReturnType<C["stateOf"]>

/** Concepts by name, for code that serves all of them. Such code passes a concept only its own states. */
export const conceptNamed: ReadonlyMap<string, Concept<unknown>> = new Map(
  concepts.map((each) => [each.name, each as unknown as Concept<unknown>])
)
