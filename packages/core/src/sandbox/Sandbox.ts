import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { isOpenPayment } from "../bankPayment/BankPayment.ts"
import { BankPayments } from "../bankPayment/BankPayments.ts"
import { BankReceipts } from "../bankPayment/BankReceipts.ts"
import { Balances } from "../balance/Balances.ts"
import { Deposits } from "../deposit/Deposits.ts"
import { addressClaimKey } from "../idempotency/Claim.ts"
import {
  amountField,
  decoderOf,
  integerBetween,
  InvalidInput,
  optionalField,
  printableAscii,
  textUpTo
} from "../input/Input.ts"
import {
  BankOperationUsed,
  type InvalidState,
  NotFound,
  type ProviderMissing,
  UnsupportedNetwork
} from "../input/Refusals.ts"
import type { BankReceipt, InvoiceId, IssuedInvoice } from "../invoice/Invoice.ts"
import { Invoices } from "../invoice/Invoices.ts"
import type { OpenedKycSession } from "../kyc/KycSession.ts"
import type { KycSessionId } from "../kyc/KycOrder.ts"
import type { Balance } from "../ledger/Balance.ts"
import { parseMinor } from "../money/Money.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { Payouts } from "../payout/Payouts.ts"
import { ClaimReader } from "../ports/ClaimReader.ts"
import type { DepositAddressesUnavailable } from "../ports/DepositAddresses.ts"
import { Ids } from "../ports/Ids.ts"
import { SandboxStore } from "../ports/SandboxStore.ts"
import type { ClaimTaken, StoreUnavailable } from "../ports/Store.ts"
import { findNetwork, Settings } from "../settings/Settings.ts"
import { type Instant, millisPerSecond } from "../time/Instant.ts"
import { Worker } from "../work/Worker.ts"
import { SandboxBank, sandboxBanks } from "./SandboxBank.ts"
import { type ChainTransfer, SandboxChain } from "./SandboxChain.ts"
import { SandboxClock } from "./SandboxClock.ts"
import { makeKycDecision } from "./makeKycDecision.ts"
import { type SandboxMail, SandboxMailbox } from "./SandboxMailer.ts"
import { type Execution, findExecution } from "./SandboxProcessor.ts"

const whole = (maximum: number) => integerBetween(0, maximum)

const decodeDeposit = decoderOf(
  Schema.Struct({
    address: textUpTo(256),
    amount: amountField,
    network: optionalField(textUpTo(64)),
    txHash: optionalField(
      printableAscii(128).check(Schema.isPattern(/^[^/]*$/, { message: "invalid_value:must have no /" }))
    ),
    logIndex: optionalField(whole(1_000_000)),
    confirmations: optionalField(whole(1_000_000))
  })
)
const decodeBlocks = decoderOf(Schema.Struct({ network: textUpTo(64), count: whole(1_000_000) }))
const decodeDrop = decoderOf(Schema.Struct({ txHash: printableAscii(128) }))
const decodeCredit = decoderOf(Schema.Struct({ amount: amountField, reason: optionalField(textUpTo(500)) }))
const bankNameMax = 100
const decodePay = decoderOf(
  Schema.Struct({
    bank: optionalField(
      textUpTo(bankNameMax).check(Schema.isPattern(/\S/, { message: "invalid_value:must not be empty" }))
    ),
    operationId: optionalField(printableAscii(128))
  })
)
const tenYearsSeconds = 10 * 366 * 24 * 60 * 60
const decodeAdvance = decoderOf(Schema.Struct({ seconds: whole(tenYearsSeconds) }))

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

