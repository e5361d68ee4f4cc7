import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { referenceOf } from "../../kernel/idempotency/Idempotency.ts"
import { existing, lookedUp } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { InvalidState, type NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { JobCompletion, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { tracedOption } from "../../kernel/trace/Tracing.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { type InvoiceId, type InvoiceOrder, invoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import { invoiceNameOf } from "../invoice/invoiceName.ts"
import { Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import { followJobs } from "../statementEntry/statementEntryNames.ts"
import {
  BankPayment,
  type BankPaymentCommand,
  type BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  bankPayment,
  isOpenPayment,
  type RecordedBankPayment
} from "./BankPayment.ts"
import { recordedPayment } from "./BankPaymentCommits.ts"
import { bankPaymentEntries } from "./BankPaymentPostings.ts"
import { type Bank, BankRail, BankRailUnavailable } from "./BankRail.ts"
import { bankPaymentClaims, bankPaymentJobs, bankPaymentPrefix } from "./bankPaymentNames.ts"

type Missing = NotFound | StoreUnavailable

/** A command that moves no money. */
type MovesNothing = Exclude<
  BankPaymentCommand,
  { readonly _tag: "Request" | "Confirm" | "Receive" | "Resolve" | "Recall" }
>

/**
 * Bank payments of fiat invoices. Only `banks` calls the rail here; all other calls are the follower's work,
 * after the commit.
 */
export class BankPayments extends Context.Service<
  BankPayments,
  {
    /** The banks that a customer can choose for a currency. */
    readonly banks: (
      currency: FiatCurrency
    ) => Effect.Effect<ReadonlyArray<Bank>, BankRailUnavailable | ProviderMissing>
    /** Those of them that a customer can choose for an invoice: one without a reference cannot be transferred to. */
    readonly banksFor: (
      order: InvoiceOrder
    ) => Effect.Effect<ReadonlyArray<Bank>, BankRailUnavailable | ProviderMissing>
    /**
     * Records that a customer wants to pay through a bank, and schedules the call to the rail. Called again
     * for a bank with an open payment, it returns that payment.
     */
    readonly begin: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      bank: string
    ) => Effect.Effect<
      RecordedBankPayment,
      InvalidInput | InvalidState | ProviderMissing | BankRailUnavailable | Missing
    >
    /** All payments of an invoice, in the order they were requested. */
    readonly ofInvoice: (
      partnerId: PartnerId,
      invoiceId: InvoiceId
    ) => Effect.Effect<ReadonlyArray<RecordedBankPayment>, StoreUnavailable>
    readonly get: (partnerId: PartnerId, id: BankPaymentId) => Effect.Effect<RecordedBankPayment, Missing>
    /** A payment and its version, as input of `applyTo`. */
    readonly read: (
      partnerId: PartnerId,
      id: BankPaymentId
    ) => Effect.Effect<Versioned<RecordedBankPayment>, Missing>
    /** The same for who does not know the partner. */
    readonly find: (id: BankPaymentId) => Effect.Effect<Versioned<RecordedBankPayment>, Missing>
    /**
     * Applies one command that moves no money to a payment that was just read, or returned by this function, with
     * the completion of the job that caused it. The payment is loaded again only if it was changed since. For the
     * follower.
     */
    readonly applyTo: <Completion extends JobCompletion | undefined = undefined>(
      payment: Versioned<RecordedBankPayment>,
      command: MovesNothing,
      completion?: Completion
    ) => Effect.Effect<
      Versioned<RecordedBankPayment>,
      BankPaymentCommandRefused | LeaseLostOf<Completion> | Missing
    >
    /** Money that an operator has to return, of all partners, the oldest first. */
    readonly unresolved: Effect.Effect<ReadonlyArray<RecordedBankPayment>, StoreUnavailable>
    /** An operator returned the money of an unresolved payment. */
    readonly markReturned: (
      id: BankPaymentId,
      reason: string
    ) => Effect.Effect<RecordedBankPayment, InvalidState | Missing>
    readonly partnerOf: (id: BankPaymentId) => Effect.Effect<PartnerId, Missing>
  }
>()("@quittance/core/concepts/bankPayment/BankPayments") {
  static readonly layer = Layer.effect(
    BankPayments,
    Effect.gen(function* () {
      const parts = yield* makeParts
      const { states } = parts
      return BankPayments.of({
        banks: (currency) => offeredBanks(parts, currency),
        banksFor: (order) => banksForInvoice(parts, order),
        begin: (partnerId, invoiceId, bank) => beginPayment(parts, partnerId, invoiceId, bank),
        ofInvoice: (partnerId, invoiceId) => paymentsOfInvoice(parts, partnerId, invoiceId),
        get: (partnerId, id) => Effect.map(readPayment(parts, partnerId, id), ({ state }) => state),
        read: (partnerId, id) => readPayment(parts, partnerId, id),
        find: (id) => findPayment(parts, id),
        applyTo: (payment, command, completion) => {
          const applied = applyCommandTo(parts, payment, command, completion)
          const isAnswer = command._tag === "Accept" || command._tag === "Decline"
          return isAnswer ? actingAs(provider("bank"), applied) : applied
        },
        unresolved: Effect.map(states.indexed(bankPayment, "unresolved", { equal: [] }), statesOf),
        markReturned: (id, reason) => markReturned(parts, id, reason),
        partnerOf: (id) => Effect.map(findPayment(parts, id), ({ state }) => state.order.partnerId)
      })
    })
  )
}

/** What bank payments stand on. It is looked up once, not for each call. */
const makeParts = Effect.gen(function* () {
  const { callTimeoutMillis, paymentsPerInvoiceMax } = (yield* Settings).bankPayment
  return {
    paymentsPerInvoiceMax,
    states: yield* StateReader,
    partners: yield* Partners,
    rail: yield* Effect.flatMap(Effect.serviceOption(BankRail), (port) => tracedOption("bank", port)),
    answered: answeredWithin(callTimeoutMillis, (reason) => new BankRailUnavailable({ reason })),
    runCommand: (yield* makeTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

const readPayment = ({ states }: Parts, partnerId: PartnerId, id: BankPaymentId) =>
  existing(states, bankPayment, partnerId, id)

const findPayment = ({ states }: Parts, id: BankPaymentId) => lookedUp(states, bankPayment, id)

const paymentsOfInvoice = ({ states }: Parts, partnerId: PartnerId, invoiceId: InvoiceId) =>
  Effect.map(states.indexed(bankPayment, "by_invoice", { equal: [partnerId, invoiceId] }), statesOf)

const offeredBanks = Effect.fn("BankPayments.banks")(function* (
  { answered, rail }: Parts,
  currency: FiatCurrency
) {
  if (Option.isNone(rail)) return yield* new ProviderMissing({ provider: "BankRail" })
  return yield* answered(rail.value.banks(currency))
})

const banksForInvoice = (parts: Parts, { creditorReference, currency }: InvoiceOrder) =>
  Effect.map(offeredBanks(parts, currency), (banks) =>
    Option.isSome(creditorReference) ? banks : banks.filter(({ collects }) => collects !== "transfer")
  )

const beginPayment = Effect.fn("BankPayments.begin")(function* (
  parts: Parts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  bank: string
) {
  const { paymentsPerInvoiceMax, states } = parts
  const createdAt = yield* Clock.currentTimeMillis
  const found = yield* existing(states, invoice, partnerId, invoiceId)
  const issued = invoiceAsOf(found.state, createdAt)
  if (issued._tag !== "pending")
    return yield* new InvalidState({ what: "invoice", status: issued._tag, command: "payment" })
  const { amountMinor, currency } = issued.order
  const named = invoiceNameOf(issued.order, yield* parts.partners.nameOf(partnerId))
  const offered = yield* banksForInvoice(parts, issued.order)
  if (!offered.some(({ id }) => id === bank)) {
    const message = `must be one of ${offered.map(({ id }) => id).join(", ")}`
    return yield* InvalidInput.of("bank", "invalid_value", message)
  }
  while (true) {
    const all = yield* paymentsOfInvoice(parts, partnerId, invoiceId)
    const chosen = all.filter(({ order }) => order.bank !== "")
    const open = chosen.find((payment) => payment.order.bank === bank && isOpenPayment(payment))
    if (open !== undefined) return open
    if (chosen.length >= paymentsPerInvoiceMax) {
      const message = `cannot be chosen any more: at most ${paymentsPerInvoiceMax} payments can be started`
      return yield* InvalidInput.of("bank", "out_of_range", message)
    }
    const id = chosenPaymentId(named, bank, chosen.length)
    const order = { id, partnerId, invoiceId, bank, amountMinor, currency, createdAt }
    const begun = yield* Effect.result(requestPayment(parts, order, chosen.length))
    if (Result.isSuccess(begun)) return recordedPayment(begun.success.state)
    // Another customer chose at the same time: check that choice before a new payment is started.
    if (begun.failure._tag !== "ClaimTaken") return yield* begun.failure
  }
})

/** Records the customer's n-th choice, counted from 0, if it is not recorded yet. */
const requestPayment = ({ runCommand }: Parts, order: BankPaymentOrder, choice: number) => {
  const { createdAt, id, invoiceId, partnerId } = order
  const key = `${invoiceId}/${choice}`
  return runCommand({
    machine: BankPayment,
    command: { _tag: "Request", order },
    partnerId,
    subjectId: id,
    at: createdAt,
    load: Effect.succeed({ state: BankPayment.initial, version: 0 }),
    commit: ({ next }) => ({
      aggregates: [{ _tag: "BankPayment", state: recordedPayment(next), expectedVersion: 0 }],
      claims: [ownClaim(order, bankPaymentClaims.choice, key)],
      jobs: [{ kind: bankPaymentJobs.follow, partnerId, subjectId: id, dueAt: createdAt }]
    })
  }).pipe(Effect.catchTag("BankPaymentCommandRefused", Effect.die))
}

const applyCommandTo = Effect.fnUntraced(function* <Completion extends JobCompletion | undefined = undefined>(
  parts: Parts,
  payment: Versioned<RecordedBankPayment>,
  command: MovesNothing,
  completion?: Completion
) {
  const { id, partnerId } = payment.state.order
  const { state, version } = yield* parts
    .runCommand({
      machine: BankPayment,
      command,
      partnerId,
      subjectId: id,
      at: yield* Clock.currentTimeMillis,
      load: knownFirst(payment, () => readPayment(parts, partnerId, id)),
      completion,
      commit: ({ events, loaded, next }) => ({
        aggregates: [writeOver("BankPayment", loaded, recordedPayment(next))],
        entries: events.flatMap((event) => bankPaymentEntries(recordedPayment(next), event)),
        jobs: events.flatMap((event) =>
          event._tag === "BankPaymentReturned" ? entryJobs(recordedPayment(next), event.at) : []
        )
      })
      // It moves only what it holds.
    })
    .pipe(Effect.catchTag("LimitExceeded", Effect.die))
  return { state: recordedPayment(state), version }
})

/** The entry of a statement hears that its money was sent back. */
const entryJobs = (payment: RecordedBankPayment, at: Instant) =>
  "receipt" in payment ? followJobs(payment.order.partnerId, payment.receipt.entryId, at) : []

const markReturned = Effect.fn("BankPayments.markReturned")(function* (
  parts: Parts,
  id: BankPaymentId,
  reason: string
) {
  const at = yield* Clock.currentTimeMillis
  const payment = yield* findPayment(parts, id)
  const { state } = yield* applyCommandTo(parts, payment, { _tag: "Return", reason, at }).pipe(
    Effect.catchTags({
      BankPaymentCommandRefused: ({ from }) =>
        Effect.fail(new InvalidState({ what: "bank payment", status: from, command: "return" }))
    })
  )
  return state
})

/**
 * The same id in a restored store: the rail sees the repeat and takes the money once. The number comes first,
 * so that payments chosen at one instant sort in their order.
 */
const chosenPaymentId = (invoiceName: string, bank: string, number: number): BankPaymentId => {
  const reference = referenceOf("bankPayment", invoiceName, bank, String(number))
  return `${bankPaymentPrefix}${number.toString(16).padStart(4, "0")}${reference.slice(4)}`
}
