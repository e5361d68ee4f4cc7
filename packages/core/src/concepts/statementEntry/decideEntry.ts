import { Clock, Effect } from "effect"
import { existing, lookedUp } from "../../kernel/input/existing.ts"
import { InvalidInput, textFault } from "../../kernel/input/Input.ts"
import { InvalidState, orNotFound } from "../../kernel/input/Refusals.ts"
import { formatMinor } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { type InvoiceId, type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { finishEntries } from "./finishEntries.ts"
import { matchJob } from "./recordEntries.ts"
import { recordedEntry, StatementEntry, type StatementEntryCommand } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { entryStatusOf } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** What people decide about entries. */

const reasonMax = 500

const checkedReason = (reason: string): Effect.Effect<string, InvalidInput> => {
  const fault =
    typeof reason !== "string" || reason.trim() === ""
      ? ({ code: "required", message: "must say why" } as const)
      : textFault(reason, reasonMax)
  return fault === undefined
    ? Effect.succeed(reason)
    : Effect.fail(InvalidInput.of("reason", fault.code, fault.message))
}

/** The entry, after what is left of its way to or from an invoice. */
export const readEntry = Effect.fnUntraced(function* (parts: StatementParts, id: string) {
  const found = yield* lookedUp(parts.states, statementEntry, id)
  const [entry = found] = yield* finishEntries(parts, [found])
  return entry.state
})

export const assign = Effect.fn("Statements.assign")(function* (
  parts: StatementParts,
  id: string,
  invoiceId: InvoiceId,
  given: string
) {
  const reason = yield* checkedReason(given)
  const entry = yield* readEntry(parts, id)
  // Before what the invoice says: after a lost answer, it is paid by this very entry.
  if (entry._tag !== "unresolved") return yield* refusal(entry, "assign")
  const partnerOfInvoice = yield* Effect.flatMap(
    parts.states.partnerOf(invoice, invoiceId),
    orNotFound("invoice", invoiceId)
  )
  const { state: paid } = yield* existing(parts.states, invoice, partnerOfInvoice, invoiceId)
  const fault = assignmentFault(entry.order, paid)
  if (fault !== undefined) return yield* fault
  yield* command(parts, id, "assign", (at) => ({
    ...{ _tag: "Assign", partnerOfInvoice, invoiceId, reason, at }
  }))
  return yield* readEntry(parts, id)
})

/** Why the invoice can never take the entry's money. When it came does not matter: that is what a person decides. */
const assignmentFault = (
  { amountMinor, currency }: RecordedEntry["order"],
  { _tag, order }: IssuedInvoice
): InvalidInput | InvalidState | undefined => {
  if (order.currency !== currency || order.amountMinor !== amountMinor) {
    const [wanted, found] = [
      `${formatMinor(amountMinor, currency)} ${currency}`,
      `${formatMinor(order.amountMinor, order.currency)} ${order.currency}`
    ]
    const message = `must be an invoice over ${wanted}, which is what came in; this one is over ${found}`
    return InvalidInput.of("invoiceId", "invalid_value", message)
  }
  if (_tag === "cancelled" || _tag === "paid")
    return new InvalidState({
      ...{ what: "invoice", status: _tag, command: "assign", possible: ["pending", "expired"] }
    })
  return undefined
}

export const giveBack = Effect.fn("Statements.returned")(function* (
  parts: StatementParts,
  id: string,
  given: string
) {
  const reason = yield* checkedReason(given)
  const state = yield* readEntry(parts, id)
  // Its money is in the book of the invoice's partner.
  if (state._tag === "held") yield* parts.payments.markReturned(state.paymentId, reason)
  yield* command(parts, id, "return", (at) => ({ _tag: "Return", reason, at }))
  return yield* readEntry(parts, id)
})

export const ignore = Effect.fn("Statements.ignore")(function* (
  parts: StatementParts,
  id: string,
  given: string
) {
  const reason = yield* checkedReason(given)
  yield* readEntry(parts, id)
  yield* command(parts, id, "ignore", (at) => ({ _tag: "Ignore", reason, isReplaced: false, at }))
  return yield* readEntry(parts, id)
})

/** Applies one command of a person, as the system applies what it learns from the invoice's partner. */
export const command = Effect.fnUntraced(function* (
  { runCommand, states }: StatementParts,
  id: string,
  verb: string,
  commandAt: (at: Instant) => StatementEntryCommand
) {
  const at = yield* Clock.currentTimeMillis
  const { state } = yield* lookedUp(states, statementEntry, id)
  const { order } = state
  const { partnerId } = order
  const wanted = commandAt(at)
  yield* runCommand({
    machine: StatementEntry,
    command: wanted,
    partnerId,
    subjectId: id,
    at,
    load: existing(states, statementEntry, partnerId, id),
    commit: ({ events, loaded, next }) => ({
      aggregates: [writeOver("StatementEntry", loaded, recordedEntry(next))],
      entries: events.flatMap((event) => statementEntryEntries(order, event)),
      jobs: wanted._tag === "Assign" ? [matchJob(partnerId, at)] : []
    })
  }).pipe(
    Effect.catchTags({
      StatementEntryCommandRefused: Effect.fnUntraced(function* () {
        const { state } = yield* existing(states, statementEntry, partnerId, id)
        return yield* refusal(state, verb)
      }),
      // It takes what the entry put there.
      LimitExceeded: Effect.die
    })
  )
})

const refusal = (state: RecordedEntry, verb: string): InvalidState => {
  const status =
    state._tag === "held"
      ? `held as bank payment ${state.paymentId} of invoice ${state.invoiceId} (${state.fault})`
      : entryStatusOf[state._tag]
  const possible = ["unresolved and no bank payment"]
  return new InvalidState({ what: "entry", status, command: verb, possible })
}
