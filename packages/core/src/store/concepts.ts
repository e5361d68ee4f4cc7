import { bankPayment } from "../concepts/bankPayment/BankPayment.ts"
import { batch } from "../concepts/batch/Batch.ts"
import { branding } from "../concepts/branding/Branding.ts"
import { logo } from "../concepts/branding/Logo.ts"
import { chainCursor, chainSetup } from "../concepts/chain/ChainCursor.ts"
import { chainTransaction } from "../concepts/chain/ChainTransaction.ts"
import { chainTransfer } from "../concepts/chain/ChainTransfer.ts"
import { chainUpkeep } from "../concepts/chain/ChainUpkeep.ts"
import { chainWallet } from "../concepts/chain/ChainWallet.ts"
import { cryptoInvoice } from "../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { cryptoTransfer } from "../concepts/cryptoInvoice/CryptoTransfer.ts"
import { invoice } from "../concepts/invoice/Invoice.ts"
import { kycSession } from "../concepts/kyc/KycSessionRecord.ts"
import { apiKey } from "../concepts/partner/ApiKey.ts"
import { partner } from "../concepts/partner/Partner.ts"
import { payout } from "../concepts/payout/PayoutRecord.ts"
import { invitation } from "../concepts/person/Invitation.ts"
import { user } from "../concepts/person/User.ts"
import { roster } from "../concepts/roster/Roster.ts"
import { credentials } from "../concepts/signin/Credential.ts"
import { session } from "../concepts/signin/Session.ts"
import { statementEntry } from "../concepts/statementEntry/StatementEntryRecord.ts"
import { subscriber } from "../concepts/subscriber/Subscriber.ts"
import { transitDeposit } from "../concepts/transit/TransitDeposit.ts"
import { transitWallet } from "../concepts/transit/TransitWallet.ts"
import { webhookEndpoint } from "../concepts/webhook/WebhookEndpoint.ts"
import type { Concept } from "../kernel/concept/Concept.ts"

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
  statementEntry,
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
  chainUpkeep,
  subscriber,
  roster,
  user,
  invitation,
  credentials,
  session,
  branding,
  logo
] as const

export type AnyConcept = (typeof concepts)[number]

/** The stored type of a concept. */
export type StateIn<C extends AnyConcept> = ReturnType<C["stateOf"]>

/** Concepts by name, for code that serves all of them. Such code passes a concept only its own states. */
export const conceptNamed: ReadonlyMap<string, Concept<unknown>> = new Map(
  concepts.map((each) => [each.name, each as unknown as Concept<unknown>])
)
