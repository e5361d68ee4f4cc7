import { Clock, Effect } from "effect"
import { existing, lookedUp } from "../../kernel/input/existing.ts"
import { InvalidInput, textFault } from "../../kernel/input/Input.ts"
import { InvalidState, orNotFound } from "../../kernel/input/Refusals.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { type InvoiceId, invoice } from "../invoice/Invoice.ts"
import { assignmentFault } from "./assignmentFault.ts"
import { finishEntries } from "./finishEntries.ts"
import { matchJob } from "./recordEntries.ts"
import { recordedEntry, StatementEntry, type StatementEntryCommand } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { entryStatuses, entryStatusOf } from "./statementEntryNames.ts"
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
  const state = yield* readEntry(parts, id)
  const { order } = state
  // Its own invoice has its money already, and nothing but the time is a person's to decide.
  if (state._tag === "held" && !(state.fault === "too_late" && state.invoiceId === invoiceId))
    return yield* refusal(state, state.fault === "too_late" ? `assign to ${invoiceId}` : "assign")
  // Before what the invoice says: after a lost answer, it is paid by this very entry.
  if (state._tag !== "unresolved" && state._tag !== "held") return yield* refusal(state, "assign")
  const partnerOfInvoice = yield* Effect.flatMap(
    parts.states.partnerOf(invoice, invoiceId),
    orNotFound("invoice", invoiceId)
  )
  const { state: paid } = yield* existing(parts.states, invoice, partnerOfInvoice, invoiceId)
  const fault = assignmentFault(order, paid)
  if (fault !== undefined) return yield* fault
  yield* command(parts, id, "assign", (at) => ({
    ...{ _tag: "Assign", partnerOfInvoice, invoiceId, reason, at }
  }))
  const assigned = yield* readEntry(parts, id)
  // Its invoice took other money meanwhile, or it was sent back.
  return assigned._tag === "held" || entryStatusOf[assigned._tag] === "returned"
    ? yield* refusal(assigned, "assign")
    : assigned
})

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

/** Erases who paid and what they wrote, which is needed for as long as somebody has to decide about the money. */
export const redact = Effect.fn("Statements.redact")(function* (parts: StatementParts, id: string) {
  const { _tag } = yield* readEntry(parts, id)
  const status = entryStatusOf[_tag]
  if (status === "unresolved") {
    const possible = entryStatuses.filter((each) => each !== status)
    return yield* new InvalidState({ what: "entry", status, command: "redact", possible })
  }
  yield* command(parts, id, "redact", (at) => ({ _tag: "Redact", at }))
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

const refusal = (state: RecordedEntry, command: string): InvalidState => {
  const what = "entry"
  if (state._tag === "held") {
    const { fault, invoiceId, paymentId } = state
    const status = `held as bank payment ${paymentId} of invoice ${invoiceId} (${fault})`
    const hint = fault === "too_late" ? `return it, or assign it to ${invoiceId}` : "return it"
    return new InvalidState({ what, status, command, hint })
  }
  return new InvalidState({ what, status: entryStatusOf[state._tag], command, possible: ["unresolved"] })
}
