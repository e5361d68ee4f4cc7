import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { Balances } from "../../concepts/balance/Balances.ts"
import type { BankPaymentId } from "../../concepts/bankPayment/BankPayment.ts"
import { addressClaimKey, chainClaims } from "../../concepts/chain/chainNames.ts"
import type { DepositAddressesUnavailable } from "../../concepts/chain/DepositAddresses.ts"
import { Deposits } from "../../concepts/deposit/Deposits.ts"
import type { InvoiceId, IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import type { KycSessionId, OpenedKycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { canonicalAddress, isAddress } from "../../concepts/network/Address.ts"
import { Payouts } from "../../concepts/payout/Payouts.ts"
import { findNetwork, Settings } from "../../concepts/settings/Settings.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import {
  type BankOperationUsed,
  type IdempotencyConflict,
  type InvalidState,
  NotFound,
  type ProviderMissing,
  UnsupportedNetwork
} from "../../kernel/input/Refusals.ts"
import type { Balance } from "../../kernel/ledger/Ledger.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { parseMinor } from "../../kernel/money/Money.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import { type BankDecision, type BankVisit, makeBankMoney } from "./makeBankMoney.ts"
import { type BankStatementFile, type BookedTransfer, makeBankTransfers } from "./makeBankTransfers.ts"
import { makeKycDecision } from "./makeKycDecision.ts"
import { type ChainTransfer, SandboxChain } from "./SandboxChain.ts"
import { SandboxClock } from "./SandboxClock.ts"
import { type SandboxMail, SandboxMailbox } from "./SandboxMailer.ts"
import { type Execution, findExecution } from "./SandboxProcessor.ts"
import {
  decodeAdvance,
  decodeBlocks,
  decodeCredit,
  decodeDeposit,
  decodeDrop,
  decodePassing
} from "./SandboxRequest.ts"

/** How long a clock move waits for the work that became due. */
const startWaitMillis = 10 * millisPerSecond
const finishWaitMillis = millisPerSecond

type Failure = InvalidInput | NotFound | StoreUnavailable
type DepositFailure =
  | Failure
  | ClaimTaken
  | DepositAddressesUnavailable
  | ProviderMissing
  | UnsupportedNetwork

/**
 * Simulated outside events that a client of a sandbox can cause: deposits, blocks, reorganisations, bank
 * payments, credits, time.
 */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** The simulated chain sees a transfer to one of the partner's addresses. All input is untrusted. */
    readonly deposit: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<{ readonly txHash: string; readonly logIndex: number }, DepositFailure>
    readonly addBlocks: (input: unknown) => Effect.Effect<void, DepositFailure>
    readonly drop: (partnerId: PartnerId, input: unknown) => Effect.Effect<void, DepositFailure>
    /**
     * The simulated bank takes the money of one of the partner's invoices, whatever its status: now, and
     * again with each call that names no earlier operation. Returns the resulting invoice.
     */
    readonly pay: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      input: unknown
    ) => Effect.Effect<IssuedInvoice, Failure | BankOperationUsed>
    /**
     * A customer transfers money for one of the partner's invoices at the simulated bank. It pays nothing: its bank
     * tells of it in its statements only.
     */
    readonly bankTransfer: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      input: unknown
    ) => Effect.Effect<BookedTransfer, Failure | ProviderMissing>
    /** All transfers to an account, as its bank gives them out: for one partner's invoices, or for all. */
    readonly bankStatement: (
      partnerId: PartnerId | undefined,
      input: unknown
    ) => Effect.Effect<BankStatementFile, Failure | ProviderMissing>
    /** The content of the simulated bank's page, for a payment whose link leads there. */
    readonly bankVisit: (id: BankPaymentId) => Effect.Effect<BankVisit, NotFound | StoreUnavailable>
    /**
     * The person approves or declines a payment at the simulated bank, if it is still open. Returns the
     * result.
     */
    readonly decideAtBank: (
      id: BankPaymentId,
      decision: BankDecision
    ) => Effect.Effect<BankVisit, NotFound | StoreUnavailable>
    /**
     * The simulated checker answers for one of the partner's sessions. Missing steps are taken without
     * documents; an ended session is refused.
     */
    readonly decide: (
      partnerId: PartnerId,
      sessionId: KycSessionId,
      input: unknown
    ) => Effect.Effect<OpenedKycSession, Failure | InvalidState>
    /** The e-mails "sent" for this partner. */
    readonly mail: (partnerId: PartnerId) => Effect.Effect<ReadonlyArray<SandboxMail>, StoreUnavailable>
    readonly mailPage: (
      partnerId: PartnerId,
      page: PageRequest
    ) => Effect.Effect<Page<SandboxMail>, InvalidCursor | StoreUnavailable>
    /** With an idempotency key, once for each key. */
    readonly credit: (
      partnerId: PartnerId,
      input: unknown,
      idempotencyKey?: string
    ) => Effect.Effect<Balance, Failure | IdempotencyConflict>
    /** Moves the domain clock; returns when the work that became due has started. */
    readonly advanceClock: (input: unknown) => Effect.Effect<Instant, Failure>
    /** The same so far that it is the seconds later than an instant `since`: asked twice, it is moved once. */
    readonly passTime: (input: unknown) => Effect.Effect<Instant, Failure>
    /** The transfers that the simulated processing side made for one of the partner's payouts: one or none. */
    readonly transfers: (
      partnerId: PartnerId,
      payoutId: string | undefined
    ) => Effect.Effect<ReadonlyArray<Execution>, Failure>
  }
