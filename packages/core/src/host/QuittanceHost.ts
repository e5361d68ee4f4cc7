import type { ManagedRuntime } from "effect"
import type { NetworkAnalyticsRequest } from "../concepts/analytics/Analytics.ts"
import type { AnalyticsRequest } from "../concepts/analytics/AnalyticsRequest.ts"
import type { AnalyticsView } from "../concepts/analytics/AnalyticsView.ts"
import type { NetworkAnalyticsView } from "../concepts/analytics/NetworkAnalyticsView.ts"
import type { SearchResultView } from "../concepts/search/SearchView.ts"
import type { SignatureVerdict } from "../concepts/signature/SignatureVerdict.ts"
import type { Actor } from "../kernel/actor/Actor.ts"
import type { Ids } from "../kernel/ports/Ids.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import type { AuditReport } from "../store/audit/Auditor.ts"
import type { StorePorts } from "../store/StorePorts.ts"
import type { HostBranding } from "./brandingCalls.ts"
import type {
  HostBalanceEntries,
  HostBalances,
  HostCryptoInvoices,
  HostDeposits,
  HostHold,
  HostPayouts,
  HostTransit,
  HostWebhooks
} from "./cryptoCalls.ts"
import type {
  HostBankPayments,
  HostBatches,
  HostInvoices,
  HostKeys,
  HostKyc,
  HostPartners,
  HostRefusedRequests,
  HostSandbox,
  HostSignatures
} from "./fiatCalls.ts"
import type { SearchRequest } from "./operations/searchOperations.ts"
import type { HostAttention, HostBooks, HostNetworks } from "./operatorCalls.ts"
import type { HostActors, HostInvitations, HostMembers, HostUsers } from "./personCalls.ts"
import type * as Quittance from "./Quittance.ts"
import type { HostRosters } from "./rosterCalls.ts"
import type { HostStatements } from "./statementCalls.ts"
import type { HostSubscriptions } from "./subscriptions/HostSubscriptions.ts"

/** All operations, under one actor. */
export interface HostOperations {
  /**
   * Decides whether an image (PNG, JPEG, GIF or WebP, at most 10 MB) shows a genuine handwritten signature, and if
   * not, why. Needs a `signatureClassifier`. Rejects other files with `SignatureImageRefused`. Nothing of the image
   * is stored.
   */
  readonly validateSignature: (bytes: Uint8Array) => Promise<SignatureVerdict>
  /** Does everything that is due now; returns how many jobs ran. For hosts with `workers: false`, and tests. */
  readonly drain: () => Promise<number>
  /** Checks the books of the whole store. */
  readonly verifyLedger: () => Promise<AuditReport>
  /** Analytics of fiat invoices. Instants are milliseconds since 1970. */
  readonly analytics: (partnerId: string, request?: AnalyticsRequest) => Promise<AnalyticsView>
  /** Analytics of crypto invoices and payouts, by period and by network. */
  readonly networkAnalytics: (
    partnerId: string,
    request?: NetworkAnalyticsRequest
  ) => Promise<NetworkAnalyticsView>
  /**
   * The records of a partner with exactly this id, external id, idempotency key, address, transaction hash or bank
   * operation: at most 20, the newest first. Redacted ones are not found.
   */
  readonly search: (
    partnerId: string,
    request: SearchRequest
  ) => Promise<{ readonly results: ReadonlyArray<SearchResultView> }>
  /** What a partner has: available, held for payouts, unresolved. */
  readonly balances: HostBalances
  /** Money that leaves, once each. */
  readonly payouts: HostPayouts
  /** A store that may be out of date creates no payouts and no deposit addresses until it is released. */
  readonly hold: HostHold
  /** Invoices in USDT, each with an address of its own. */
  readonly cryptoInvoices: HostCryptoInvoices
  /** Money on addresses that were given out. */
  readonly deposits: HostDeposits
  /** Fiat invoices. */
  readonly invoices: HostInvoices
  /** How fiat invoices are paid. */
  readonly bankPayments: HostBankPayments
  /** Statements of the operator's own bank accounts, and the money in them. */
  readonly statements: HostStatements
  /** Files of fiat invoices. */
  readonly batches: HostBatches
  /** Identity verifications. */
  readonly kyc: HostKyc
  /** Webhooks of the fiat group. Secrets are returned once, by `create` and `rotateSecret`. */
  readonly webhooks: HostWebhooks
  /** Wallets whose deposits are credited, and the account's one webhook for crypto, payouts and wallets. */
  readonly transit: HostTransit
  /** Who Quittance works for; each has its own balance, invoices and keys. */
  readonly partners: HostPartners
  /** What partners show to their customers. */
  readonly branding: HostBranding
  /** Who approves payouts of a partner: its people, rules and address book. */
  readonly rosters: HostRosters
  /** Keys with which partners sign requests to the HTTP API, and the master key. */
  readonly keys: HostKeys
  /** What was refused of a partner's requests lately. */
  readonly refusedRequests: HostRefusedRequests
  /** People: members of partners, and operators. */
  readonly users: HostUsers
  /** Who stands behind the actors of a partner's records. */
  readonly actors: HostActors
  /** The members of partners, by name. */
  readonly members: HostMembers
  /** One-time links for people. */
  readonly invitations: HostInvitations
  /** Images of handwritten signatures. */
  readonly signatures: HostSignatures
  /** The networks of the deployment. */
  readonly networks: HostNetworks
  /** The verification of the books in a process of its own, where the host provides a `BooksVerifier`. */
  readonly books: HostBooks
  /** What waits for people. */
  readonly attention: HostAttention
  /** Events that only a sandbox can make happen. Each rejects in live mode. */
  readonly sandbox: HostSandbox
  /** What changed the balance of a partner, each entry with what the balance was after it. */
  readonly balanceEntries: HostBalanceEntries
}

/** The underlying runtime, for adapters that use Effect (`fetchHandler(quittance.runtime)`). */
export type QuittanceRuntime = ManagedRuntime.ManagedRuntime<
  Quittance.Quittance | StorePorts | Ids | Vault,
  unknown
>

/** What `createQuittance` answers: all operations in Promises. After `close` each rejects with `Closed`. */
export interface QuittanceHost extends HostOperations, HostSubscriptions {
  /** The underlying runtime, for adapters that use Effect (`fetchHandler(quittance.runtime)`). */
  readonly runtime: QuittanceRuntime
  /**
   * The same operations under an actor, who is recorded with every event that they cause: `user:ID` for a person of
   * the host, `customer`, `operator:NAME` and others; see `Actor`. Without it the host is the `system`. Events are
   * never erased, so an ID should be no name or e-mail address. Throws `InvalidInput` if the text is no actor.
   */
  readonly as: (actor: Actor) => HostOperations
  /** Stops background work, finishes what runs and closes the store. It may be called again. */
  readonly close: () => Promise<void>
}
