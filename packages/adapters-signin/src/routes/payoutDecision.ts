import type { PayoutView } from "@quittance/core"
import { Effect } from "effect"

/** What a person decides about a payout that waits for approvals. */
export const payoutDecisions = ["approve", "decline", "withdraw"] as const
export type PayoutDecision = (typeof payoutDecisions)[number]

type Asked<View, E> = (partnerId: string, id: string) => Effect.Effect<View, E>

/** The operations of a person, as far as they are about that. */
type Deciding<E, F> = { readonly [Decision in PayoutDecision]: Asked<PayoutView, E> } & {
  readonly get: Asked<PayoutView, F>
}

/**
 * Decides, and answers with the payout after that. A form that was sent before, and whose payout has gone on since, is
 * answered with the payout as it is: what it asked for was done.
 */
export const decidePayout = <E extends { readonly _tag: string }, F>(
  payouts: Deciding<E, F>,
  decision: PayoutDecision,
  partnerId: string,
  id: string,
  isAgain: () => boolean
): Effect.Effect<PayoutView, E | F> =>
  Effect.catch(
    payouts[decision](partnerId, id),
    (refused): Effect.Effect<PayoutView, E | F> =>
      refused._tag === "InvalidState" && isAgain() ? payouts.get(partnerId, id) : Effect.fail(refused)
  )
