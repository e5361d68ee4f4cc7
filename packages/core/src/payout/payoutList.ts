import type { List, ListFilter, ListOwner } from "../list/List.ts"
import { statesOf } from "../list/ListedItems.ts"
import { payout, type PayoutStatus, payoutStatus, payoutStatuses, type RecordedPayout } from "./Payout.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface PayoutFilter extends ListFilter {
  readonly status?: PayoutStatus
}

/** The payouts of a partner. */
export const payoutList: List<RecordedPayout, ListOwner, PayoutFilter> = {
  name: "payouts",
  items: statesOf(payout),
  orderOf: ({ order }) => order,
  owner: ["partnerId"],
  index: "by_status",
  status: { field: "status", values: payoutStatuses, of: payoutStatus }
}