/** What a client of a sandbox can make happen outside: deposits, blocks, reorganisations, bank payments, credits, time. */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** The simulated chain sees a transfer to an address of the partner's own. All input is untrusted. */
    readonly deposit: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<{ readonly txHash: string; readonly logIndex: number }, DepositFailure>
    readonly addBlocks: (input: unknown) => Effect.Effect<void, DepositFailure>
    readonly drop: (partnerId: PartnerId, input: unknown) => Effect.Effect<void, DepositFailure>
    /**
     * The simulated bank takes the money of an invoice of the partner's own, whatever its status: now, and again with each call
     * that names no operation told before. Answers the invoice as it is then.
     */
    readonly pay: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      input: unknown
    ) => Effect.Effect<IssuedInvoice, Failure | BankOperationUsed>
    /**
     * The simulated checker answers for a session of the partner's own. Steps that were not taken yet are taken without documents;
     * a session that has ended is refused.
     */
    readonly decide: (
      partnerId: PartnerId,
      sessionId: KycSessionId,
      input: unknown
    ) => Effect.Effect<OpenedKycSession, Failure | InvalidState>
    /** The e-mails "sent" for this partner. */
    readonly mail: (partnerId: PartnerId) => Effect.Effect<ReadonlyArray<SandboxMail>, StoreUnavailable>
    readonly credit: (partnerId: PartnerId, input: unknown) => Effect.Effect<Balance, Failure>
    /** Moves the domain clock; answers when the work that became due was started. */
    readonly advanceClock: (input: unknown) => Effect.Effect<Instant, Failure>
    /** What the simulated processing side executed for a payout of the partner's own: one transfer or none. */
    readonly transfers: (
      partnerId: PartnerId,
      payoutId: string | undefined
    ) => Effect.Effect<ReadonlyArray<Execution>, Failure>
  }
