import type { HostedList, ListFilter } from "../../kernel/list/List.ts"
import { statesOf } from "../../kernel/list/List.ts"
import { networkLabel, type SettingsShape } from "../settings/Settings.ts"
import {
  type PayoutStatus,
  payout,
  payoutStatus,
  payoutStatuses,
  type RecordedPayout
} from "./PayoutRecord.ts"
import { type PayoutView, payoutView } from "./PayoutView.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface PayoutFilter extends ListFilter {
  readonly status?: PayoutStatus
}

/** The payouts of a partner. */
export const payoutList: HostedList<RecordedPayout, PayoutFilter, SettingsShape, PayoutView> = {
  name: "payouts",
  items: statesOf(payout),
  orderOf: ({ order }) => order,
  owner: ["partnerId"],
  index: "by_status",
  status: { field: "status", values: payoutStatuses, of: payoutStatus },
  shown: (state, settings) => payoutView(state, networkLabel(settings, state.order.network))
}
