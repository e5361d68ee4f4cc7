import { Clock, Effect } from "effect"
import { Networks } from "../../concepts/network/Networks.ts"
import { type ApprovalStandingView, approvalStanding } from "../../concepts/payout/approvalStanding.ts"
import { PayoutApprovals } from "../../concepts/payout/PayoutApprovals.ts"
import { payout as payoutConcept, type RecordedPayout } from "../../concepts/payout/PayoutRecord.ts"
import type { PayoutRequest } from "../../concepts/payout/PayoutRequest.ts"
import { Payouts } from "../../concepts/payout/Payouts.ts"
import {
  type PayoutView,
  payoutCreatedView,
  payoutDetailView,
  payoutView
} from "../../concepts/payout/PayoutView.ts"
import { makePayoutPreview } from "../../concepts/payout/payoutPreview.ts"
import { makePayoutProcessing } from "../../concepts/payout/payoutProcessing.ts"
import { Rosters } from "../../concepts/roster/Rosters.ts"
import { userOf } from "../../concepts/roster/rosterPeople.ts"
import { networkLabel, Settings } from "../../concepts/settings/Settings.ts"
import { Actor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { amountView } from "../../kernel/money/Money.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeHistories } from "../../store/histories.ts"
import { type AskedOpenPayouts, WaitingWork } from "../../store/WaitingWork.ts"
import { openPayoutsAsked } from "./openPayoutsAsked.ts"
import { answered } from "./shown.ts"

/** An open payout and the partner that it is of. */
export interface OpenPayoutView extends PayoutView {
  readonly partnerId: PartnerId
}

/** A payout that waits for approvals, and how it stands for whoever asks. */
export interface AwaitingPayoutView extends PayoutView {
  readonly standing: ApprovalStandingView
}

/** The payouts that wait, the oldest first. */
export interface AwaitingPayoutsView {
  readonly items: ReadonlyArray<AwaitingPayoutView>
  /** Whether there are more, which come when these are decided. */
  readonly hasMore: boolean
}

/** A network on which payouts are sent. Amounts are in its currency, bounds inclusive. */
export interface PayoutNetworkView {
  readonly name: string
  readonly label: string
  readonly currency: string
  readonly minAmount: number
  readonly maxAmount: number
}

/** So many that wait are shown at once. */
const awaitingMax = 100

/** Payouts, and what people decide about them. */
export const makePayoutOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const payouts = yield* Payouts
  const approvals = yield* PayoutApprovals
  const networks = yield* Networks
  const rosters = yield* Rosters
  const states = yield* StateReader
  const waiting = yield* WaitingWork
  const preview = yield* makePayoutPreview
  const processing = yield* makePayoutProcessing
  const histories = yield* makeHistories("partner")
  const labelOf = ({ order }: RecordedPayout) => networkLabel(settings, order.network)
  const payout = (state: RecordedPayout) => payoutView(state, labelOf(state))

  /** How payouts of a partner stand, for who acts. */
  const standings = Effect.fnUntraced(function* (partnerId: PartnerId) {
    const { state: roster } = yield* rosters.fresh(partnerId)
    const at = yield* Clock.currentTimeMillis
    const by = userOf(yield* Actor)
    return (state: RecordedPayout) => approvalStanding(state, roster, by, at)
  })

  return {
    payouts: {
      create: (partnerId: string, idempotencyKey: string | undefined, input: PayoutRequest) =>
        Effect.map(payouts.create(partnerId, idempotencyKey, input), ({ replayed, value }) =>
          answered(payoutCreatedView(value), replayed)
        ),
      preview: (partnerId: string, input: PayoutRequest) => preview(partnerId, input),
      networks: (_partnerId: string): Effect.Effect<ReadonlyArray<PayoutNetworkView>> =>
        Effect.sync(() =>
          networks.offeredFor("payouts").map(({ currency, label, maxPayoutMinor, minPayoutMinor, name }) => ({
            ...{ name, label, currency },
            minAmount: amountView(minPayoutMinor, currency),
            maxAmount: amountView(maxPayoutMinor, currency)
          }))
        ),
      get: (partnerId: string, id: string) =>
        Effect.map(payouts.get(partnerId, id), (state) => payoutDetailView(state, labelOf(state))),
      history: (partnerId: string, id: string) =>
        Effect.flatMap(payouts.get(partnerId, id), histories.payout),
      processing: (partnerId: string, id: string) => Effect.flatMap(payouts.get(partnerId, id), processing),
      awaiting: Effect.fnUntraced(function* (partnerId: string) {
        const found = yield* states.indexed(payoutConcept, "awaiting", {
          equal: [partnerId],
          limit: awaitingMax + 1
        })
        const standing = yield* standings(partnerId)
        const view: AwaitingPayoutsView = {
          items: statesOf(found.slice(0, awaitingMax)).map((state) => ({
            ...payout(state),
            standing: standing(state)
          })),
          hasMore: found.length > awaitingMax
        }
        return view
      }),
      standing: Effect.fnUntraced(function* (
        partnerId: string,
        id: string
      ): Effect.fn.Return<ApprovalStandingView | null, NotFound | StoreUnavailable> {
        const state = yield* payouts.get(partnerId, id)
        return state._tag === "awaiting" ? (yield* standings(partnerId))(state) : null
      }),
      approve: (partnerId: string, id: string) => Effect.map(approvals.approve(partnerId, id), payout),
      decline: (partnerId: string, id: string) => Effect.map(approvals.decline(partnerId, id), payout),
      withdraw: (partnerId: string, id: string) => Effect.map(approvals.withdraw(partnerId, id), payout),
      open: (asked: Partial<AskedOpenPayouts> = {}) =>
        Effect.map(
          Effect.flatMap(openPayoutsAsked(asked), waiting.openPayouts),
          (found): ReadonlyArray<OpenPayoutView> =>
            found.map((state) => ({ partnerId: state.order.partnerId, ...payout(state) }))
        ),
      resolve: (id: string, outcome: "completed" | "failed", reason: string) =>
        Effect.map(payouts.resolve(id, outcome, reason), payout)
    }
  }
})