>()("@quittance/core/sandbox/Sandbox") {
  static readonly layer = Layer.effect(
    Sandbox,
    Effect.gen(function* () {
      const settings = yield* Settings
      const chain = yield* SandboxChain
      const clock = yield* SandboxClock
      const store = yield* SandboxStore
      const claims = yield* ClaimReader
      const deposits = yield* Deposits
      const balances = yield* Balances
      const invoices = yield* Invoices
      const bankPayments = yield* BankPayments
      const bankReceipts = yield* BankReceipts
      const bank = yield* SandboxBank
      const mailbox = yield* SandboxMailbox
      const decide = yield* makeKycDecision
      const payouts = yield* Payouts
      const worker = yield* Worker
      const ids = yield* Ids

      const checkNetwork = (network: string) =>
        findNetwork(settings, network) === undefined
          ? Effect.fail(
              new UnsupportedNetwork({ network, offered: settings.networks.map(({ name }) => name) })
            )
          : Effect.void

      /** The network and spelling of an address that was given to this partner. */
      const ownAddress = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        address: string,
        networkName?: string
      ) {
        for (const network of settings.networks) {
          if (networkName !== undefined && network.name !== networkName) continue
          if (!isAddress(network.addressFormat, address)) continue
          const canonical = canonicalAddress(network.addressFormat, address)
          const claim = yield* claims.find("depositAddress", "", addressClaimKey(network.name, canonical))
          if (Option.exists(claim, (found) => found.partnerId === partnerId))
            return { network, address: canonical }
        }
        return yield* new NotFound({ what: "address", id: address })
      })

      const deposit = Effect.fn("Sandbox.deposit")(function* (partnerId: PartnerId, input: unknown) {
        const request = yield* Effect.fromResult(decodeDeposit(input))
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isFailure(amount))
          return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
        if (amount.success <= 0n)
          return yield* InvalidInput.of("amount", "out_of_range", "must be more than 0")
        if (request.network != null) yield* checkNetwork(request.network)
        const { address, network } = yield* ownAddress(
          partnerId,
          request.address,
          request.network ?? undefined
        )
        const { logIndex, txHash } = yield* chain.deposit({
          network: network.name,
          address,
          txHash: request.txHash ?? (yield* ids.token(32)),
          logIndex: request.logIndex ?? 0,
          amountMinor: amount.success,
          confirmations: request.confirmations ?? network.confirmations
        })
        yield* deposits.notice(network.name, address)
        return { txHash, logIndex }
      })

      const addBlocks = Effect.fn("Sandbox.addBlocks")(function* (input: unknown) {
        const { count, network } = yield* Effect.fromResult(decodeBlocks(input))
        yield* checkNetwork(network)
        yield* chain.addBlocks(network, count)
        const addresses = yield* chain.addresses(network)
        yield* Effect.forEach(addresses, (address) => deposits.notice(network, address), { discard: true })
      })

      const drop = Effect.fn("Sandbox.drop")(function* (partnerId: PartnerId, input: unknown) {
        const { txHash } = yield* Effect.fromResult(decodeDrop(input))
        // Somebody else's transaction is as unknown as none, and what a shared one pays to others stays.
        const own = yield* Effect.filter(yield* chain.byTransaction(txHash), ({ address, network }) =>
          Effect.map(claims.find("depositAddress", "", addressClaimKey(network, address)), (claim) =>
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

      const pay = Effect.fn("Sandbox.pay")(function* (
        partnerId: PartnerId,
        invoiceId: InvoiceId,
        input: unknown
      ) {
        const request = yield* Effect.fromResult(decodePay(input))
        const { order } = yield* invoices.get(partnerId, invoiceId)
        const begun = yield* bankPayments.ofInvoice(partnerId, invoiceId)
        const open = begun.findLast(isOpenPayment)
        const chosen = sandboxBanks.find(({ id }) => id === open?.order.bank) ?? sandboxBanks[0]
        const receipt: BankReceipt = {
          // Partners share the bank and not their operations.
          operationId: `sandbox/${partnerId}/${request.operationId ?? (yield* ids.token(16))}`,
          amountMinor: order.amountMinor,
          currency: order.currency,
          payerBank: request.bank ?? chosen?.name ?? "",
          bankTime: yield* Clock.currentTimeMillis
        }
        const recorded =
          open === undefined
            ? bankReceipts.receive(partnerId, invoiceId, receipt)
            : Effect.andThen(
                bankReceipts.confirm(partnerId, open.order.id, receipt),
                bank.settle(open.order.id, receipt)
              )
        yield* recorded.pipe(
          Effect.catchTags({
            LeaseLost: Effect.die,
            // Told by the name that the caller knows.
            BankOperationUsed: () => new BankOperationUsed({ operationId: request.operationId ?? "" })
          })
        )
        return yield* invoices.get(partnerId, invoiceId)
      })

      const credit = Effect.fn("Sandbox.credit")(function* (partnerId: PartnerId, input: unknown) {
        const request = yield* Effect.fromResult(decodeCredit(input))
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isSuccess(amount) && amount.success <= 0n)
          return yield* InvalidInput.of("amount", "out_of_range", "must be more than 0")
        return yield* balances.adjust(partnerId, request)
      })

      const advanceClock = Effect.fn("Sandbox.advanceClock")(function* (input: unknown) {
        const { seconds } = yield* Effect.fromResult(decodeAdvance(input))
        const now = yield* clock.advance(seconds * millisPerSecond)
        yield* Effect.timeoutOption(worker.awaitStarted, startWaitMillis)
        // Most work is quick: waiting a little for its end spares clients a poll.
        yield* Effect.timeoutOption(worker.awaitIdle, finishWaitMillis)
        return now
      })

      const transfers = Effect.fn("Sandbox.transfers")(function* (
        partnerId: PartnerId,
        payoutId: string | undefined
      ) {
        if (payoutId === undefined) return yield* InvalidInput.of("payoutId", "required", "is required")
        const { order } = yield* payouts.get(partnerId, payoutId)
        const execution = yield* findExecution(store, order.reference)
        return Option.toArray(execution).filter(
          ({ status }) => status === "executed" || status === "accepted"
        )
      })

      return Sandbox.of({
        deposit,
        addBlocks,
        drop,
        pay,
        decide,
        mail: mailbox.ofPartner,
        credit,
        advanceClock,
        transfers
      })
    })
  )
}
