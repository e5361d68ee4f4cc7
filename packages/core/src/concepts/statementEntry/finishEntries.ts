import { Clock, Effect, Option, Result } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { RecordedBankPayment } from "../bankPayment/BankPayment.ts"
import type { ReceiptFault } from "../bankPayment/BankReceipt.ts"
import { invoice } from "../invoice/Invoice.ts"
import { entryReceipt } from "./entryReceipt.ts"
import { recordedEntry, StatementEntry, type StatementEntryCommand } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import type { EntryFault } from "./statementEntryNames.ts"
import { accountOf, type StatementParts } from "./statementParts.ts"

type Matching = Extract<RecordedEntry, { readonly _tag: "matching" }>
type Reversing = Extract<RecordedEntry, { readonly _tag: "reversing" }>

/** How many invoices are paid at once. */
const atOnce = 64

/** Why an invoice could not take money, as an entry says it. */
export const entryFaultOf: { readonly [Fault in ReceiptFault]: EntryFault } = {
  wrongAmount: "wrong_amount",
  cancelled: "cancelled",
  alreadyPaid: "already_paid",
  tooLate: "too_late"
}

/**
 * Goes on with entries of one account that are on their way, from wherever somebody left them: first the books of the
 * partners, each in a commit of its own, then the entries in one. All of it can be done again, and at once by others.
 * Returns the entries as they are then, in their order.
 */
export const finishEntries = Effect.fnUntraced(function* (
  parts: StatementParts,
  entries: ReadonlyArray<Versioned<RecordedEntry>>
): Effect.fn.Return<ReadonlyArray<Versioned<RecordedEntry>>, StoreUnavailable> {
  const told = yield* Effect.forEach(
    entries,
    (entry) => Effect.map(tellPartner(parts, entry.state), (commands) => ({ entry, commands })),
    { concurrency: atOnce }
  )
  if (told.every(({ commands }) => commands.length === 0)) return entries
  return yield* parts
    .transact(
      Effect.gen(function* () {
        const next = yield* Effect.forEach(
          told,
          ({ commands, entry }) => Effect.map(current(parts, entry), (now) => applied(now, commands)),
          { concurrency: atOnce }
        )
        const answer = next.map(({ entry }) => entry)
        const changes = next.flatMap(({ change }) => change ?? [])
        if (changes.length === 0) return { answer }
        return {
          answer,
          commit: {
            aggregates: changes.map(({ aggregate }) => aggregate),
            entries: changes.flatMap(({ entries }) => entries),
            events: changes.flatMap(({ events }) => events)
          }
        }
      })
    )
    .pipe(Effect.catchTag("LimitExceeded", Effect.die))
})

const current = ({ states }: StatementParts, entry: Versioned<RecordedEntry>) => {
  const { id, partnerId } = entry.state.order
  return Effect.catchTag(
    knownFirst(entry, () => existing(states, statementEntry, partnerId, id)),
    "NotFound",
    Effect.die
  )
}

/** The entry after commands that still apply: what somebody else was faster with is as it is. */
const applied = (loaded: Versioned<RecordedEntry>, commands: ReadonlyArray<StatementEntryCommand>) => {
  let state: RecordedEntry = loaded.state
  const own = []
  for (const command of commands) {
    for (const event of Result.getOrElse(StatementEntry.decide(state, command), () => [])) {
      state = recordedEntry(StatementEntry.evolve(state, event))
      own.push(event)
    }
  }
  if (own.length === 0) return { entry: loaded }
  const version = loaded.version + 1
  const { id: subjectId, partnerId } = state.order
  return {
    entry: { state, version },
    change: {
      aggregate: writeOver("StatementEntry", loaded, state),
      entries: own.flatMap((event) => statementEntryEntries(state.order, event)),
      events: own.map((event) => ({ partnerId, subjectId, version, at: event.at, event }))
    }
  }
}

/** What the entry has to know after the book of its partner does. */
const tellPartner = (
  parts: StatementParts,
  state: RecordedEntry
): Effect.Effect<ReadonlyArray<StatementEntryCommand>, StoreUnavailable> => {
  switch (state._tag) {
    case "matching":
      return giveMoney(parts, state)
    case "reversing":
      return takeMoneyBack(parts, state)
    case "matched":
    case "assigned":
    case "held":
    case "unresolved":
    case "returned":
    case "sentBack":
    case "ignored":
    case "reversed":
      return Effect.succeed([])
  }
}

const giveMoney = Effect.fnUntraced(function* (
  parts: StatementParts,
  { assignment, invoiceId, order, partnerOfInvoice }: Matching
) {
  const at = yield* Clock.currentTimeMillis
  const refused = (fault: EntryFault): ReadonlyArray<StatementEntryCommand> => [{ _tag: "Refuse", fault, at }]
  return yield* Effect.gen(function* () {
    const paid = yield* existing(parts.states, invoice, partnerOfInvoice, invoiceId)
    const { receipt, time } = entryReceipt(accountOf(parts, order), order, paid.state.order)
    const isAssigned = Option.isSome(assignment)
    const payment = yield* parts.receipts.receiveTransfer(
      partnerOfInvoice,
      invoiceId,
      receipt,
      time,
      isAssigned
    )
    return booked(payment, at)
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed(refused("unknown_reference")),
      BankOperationUsed: Effect.fnUntraced(function* ({ message }) {
        yield* raiseAlert("statement.entryUnbookable", `entry ${order.id} pays no invoice: ${message}`)
        return refused("possible_duplicate")
      }),
      // A receipt of an entry has an amount, and names.
      InvalidInput: Effect.die
    })
  )
})

/** What a bank payment that has the money says of the entry. */
const booked = (payment: RecordedBankPayment, at: Instant): ReadonlyArray<StatementEntryCommand> => {
  const fault = "fault" in payment ? Option.some(entryFaultOf[payment.fault]) : Option.none()
  const book: StatementEntryCommand = { _tag: "Book", paymentId: payment.order.id, fault, at }
  return payment._tag === "returned" ? [book, { _tag: "Return", reason: payment.reason, at }] : [book]
}

const takeMoneyBack = Effect.fnUntraced(function* (
  { receipts }: StatementParts,
  { partnerOfInvoice, paymentId, reversedOn }: Reversing
) {
  const payment = yield* receipts.recall(partnerOfInvoice, paymentId, reversedOn as CalendarDate).pipe(
    // Its entry says that the payment has the money.
    Effect.catchTags({ NotFound: Effect.die, InvalidState: Effect.die })
  )
  const at = yield* Clock.currentTimeMillis
  const recall: StatementEntryCommand = { _tag: "Recall", hadPaid: payment._tag === "reversed", at }
  return [recall]
})
