import { Option } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import { added, count, currency, instant, money, optional, text } from "../../kernel/concept/Field.ts"
import { clientTexts } from "../../kernel/input/ClientTexts.ts"
import { type GivenApproval, packedApproval, packedApprovals } from "./PayoutApproval.ts"
import { payoutCalls } from "./PayoutCalls.ts"

/** The stored fields of a payout; what becomes of it is decided in `Payout.ts`. */

/** UUIDv7. */
export type PayoutId = string

const ended = {
  /** When the outcome was decided. */
  completedAt: instant
}

const returned = {
  ...ended,
  /** Set when the money turned out to have left after all. */
  settledLateAt: optional(instant)
}

/** What clients say of a payout. */
export const payoutTexts = clientTexts({
  note: { meaning: "Your own words about it.", charactersMax: 500, example: "Refund of order 1042" }
})

/** The stored fields of a payout. */
export const payout = concept({
  name: "Payout",
  noun: "payout",
  table: "payouts",
  order: {
    id: text,
    partnerId: text,
    idempotencyKey: text,
    /**
     * The processing side's idempotency key for the payout. It is derived from the request, so a repeat has
     * the same one, even in a store that lost the first.
     */
    reference: text,
    currency,
    network: text,
    address: text,
    /** The amount the address receives; the debit is amount plus fee. */
    amountMinor: money,
    feeMinor: money,
    ...payoutTexts.stored,
    createdAt: instant,
    /** The actor who asked for it; none if the host did by itself, and in rows of before this was recorded. */
    createdBy: added(27, optional(text)),
    /** What it needs before it is sent; none if nothing, as in rows of before there were approvals. */
    approval: added(27, optional(packedApproval))
  },
  recorded: {
    /** Calls to the processing side so far, submissions and lookups together. */
    attempts: count,
    /** The first and the latest of these calls, as far as they were recorded; see `PayoutCalls.ts`. */
    calls: payoutCalls,
    processingId: optional(text),
    /**
     * Why it was refused, or the fault of the last attempt, in the words of the network or the processing side, as
     * `plainReason` keeps them.
     */
    error: optional(text),
    updatedAt: instant,
    /** Approvals that count, oldest first; none as long as there are none. */
    approvalsGiven: added(27, optional(packedApprovals))
  },
  states: {
    /** Debited, nothing sent yet. A crash leaves a due job behind. */
    reserved: {},
    /** About to call, calling, or crashed while calling: no further call may be made before a lookup. */
    submitting: {},
    /** Accepted by the processing side, not yet final there. */
    submitted: {},
    /** The answer was lost; the transfer may or may not exist. */
    unknown: {},
    /** Final: the money arrived. */
    confirmed: ended,
    /** Final: refused by the processing side, and the debit was returned. */
    rejected: returned,
    /** Final: given up with proof that nothing was sent, and the debit was returned. */
    not_confirmed: returned,
    /** Debited, and waiting for approvals; a due job ends the wait. */
    awaiting: {},
    /** Final: declined, withdrawn or expired before anything was sent, and the debit was returned. */
    declined: returned
  },
  statuses: {
    reserved: "PENDING",
    submitting: "PENDING",
    submitted: "PENDING",
    unknown: "PENDING",
    confirmed: "COMPLETED",
    rejected: "FAILED",
    not_confirmed: "FAILED",
    awaiting: "PENDING",
    declined: "FAILED"
  },
  indexes: {
    by_status: { on: ["partnerId", "status", "createdAt", "id"] },
    /** Those that wait for approvals. */
    awaiting: { on: ["partnerId", "createdAt", "id"], where: { in: { state: ["awaiting"] } } },
    /** Those whose outcome nobody knows, for whoever has to find out. */
    unknown: { on: ["partnerId", "createdAt", "id"], where: { in: { state: ["unknown"] } } }
  }
})

/** Fixed when the payout is created. */
export interface PayoutOrder extends OrderOf<typeof payout> {}

/** A payout that exists. */
export type RecordedPayout = StateOf<typeof payout>

/** The approvals that count. */
export const approvalsOf = (state: RecordedPayout): ReadonlyArray<GivenApproval> =>
  Option.getOrElse(state.approvalsGiven, () => [])

/** The public status. */
export type PayoutStatus = (typeof payout.statuses)[RecordedPayout["_tag"]]
export const payoutStatuses = [
  "PENDING",
  "COMPLETED",
  "FAILED"
] as const satisfies ReadonlyArray<PayoutStatus>

export const payoutStatus = ({ _tag }: RecordedPayout): PayoutStatus => payout.statuses[_tag]

/** The debit: amount plus fee. */
export const totalMinor = (order: Pick<PayoutOrder, "amountMinor" | "feeMinor">): bigint =>
  order.amountMinor + order.feeMinor
