import { Schema } from "effect"
import { component } from "../../kernel/description/component.ts"
import { amountView } from "../../kernel/money/Money.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import { sampleId, topic } from "../webhook/Topic.ts"
import { adjustmentPrefix } from "./balanceNames.ts"

/** A manual correction of a balance. A debit is negative. */
export interface BalanceAdjusted {
  readonly _tag: "BalanceAdjusted"
  readonly amountMinor: bigint
  readonly reason: string
}

/** A manual correction as webhooks show it. */
const AdjustmentView = Schema.Struct({
  id: Schema.String.annotate({ description: "Its id." }),
  amount: Schema.Finite.annotate({ description: "By how much the balance changed: a debit is negative." }),
  currency: Schema.Literal("USDT").annotate({ description: "The currency of the amount." }),
  status: Schema.Literal("applied").annotate({ description: "A correction has no other." }),
  reason: Schema.String.annotate({ description: "Why, in the words of the operator." })
}).annotate(component("BalanceAdjustment", "A correction of the balance by the operator."))
export interface AdjustmentView extends Schema.Schema.Type<typeof AdjustmentView> {}

/** The webhook event of a manual correction. */
export const balanceTopics = {
  "balance.adjusted": topic<AdjustmentView>(
    "A balance was corrected by the operator",
    AdjustmentView,
    () => ({
      id: sampleId(adjustmentPrefix),
      amount: 25,
      currency: "USDT",
      status: "applied",
      reason: "Goodwill for order 1042"
    })
  )
}

/** The only event about a correction. */
export const balanceAnnouncement = (id: string, event: BalanceAdjusted): Announcement => ({
  event,
  type: "balance.adjusted",
  object: (): AdjustmentView => ({
    id,
    amount: amountView(event.amountMinor, "USDT"),
    currency: "USDT",
    status: "applied",
    reason: event.reason
  })
})
