import { Option } from "effect"
import { isOpenPayment, type RecordedBankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import { bankPaymentClaims, bankPaymentJobs } from "../../concepts/bankPayment/bankPaymentNames.ts"
import { addressClaimKey, chainClaims, transferClaimKey } from "../../concepts/chain/chainNames.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoTransfer } from "../../concepts/cryptoInvoice/CryptoTransfer.ts"
import { cryptoInvoiceClaims } from "../../concepts/cryptoInvoice/cryptoInvoiceNames.ts"
import { type IssuedInvoice, invoice } from "../../concepts/invoice/Invoice.ts"
import { expiryJob } from "../../concepts/invoice/InvoiceExpirer.ts"
import { invoiceClaims } from "../../concepts/invoice/invoiceNames.ts"
import { checkJob, kycExpiryJob } from "../../concepts/kyc/KycJobs.ts"
import { kycSession, type OpenedKycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { awaitsPerson, isInCheck } from "../../concepts/kyc/KycStanding.ts"
import { kycJobs } from "../../concepts/kyc/kycNames.ts"
import { payoutStatus, type RecordedPayout } from "../../concepts/payout/PayoutRecord.ts"
import { payoutClaims, payoutJobs } from "../../concepts/payout/payoutNames.ts"
import {
  finalEntries,
  type RecordedEntry,
  statementEntry
} from "../../concepts/statementEntry/StatementEntryRecord.ts"
import {
  statementEntryClaims,
  statementEntryJobs
} from "../../concepts/statementEntry/statementEntryNames.ts"
import { tellsPayer } from "../../concepts/statementEntry/withoutPayer.ts"
import type { RecordedDeposit } from "../../concepts/transit/TransitDeposit.ts"
import type { TransitWallet } from "../../concepts/transit/TransitWallet.ts"
import { transitJobs } from "../../concepts/transit/transitNames.ts"
import type { PendingDelivery } from "../../concepts/webhook/WebhookDelivery.ts"
import type { RegisteredEndpoint } from "../../concepts/webhook/WebhookEndpoint.ts"
import { webhookUrlKey } from "../../concepts/webhook/WebhookUrl.ts"
import { webhookClaims, webhookJobs } from "../../concepts/webhook/webhookNames.ts"
import type { ClaimScope } from "../../kernel/concept/ClaimScope.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import { type Claim, claimDomain } from "../../kernel/ports/Claim.ts"
import type { JobKind, JobName } from "../../kernel/ports/Job.ts"
import type { AuditSnapshot, Notes } from "../AuditReader.ts"

/**
 * Records that are committed together must stay together. Without its claim, a payout or invoice could be
 * created twice. Without its job, a pending payout, an open bank payment, a KYC session or a waiting webhook
 * would never end.
 */
export class Ties {
  /** By owner: the names of its claims. Owners are asked for in the order of their records, their claims are not. */
  readonly #claims: Notes<Array<string>>
  readonly #jobs: Notes<typeof present>
  /** By owner and kind: that it has a job which ends a retention, of whatever day. */
  readonly #kept: Notes<typeof present>
  readonly #wallets: Notes<typeof present>
  readonly #endpoints: Notes<typeof present>
  /** By the name of a transfer: the record that it is credited to. */
  readonly #credited: Notes<string>

  constructor(notes: AuditSnapshot["notes"]) {
    this.#claims = notes()
    this.#jobs = notes()
    this.#kept = notes()
    this.#wallets = notes()
    this.#endpoints = notes()
    this.#credited = notes()
  }

  addClaim({ key, ownerId, partnerId, scope }: Claim): void {
    const names = this.#claims.get(ownerId) ?? []
    names.push(claimName(scope, partnerId, key))
    this.#claims.set(ownerId, names)
  }

  addJob(job: JobName): void {
    this.#jobs.set(jobName(job), present)
    if (retentions.has(job.kind)) this.#kept.set(recordName(job.partnerId, job.kind), present)
  }

  faultsOfPayout(payout: RecordedPayout): ReadonlyArray<string> {
    const { id, idempotencyKey, partnerId } = payout.order
    const faults = this.#holds(payoutClaims.create, partnerId, idempotencyKey, id)
      ? []
      : [`payout ${id} does not hold the claim on its idempotency key`]
    const isStuck =
      payoutStatus(payout) === "PENDING" &&
      !this.hasJob({ kind: payoutJobs.dispatch, partnerId, subjectId: id })
    return isStuck ? [...faults, `payout ${id} is PENDING and has no job`] : faults
  }

  faultsOfCryptoInvoice(invoice: IssuedCryptoInvoice): ReadonlyArray<string> {
    const { address, externalId, id, network, partnerId } = invoice.order
    const faults: Array<string> = []
    if (!this.#holds(cryptoInvoiceClaims.create, partnerId, externalId, id)) {
      faults.push(`invoice ${id} does not hold the claim on its external id`)
    }
    if (!this.#holds(chainClaims.depositAddress, partnerId, addressClaimKey(network, address), id)) {
      faults.push(`invoice ${id} does not hold the claim on its deposit address`)
    }
    if (Option.isSome(invoice.redactedAt) && cryptoInvoice.personalText(invoice) !== undefined) {
      faults.push(stillPersonal(id))
    }
    return faults
  }

  faultsOfTransfer({ _tag, order }: CryptoTransfer): ReadonlyArray<string> {
    const { id, logIndex, network, partnerId, txHash } = order
    const name = transferClaimKey(network, txHash, logIndex)
    const faults = _tag === "credited" ? this.#creditedTwice(name, id) : []
    return this.#holds(chainClaims.transfer, partnerId, name, id)
      ? faults
      : [...faults, `transfer ${id} does not hold the claim on its name`]
  }

  faultsOfInvoice(state: IssuedInvoice): ReadonlyArray<string> {
    const { creditorReference, expiresAt, externalId, id, partnerId } = state.order
    const faults: Array<string> = []
    if (
      Option.isSome(externalId) &&
      !this.#holds(invoiceClaims.externalId, partnerId, externalId.value, id)
    ) {
      faults.push(`invoice ${id} does not hold the claim on its external id`)
    }
    if (
      Option.isSome(creditorReference) &&
      !this.#holds(invoiceClaims.reference, partnerId, creditorReference.value, id)
    ) {
      faults.push(`invoice ${id} does not hold the claim on its reference`)
    }
    if (state._tag === "pending" && !this.hasJob(expiryJob(partnerId, expiresAt))) {
      faults.push(`invoice ${id} is pending and has no job that records its expiry`)
    }
    const isOpen = state._tag === "pending" || invoice.personalText(state) !== undefined
    if (Option.isSome(state.redactedAt) && isOpen) faults.push(stillPersonal(id))
    return faults
  }

  faultsOfBankPayment(payment: RecordedBankPayment): ReadonlyArray<string> {
    const { id, partnerId } = payment.order
    const faults: Array<string> = []
    if ("receipt" in payment) {
      const { operationId } = payment.receipt
      if (!this.#holds(bankPaymentClaims.operation, partnerId, operationId, id))
        faults.push(`bank payment ${id} does not hold the claim on its operation ${operationId}`)
    }
    if (isOpenPayment(payment) && !this.hasJob({ kind: bankPaymentJobs.follow, partnerId, subjectId: id })) {
      faults.push(`bank payment ${id} is ${payment._tag} and has no job`)
    }
    return faults
  }

  /** An entry that has paid is the operation of its bank payment; one on its way has the job of its account. */
  faultsOfStatementEntry(entry: RecordedEntry): ReadonlyArray<string> {
    const { id, partnerId } = entry.order
    const faults: Array<string> = []
    if ("paymentId" in entry && !this.#holds(bankPaymentClaims.operation, "", id, entry.paymentId))
      faults.push(`entry ${id} is ${entry._tag} and bank payment ${entry.paymentId} does not hold its claim`)
    const isUnderway = entry._tag === "matching" || entry._tag === "reversing"
    const job = { kind: statementEntryJobs.match, partnerId, subjectId: partnerId }
    if (isUnderway && !this.hasJob(job))
      faults.push(`entry ${id} is ${entry._tag} and its account has no job`)
    if ("reversedOn" in entry && !this.#holds(statementEntryClaims.reversal, partnerId, entry.reversal, id))
      faults.push(`entry ${id} does not hold the claim on its reversal`)
    const isFinal = finalEntries.some((tag) => tag === entry._tag)
    if (isFinal && Option.isNone(entry.redactedAt) && !this.#isKept(partnerId, statementEntryJobs.retain))
      faults.push(`entry ${id} is ${entry._tag} and its account has no job that ends its retention`)
    const isPersonal = statementEntry.personalText(entry) !== undefined || tellsPayer(entry)
    if (Option.isSome(entry.redactedAt) && isPersonal)
      faults.push(`entry ${id} is redacted and still has personal data`)
    return faults
  }

  /** Called for every wallet before the deposits, because each deposit belongs to one. */
  faultsOfWallet({ address, id, network, partnerId }: TransitWallet): ReadonlyArray<string> {
    this.#wallets.set(recordName(partnerId, id), present)
    const faults: Array<string> = []
    if (!this.#holds(chainClaims.depositAddress, partnerId, addressClaimKey(network, address), id)) {
      faults.push(`wallet ${id} does not hold the claim on its address`)
    }
    if (!this.hasJob({ kind: transitJobs.watch, partnerId, subjectId: id })) {
      faults.push(`wallet ${id} has no job that watches it`)
    }
    return faults
  }

  faultsOfDeposit({ _tag, order }: RecordedDeposit): ReadonlyArray<string> {
    const { id, logIndex, network, partnerId, txHash, walletId } = order
    const name = transferClaimKey(network, txHash, logIndex)
    const faults = _tag === "credited" ? this.#creditedTwice(name, id) : []
    if (!this.#holds(chainClaims.transfer, partnerId, name, id)) {
      faults.push(`deposit ${id} does not hold the claim on its transfer`)
    }
    if (this.#wallets.get(recordName(partnerId, walletId)) === undefined) {
      faults.push(`deposit ${id} belongs to wallet ${walletId}, which is not there`)
    }
    return faults
  }

  /** Called for every endpoint before the KYC sessions and the deliveries, because each of them refers to one. */
  faultsOfEndpoint(endpoint: RegisteredEndpoint): ReadonlyArray<string> {
    const { family, id, partnerId } = endpoint.order
    this.#endpoints.set(recordName(partnerId, id), present)
    if (endpoint._tag === "deleted" || family === "kyc") return []
    if (family === "transit")
      return this.#holds(webhookClaims.transit, partnerId, "", id)
        ? []
        : [`webhook ${id} does not hold the claim on its account`]
    const { url } = endpoint.target
    return URL.canParse(url) && this.#holds(webhookClaims.url, partnerId, webhookUrlKey(url), id)
      ? []
      : [`webhook ${id} does not hold the claim on its URL`]
  }

  faultsOfKycSession(session: OpenedKycSession): ReadonlyArray<string> {
    const { order, redactedAt } = session
    const { createdAt, expiresAt, id, partnerId, recipient } = order
    const faults: Array<string> = []
    if (Option.isSome(recipient) && !this.#hasEndpoint(partnerId, recipient.value.endpointId)) {
      faults.push(`KYC session ${id} is told to webhook ${recipient.value.endpointId}, which is not there`)
    }
    if (awaitsPerson(session) && !this.hasJob(kycExpiryJob(partnerId, id, expiresAt))) {
      faults.push(`KYC session ${id} is ${session._tag} and has no job that records its expiry`)
    }
    if (isInCheck(session) && !this.hasJob(checkJob(partnerId, id, createdAt))) {
      faults.push(`KYC session ${id} is ${session._tag} and has no job`)
    }
    if (Option.isNone(redactedAt)) {
      if (!this.#isKept(partnerId, kycJobs.retain))
        faults.push(`KYC session ${id} is not redacted and has no job that ends its retention`)
      return faults
    }
    if (kycSession.personalText(session) !== undefined) {
      faults.push(`KYC session ${id} is redacted and still has personal data`)
    }
    return faults
  }

  faultsOfWaiting({ id, partnerId }: Pick<WebhookMessage, "id" | "partnerId">): ReadonlyArray<string> {
    return this.hasJob({ kind: webhookJobs.fanOut, partnerId, subjectId: partnerId })
      ? []
      : [`message ${id} waits in the outbox and has no job`]
  }

  faultsOfDelivery({ order }: PendingDelivery): ReadonlyArray<string> {
    const { endpointId, id, partnerId } = order
    const faults: Array<string> = []
    if (!this.#hasEndpoint(partnerId, endpointId)) {
      faults.push(`delivery ${id} is pending for webhook ${endpointId}, which is not there`)
    }
    if (!this.hasJob({ kind: webhookJobs.deliver, partnerId, subjectId: endpointId })) {
      faults.push(`delivery ${id} is pending and has no job`)
    }
    return faults
  }

  hasJob(job: JobName): boolean {
    return this.#jobs.get(jobName(job)) !== undefined
  }

  #isKept(partnerId: PartnerId, kind: JobKind): boolean {
    return this.#kept.get(recordName(partnerId, kind)) !== undefined
  }

  #hasEndpoint(partnerId: PartnerId, id: string): boolean {
    return this.#endpoints.get(recordName(partnerId, id)) !== undefined
  }

  /**
   * Claims keep a partner from it. A source that shows one transfer at the addresses of two partners is found out here.
   */
  #creditedTwice(name: string, id: string): Array<string> {
    const other = this.#credited.get(name)
    this.#credited.set(name, id)
    return other === undefined ? [] : [`the transfer ${name} is credited to both ${other} and ${id}`]
  }

  #holds(scope: ClaimScope, partnerId: string, key: string, ownerId: string): boolean {
    return this.#claims.get(ownerId)?.includes(claimName(scope, partnerId, key)) === true
  }
}

/** What has a job of its owner from the beginning, whatever the settings say of its retention. */
const retentions: ReadonlySet<JobKind> = new Set([kycJobs.retain, statementEntryJobs.retain])

/** The note of something that only has to be there. */
const present = 1

const stillPersonal = (id: string): string => `invoice ${id} is redacted and still has personal data`

const jobName = ({ kind, partnerId, subjectId }: JobName): string =>
  JSON.stringify([kind, partnerId, subjectId])

const recordName = (partnerId: string, id: string): string => JSON.stringify([partnerId, id])

const claimName = (scope: ClaimScope, partnerId: string, key: string): string =>
  JSON.stringify([scope.name, claimDomain(scope, partnerId), key])
