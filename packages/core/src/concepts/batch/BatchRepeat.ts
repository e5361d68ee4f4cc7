import { Effect, Option, Result, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { orNotFound } from "../../kernel/input/Refusals.ts"
import { firstIssued } from "../invoice/InvoiceAsOf.ts"
import { Settings } from "../settings/Settings.ts"
import type { BatchId } from "./Batch.ts"
import { readBatchFile } from "./BatchFile.ts"
import type { BatchImport } from "./BatchImport.ts"
import { makeBatchInvoices } from "./BatchInvoices.ts"
import { BatchReader } from "./BatchReader.ts"
import type { ImportedBatch } from "./BatchView.ts"
import type { EmptyRows } from "./emptyRows.ts"
import { inFileOrder, takenError } from "./takenRows.ts"

/**
 * The answer to a repeated import of the same file. The invoices are read from the store, as they were
 * created. The errors of the other rows are not stored: they are found again in the file.
 */
export const makeBatchRepeat = Effect.gen(function* () {
  const settings = yield* Settings
  const batches = yield* BatchReader
  const invoicesOf = yield* makeBatchInvoices
  return Effect.fnUntraced(function* (partnerId: PartnerId, id: BatchId, request: BatchImport) {
    // The owner of a claim was committed together with it.
    const { batch } = yield* Effect.orDie(orNotFound("batch", id)(yield* batches.byId(partnerId, id)))
    const found = yield* invoicesOf.stream(batch).pipe(
      Stream.map(({ order }) => firstIssued(order)),
      Stream.runCollect
    )
    const issued = [...found].reverse()
    const externalIds = new Set(issued.flatMap(({ order }) => Option.toArray(order.externalId)))
    const read = (emptyRows?: EmptyRows) =>
      Result.getOrUndefined(readBatchFile(request.file, { ...request, settings }, emptyRows))
    const skipping = read()
    // An earlier version counted rows of empty cells as errors, and answered them.
    const file = skipping !== undefined && skipping.total < batch.total ? read("judged") : skipping
    const taken = (file?.rows ?? []).filter((row) =>
      Option.exists(row.externalId, (key) => !externalIds.has(key))
    )
    const errors = inFileOrder([...(file?.errors ?? []), ...taken.map(takenError)])
    return { batch, invoices: issued, errors } satisfies ImportedBatch
  })
})