>()("@quittance/core/reference/sandbox/Sandbox") {
  static readonly layer = Layer.effect(
    Sandbox,
    Effect.gen(function* () {
      const parts = yield* makeParts
      const { bank, mailbox } = parts
      return Sandbox.of({
        deposit: (partnerId, input) => simulateDeposit(parts, partnerId, input),
        addBlocks: (input) => addBlocks(parts, input),
        drop: (partnerId, input) => dropTransaction(parts, partnerId, input),
        pay: bank.pay,
        bankTransfer: parts.transfers.bankTransfer,
        bankStatement: parts.transfers.bankStatement,
        bankVisit: bank.bankVisit,
        decideAtBank: bank.decideAtBank,
        decide: parts.decide,
        mail: mailbox.ofPartner,
        mailPage: mailbox.page,
        credit: (partnerId, input, key) => creditPartner(parts, partnerId, input, key),
        advanceClock: (input) => advanceClock(parts, input),
        passTime: (input) => passTime(parts, input),
        transfers: (partnerId, payoutId) => transfersOf(parts, partnerId, payoutId)
      })
    })
  )
}

/** The services that the sandbox uses, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    chain: yield* SandboxChain,
    clock: yield* SandboxClock,
    store: yield* SandboxStore,
    claims: yield* ClaimReader,
    deposits: yield* Deposits,
    balances: yield* Balances,
    mailbox: yield* SandboxMailbox,
    decide: yield* makeKycDecision,
    bank: yield* makeBankMoney,
    transfers: yield* makeBankTransfers,
    payouts: yield* Payouts,
    worker: yield* Worker,
    ids: yield* Ids
  }
})
type Parts = Effect.Success<typeof makeParts>

const checkNetwork = ({ settings }: Parts, network: string) =>
  findNetwork(settings, network) === undefined
    ? Effect.fail(new UnsupportedNetwork({ network, offered: settings.networks.map(({ name }) => name) }))
    : Effect.void

/** The network and canonical spelling of an address that was given to this partner. */
const ownAddress = Effect.fnUntraced(function* (
  { claims, settings }: Parts,
  partnerId: PartnerId,
  address: string,
  networkName?: string
) {
  for (const network of settings.networks) {
    if (networkName !== undefined && network.name !== networkName) continue
    if (!isAddress(network.addressFormat, address)) continue
    const canonical = canonicalAddress(network.addressFormat, address)
    const claim = yield* claims.find(chainClaims.depositAddress, "", addressClaimKey(network.name, canonical))
    if (Option.exists(claim, (found) => found.partnerId === partnerId)) return { network, address: canonical }
  }
  return yield* new NotFound({
    what: "address",
    id: address,
    hint: "it must be that of one of your crypto invoices or transit wallets"
  })
})

