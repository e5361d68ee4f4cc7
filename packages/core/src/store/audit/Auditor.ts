import { Context, Effect, Layer, Stream } from "effect"
import { bankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import { batchJobs } from "../../concepts/batch/batchNames.ts"
import { chainTransaction } from "../../concepts/chain/ChainTransaction.ts"
import { cryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { cryptoTransfer } from "../../concepts/cryptoInvoice/CryptoTransfer.ts"
import { invoice } from "../../concepts/invoice/Invoice.ts"
import { kycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { partner } from "../../concepts/partner/Partner.ts"
import { payout } from "../../concepts/payout/PayoutRecord.ts"
import { statementEntry } from "../../concepts/statementEntry/StatementEntryRecord.ts"
import { transitDeposit } from "../../concepts/transit/TransitDeposit.ts"
import { webhookEndpoint } from "../../concepts/webhook/WebhookEndpoint.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { AuditReader, type AuditSnapshot } from "../AuditReader.ts"
import { Books } from "./Books.ts"
import { RollUps } from "./RollUps.ts"
import { Settlements } from "./Settlements.ts"
import { Ties } from "./Ties.ts"
import { TransferTallies } from "./TransferTallies.ts"

/** The result of an audit: how much it checked, and every fault in one sentence. */
export interface AuditReport {
  readonly partnerCount: number
  /** Of partners and of networks, one per currency. */
  readonly balanceCount: number
  readonly entryCount: number
  readonly payoutCount: number
  readonly cryptoInvoiceCount: number
  readonly invoiceCount: number
  readonly bankPaymentCount: number
  readonly statementEntryCount: number
  readonly kycSessionCount: number
  readonly transitDepositCount: number
  readonly pendingDeliveryCount: number
  readonly faults: ReadonlyArray<string>
}

/** Hears how many more records were looked at. It must not wait. */
export const AuditListener = Context.Reference<(count: number) => void>(
  "@quittance/core/store/audit/AuditListener",
  { defaultValue: () => () => undefined }
)

const audit = Effect.fnUntraced(function* (snapshot: AuditSnapshot) {
  const hear = yield* AuditListener
  const { notes, noting } = snapshot
  const books = new Books(snapshot)
  const counted = Effect.fnUntraced(function* <A>(
    stream: Stream.Stream<A, StoreUnavailable>,
    look: (item: A) => void
  ) {
    let count = 0
    yield* Stream.runForEachArray(stream, (items) => {
      count += items.length
      hear(items.length)
      return noting(() => items.forEach(look))
    })
    return count
  })
  const ties = new Ties(notes)
  yield* counted(snapshot.claims, (claim) => ties.addClaim(claim))
  yield* counted(snapshot.jobs, (job) => ties.addJob(job))
  yield* counted(snapshot.entries, (entry) => books.post(entry))
  const partnerCount = yield* counted(snapshot.states(partner), () => undefined)
  const balanceCount = yield* counted(snapshot.balances, (kept) => books.compareBalances(kept))
  const rollUps = new RollUps(notes)
  const payoutCount = yield* counted(snapshot.states(payout), (payout) => {
    books.comparePayout(payout)
    rollUps.addByNetwork({ _tag: "Payout", state: payout })
    books.faults.push(...ties.faultsOfPayout(payout))
  })
  const tallies = new TransferTallies(notes)
  const cryptoInvoiceCount = yield* counted(snapshot.states(cryptoInvoice), (invoice) => {
    books.compareCryptoInvoice(invoice)
    rollUps.addByNetwork({ _tag: "CryptoInvoice", state: invoice })
    books.faults.push(...ties.faultsOfCryptoInvoice(invoice))
    tallies.addInvoice(invoice)
  })
  yield* counted(snapshot.states(cryptoTransfer), (transfer) =>
    books.faults.push(...ties.faultsOfTransfer(transfer), ...tallies.faultsOfTransfer(transfer))
  )
  const settlements = new Settlements(notes)
  const invoiceCount = yield* counted(snapshot.states(invoice), (invoice) => {
    const { id: subjectId, partnerId } = invoice.order
    const hasMail = ties.hasJob({ kind: batchJobs.mail, partnerId, subjectId })
    rollUps.addInvoice(invoice, hasMail ? "mailUnsent" : "noMail")
    settlements.addInvoice(invoice)
    books.compareInvoice(invoice)
    books.faults.push(...ties.faultsOfInvoice(invoice))
  })
  const bankPaymentCount = yield* counted(snapshot.states(bankPayment), (payment) => {
    books.compareBankPayment(payment)
    books.faults.push(...ties.faultsOfBankPayment(payment), ...settlements.faultsOfPayment(payment))
  })
  const statementEntryCount = yield* counted(snapshot.states(statementEntry), (entry) => {
    books.compareStatementEntry(entry)
    books.faults.push(...ties.faultsOfStatementEntry(entry))
  })
  yield* counted(snapshot.transitWallets, (standing) => {
    rollUps.addWallet(standing)
    books.faults.push(...ties.faultsOfWallet(standing.wallet))
  })
  const transitDepositCount = yield* counted(snapshot.states(transitDeposit), (deposit) => {
    rollUps.addDeposit(deposit)
    books.compareTransitDeposit(deposit)
    books.faults.push(...ties.faultsOfDeposit(deposit))
  })
  books.faults.push(...(yield* noting(() => rollUps.faultsOfWallets())))
  yield* counted(snapshot.states(chainTransaction), (transaction) =>
    books.compareChainTransaction(transaction)
  )
  yield* counted(snapshot.states(webhookEndpoint), (endpoint) =>
    books.faults.push(...ties.faultsOfEndpoint(endpoint))
  )
  const kycSessionCount = yield* counted(snapshot.states(kycSession), (session) =>
    books.faults.push(...ties.faultsOfKycSession(session))
  )
  yield* counted(snapshot.outbox, (message) => books.faults.push(...ties.faultsOfWaiting(message)))
  const pendingDeliveryCount = yield* counted(snapshot.pendingDeliveries, (delivery) =>
    books.faults.push(...ties.faultsOfDelivery(delivery))
  )
  yield* counted(snapshot.counters, (kept) => books.faults.push(...rollUps.faultsOf(kept)))
  const rest = yield* noting(() => {
    books.compareRest()
    return [...tallies.faultsOfRest(), ...settlements.faultsOfRest(), ...rollUps.faultsOfRest()]
  })
  const faults = [...snapshot.storageFaults, ...books.faults, ...rest]
  const report: AuditReport = {
    partnerCount,
    balanceCount,
    entryCount: books.entryCount,
    payoutCount,
    cryptoInvoiceCount,
    invoiceCount,
    bankPaymentCount,
    statementEntryCount,
    kycSessionCount,
    transitDepositCount,
    pendingDeliveryCount,
    faults
  }
  return report
})

/**
 * Checks the books of a whole store: the journal against balances, payouts, deposits, bank payments and the costs of
 * networks; crypto invoices against their transfers; roll-ups against invoices and deposits; the law of the balance;
 * that all pending work has its job; and that redacted data is erased. Memory does not grow with the store: what one
 * side of a comparison has to wait for is in notes.
 */
export class Auditor extends Context.Service<
  Auditor,
  { readonly verify: Effect.Effect<AuditReport, StoreUnavailable> }
>()("@quittance/core/store/audit/Auditor") {
  static readonly layer = Layer.effect(
    Auditor,
    Effect.map(AuditReader, (reader) =>
      Auditor.of({ verify: Effect.scoped(Effect.flatMap(reader.snapshot, audit)) })
    )
  )
}
