import { Schema } from "effect"
import { count } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import { plainReason } from "../../kernel/input/plainReason.ts"
import { amountView } from "../../kernel/money/Money.ts"
import type { PayoutEvent } from "./Payout.ts"
import { type payout, type RecordedPayout, totalMinor } from "./PayoutRecord.ts"
import { PayoutCreatedView, requirementFields, requirementView } from "./PayoutView.ts"

const processingId = {
  processingId: Schema.NullOr(Schema.String).annotate({
    description: "The transfer at the processing side; null if it named none."
  })
}
const processingIdOf = (facts: Facts) => ({ processingId: facts.text("processingId") })

const Reason = Schema.NullOr(Schema.String).annotate({
  description: "In the words of the network, the processing side or the operator: one line."
})
const reasonOf = (facts: Facts): string | null => {
  const reason = facts.text("reason")
  return reason === null ? null : plainReason(reason)
}

/** Why a payout failed: it was refused, it is proven that nothing was sent, or people or time decided so. */
const failures = ["rejected", "not_confirmed", "declined"] as const satisfies ReadonlyArray<
  keyof typeof payout.statuses
>
const failedAs = (
  processingStatus: (typeof failures)[number],
  errorOf: (facts: Facts) => string | null = reasonOf
) =>
  told(
    "payout.failed",
    "It failed, and its debit was returned.",
    {
      processingStatus: Schema.Literals(failures).annotate(
        component(
          "PayoutFailure",
          "Whether it was refused, it is proven that nothing was sent, or it was not approved."
        )
      ),
      error: Reason
    },
    (facts) => ({ processingStatus, error: errorOf(facts) })
  )

const { amount, currency, fee, total } = PayoutCreatedView.fields

/** What the history of a payout tells. */
export const payoutHistory: HistoryOf<PayoutEvent["_tag"], RecordedPayout> = {
  PayoutReserved: told(
    "payout_created",
    "It was created, and its debit was taken.",
    { amount, fee, total, currency },
    (_, { order }: RecordedPayout) => ({
      amount: amountView(order.amountMinor, order.currency),
      fee: amountView(order.feeMinor, order.currency),
      total: amountView(totalMinor(order), order.currency),
      currency: order.currency
    })
  ),
  PayoutApprovalRequired: told(
    "payout.approval_required",
    "It waits until people have approved it.",
    requirementFields,
    (_, { order }: RecordedPayout) => requirementView(order)
  ),
  PayoutApproved: told(
    "approval_given",
    "A person approved it.",
    { given: count("How many approvals count with this one.", 1), needed: requirementFields.needed },
    (facts, { order }: RecordedPayout) => ({
      given: facts.size("given"),
      needed: requirementView(order).needed
    })
  ),
  PayoutDeclined: failedAs("declined", (facts) => facts.text("how")),
  PayoutSubmissionStarted: toldAlone(
    "submission_started",
    "The processing side was about to be asked to send it."
  ),
  PayoutLookupStarted: toldAlone(
    "lookup_started",
    "The processing side was about to be asked what became of it."
  ),
  PayoutAccepted: told(
    "payout_accepted",
    "The processing side accepted it; it is not final there.",
    processingId,
    processingIdOf
  ),
  PayoutAnswerLost: told(
    "answer_lost",
    "The answer of the processing side was lost or unclear: it is looked up next.",
    { error: Reason },
    (facts) => ({ error: reasonOf(facts) })
  ),
  PayoutConfirmed: told("payout.completed", "The money arrived.", processingId, processingIdOf),
  PayoutRejected: failedAs("rejected"),
  PayoutGivenUp: failedAs("not_confirmed"),
  PayoutSettledLate: told(
    "payout.late_settlement",
    "It had failed, and arrived after all.",
    processingId,
    processingIdOf
  )
}
