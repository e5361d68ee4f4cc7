import { type HostedList, type ListFilter, statesWith } from "../../kernel/list/List.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { type Batch, type BatchTally, batch, batchTallyOf } from "./Batch.ts"
import { type BatchView, batchView } from "./BatchView.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export type BatchFilter = Pick<ListFilter, "from" | "to">

export interface BatchStanding {
  readonly batch: Batch
  readonly tally: BatchTally
}

/** The batches of a partner, and what became of their invoices. */
export const batchList: HostedList<BatchStanding, BatchFilter, SettingsShape, BatchView> = {
  name: "batches",
  items: statesWith(batch, "Batch", (state, sums): BatchStanding => {
    return { batch: state, tally: batchTallyOf(sums) }
  }),
  orderOf: ({ batch }) => batch,
  owner: ["partnerId"],
  index: "listed",
  shown: ({ batch, tally }) => batchView(batch, tally)
}
