import { statesWith } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { type Batch, type BatchTally, batch, batchStatus, batchTallyOf } from "./Batch.ts"
import { batchClaims } from "./batchNames.ts"

/** Files of invoices by id and idempotency key. */
export const batchSearch: Searched<{ readonly batch: Batch; readonly tally: BatchTally }, SoughtValue> = {
  type: "batch",
  family: "fiat",
  items: statesWith(batch, "Batch", (state, sums) => ({ batch: state, tally: batchTallyOf(sums) })),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: batchClaims.create, of: ({ texts }) => texts }
  ],
  shown: ({ batch: { createdAt, id }, tally }) => ({ id, status: batchStatus(tally), createdAt })
}