const simulateDeposit = Effect.fn("Sandbox.deposit")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const request = yield* Effect.fromResult(decodeDeposit(input))
  const amount = parseMinor(request.amount, "USDT")
  if (Result.isFailure(amount))
    return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
  if (amount.success <= 0n) return yield* InvalidInput.of("amount", "out_of_range", "must be more than 0")
  if (request.network != null) yield* checkNetwork(parts, request.network)
  const { address, network } = yield* ownAddress(
    parts,
    partnerId,
    request.address,
    request.network ?? undefined
  )
  const { logIndex, txHash } = yield* parts.chain.deposit({
    network: network.name,
    address,
    txHash: request.txHash ?? (yield* parts.ids.token(32)),
    logIndex: request.logIndex ?? 0,
    amountMinor: amount.success,
    confirmations: request.confirmations ?? network.confirmations
  })
  yield* parts.deposits.notice(network.name, address)
  return { txHash, logIndex }
})

const addBlocks = Effect.fn("Sandbox.addBlocks")(function* (parts: Parts, input: unknown) {
  const { chain, deposits } = parts
  const { count, network } = yield* Effect.fromResult(decodeBlocks(input))
  yield* checkNetwork(parts, network)
  yield* chain.addBlocks(network, count)
  const addresses = yield* chain.addresses(network)
  yield* Effect.forEach(addresses, (address) => deposits.notice(network, address), { discard: true })
})

const dropTransaction = Effect.fn("Sandbox.drop")(function* (
  { chain, claims, deposits }: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const { txHash } = yield* Effect.fromResult(decodeDrop(input))
  // Another partner's transaction counts as unknown, and in a shared one the transfers to others stay.
  const own = yield* Effect.filter(yield* chain.byTransaction(txHash), ({ address, network }) =>
    Effect.map(claims.find(chainClaims.depositAddress, "", addressClaimKey(network, address)), (claim) =>
      Option.exists(claim, (found) => found.partnerId === partnerId)
    )
  )
  if (own.length === 0) return yield* new NotFound({ what: "transaction", id: txHash })
  const isOwn = (transfer: ChainTransfer): boolean =>
    own.some(({ address, network }) => address === transfer.address && network === transfer.network)
  const dropped = yield* chain.drop(txHash, isOwn)
  yield* Effect.forEach(dropped, ({ address, network }) => deposits.refresh(network, address), {
    discard: true
  })
})

const creditPartner = Effect.fn("Sandbox.credit")(function* (
  { balances }: Parts,
  partnerId: PartnerId,
  input: unknown,
  idempotencyKey?: string
) {
  const request = yield* Effect.fromResult(decodeCredit(input))
  const amount = parseMinor(request.amount, "USDT")
  if (Result.isSuccess(amount) && amount.success <= 0n)
    return yield* InvalidInput.of("amount", "out_of_range", "must be more than 0")
  const adjusted =
    idempotencyKey === undefined
      ? balances.adjust(partnerId, request)
      : Effect.andThen(balances.adjustOnce(partnerId, idempotencyKey, request), balances.get(partnerId))
  return yield* Effect.catchTag(adjusted, "AdjustmentBelowZero", Effect.die)
})

const advanceClock = Effect.fn("Sandbox.advanceClock")(function* (parts: Parts, input: unknown) {
  const { seconds } = yield* Effect.fromResult(decodeAdvance(input))
  return yield* advance(parts, seconds * millisPerSecond)
})

const passTime = Effect.fn("Sandbox.passTime")(function* (parts: Parts, input: unknown) {
  const { seconds, since } = yield* Effect.fromResult(decodePassing(input))
  const now = yield* Clock.currentTimeMillis
  return yield* advance(parts, Math.max(0, since + seconds * millisPerSecond - now))
})

const advance = Effect.fnUntraced(function* ({ clock, worker }: Parts, millis: number) {
  const now = yield* clock.advance(millis)
  yield* Effect.timeoutOption(worker.awaitStarted, startWaitMillis)
  // Most work is quick: waiting briefly for its end spares clients a poll.
  yield* Effect.timeoutOption(worker.awaitIdle, finishWaitMillis)
  return now
})

const transfersOf = Effect.fn("Sandbox.transfers")(function* (
  { payouts, store }: Parts,
  partnerId: PartnerId,
  payoutId: string | undefined
) {
  if (payoutId === undefined) return yield* InvalidInput.of("payoutId", "required", "is required")
  const { order } = yield* payouts.get(partnerId, payoutId)
  const execution = yield* findExecution(store, order.reference)
  return Option.toArray(execution).filter(({ status }) => status === "executed" || status === "accepted")
})
