import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Batch, BatchId, BatchTally } from "./Batch.ts"

/** Port. Batches and what became of their invoices, as last committed. */
export class BatchReader extends Context.Service<
  BatchReader,
  {
    readonly byId: (
      partnerId: PartnerId,
      id: BatchId
    ) => Effect.Effect<Option.Option<{ readonly batch: Batch; readonly tally: BatchTally }>, StoreUnavailable>
  }
>()("@quittance/core/concepts/batch/BatchReader") {}
