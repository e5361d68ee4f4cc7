import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type Batch,
  BatchReader,
  type BatchTally,
  batchPrefix,
  type CounterChange,
  emptyBatchTally
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { batch as anyBatch } from "../generators/invoiceGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import {
  changingInvoice,
  importingBatch,
  invoiceIn,
  issuingInvoices,
  newBatch,
  newInvoice
} from "./InvoiceSamples.ts"
import { adjusting, commit, newEvent, newPartnerId } from "./StoreSamples.ts"

/** Batches are read as they were taken in, with what became of their invoices and e-mails since. */

const tallyOf = Effect.fnUntraced(function* ({ id, partnerId }: Batch) {
  const batches = yield* BatchReader
  return Option.getOrThrow(yield* batches.byId(partnerId, id)).tally
})

/** A change of a batch's tally: by default nothing. */
const tallied = ({ id, partnerId }: Batch, change: Partial<BatchTally>): CounterChange => {
  const { mailsUnsent, paidCount, paidMinor } = { ...emptyBatchTally, ...change }
  return { _tag: "Batch", partnerId, batchId: id, paid: paidCount, paidMinor, mailsUnsent }
}

const count = Effect.fnUntraced(function* (batch: Batch, change: Partial<BatchTally>) {
  const events = [yield* newEvent(batch.partnerId, batch.id)]
  yield* commit({ counters: [tallied(batch, change)], events })
})

export const batchReaderChecks = {
  "a batch is read as it was taken in": Effect.gen(function* () {
    const batches = yield* BatchReader
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(anyBatch(""), (any) =>
      Effect.gen(function* () {
        const batch = { ...any, id: yield* ids.prefixed(batchPrefix), partnerId }
        yield* commit(yield* importingBatch(batch))
        const found = yield* batches.byId(partnerId, batch.id)
        assert.deepStrictEqual(found, Option.some({ batch, tally: emptyBatchTally }))
      })
    )
  }),

  "a batch is taken in once": Effect.gen(function* () {
    const batch = yield* newBatch(yield* newPartnerId)
    yield* commit(yield* importingBatch(batch))
    const refusal = yield* Effect.flip(commit(yield* importingBatch({ ...batch, total: 9 })))
    assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: batch.id, expected: 0 })
  }),

  "a partner sees only batches of its own": Effect.gen(function* () {
    const batches = yield* BatchReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const batch = yield* newBatch(owner)
    yield* commit(yield* importingBatch(batch))
    assert.isTrue(Option.isSome(yield* batches.byId(owner, batch.id)))
    assert.isTrue(Option.isNone(yield* batches.byId(other, batch.id)))
    assert.isTrue(Option.isNone(yield* batches.byId(owner, "bat_none")))
  }),

  "the tally counts from the commit that takes the batch in": Effect.gen(function* () {
    const batch = yield* newBatch(yield* newPartnerId)
    const counters = [tallied(batch, { mailsUnsent: 1 }), tallied(batch, { mailsUnsent: 2 })]
    yield* commit(yield* importingBatch(batch, { counters }))
    assert.deepStrictEqual(yield* tallyOf(batch), { paidCount: 0, paidMinor: 0n, mailsUnsent: 3 })
    yield* count(batch, { mailsUnsent: -1 })
    yield* count(batch, { paidCount: 1, paidMinor: 9_007_199_254_740_993n })
    assert.deepStrictEqual(yield* tallyOf(batch), {
      paidCount: 1,
      paidMinor: 9_007_199_254_740_993n,
      mailsUnsent: 2
    })
  }),

  "paying a batch's invoices counts for that batch alone": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [batch, other] = [yield* newBatch(partnerId), yield* newBatch(partnerId)]
    const invoices = yield* Effect.forEach([batch, batch, other], ({ id }) =>
      newInvoice(partnerId, { batchId: Option.some(id) })
    )
    const issue = yield* issuingInvoices(invoices)
    const imports = [yield* importingBatch(batch), yield* importingBatch(other)]
    yield* commit({
      ...issue,
      aggregates: [...imports.flatMap(({ aggregates }) => aggregates), ...issue.aggregates]
    })
    for (const invoice of invoices.slice(0, 2))
      yield* commit(yield* changingInvoice(invoice, invoiceIn("paid", invoice), 1))
    assert.deepStrictEqual(yield* tallyOf(batch), { paidCount: 2, paidMinor: 5_000n, mailsUnsent: 0 })
    assert.deepStrictEqual(yield* tallyOf(other), emptyBatchTally)
  }),

  "tallies conflict with nothing: all that is counted at once counts": Effect.gen(function* () {
    const batch = yield* newBatch(yield* newPartnerId)
    yield* commit(yield* importingBatch(batch, { counters: [tallied(batch, { mailsUnsent: 40 })] }))
    const counts = Array.from({ length: 40 }, () =>
      count(batch, { paidCount: 1, paidMinor: 3n, mailsUnsent: -1 })
    )
    yield* Effect.all(counts, { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* tallyOf(batch), { paidCount: 40, paidMinor: 120n, mailsUnsent: 0 })
  }),

  "a refused commit counts nothing": Effect.gen(function* () {
    const batch = yield* newBatch(yield* newPartnerId)
    yield* commit(yield* importingBatch(batch))
    const counters = [tallied(batch, { paidCount: 1, paidMinor: 1n, mailsUnsent: 1 })]
    yield* Effect.flip(commit({ counters, entries: [adjusting(batch.partnerId, -1n)] }))
    assert.deepStrictEqual(yield* tallyOf(batch), emptyBatchTally)
  })
} satisfies Checks<StorePorts | Ids>

export const batchReaderSuite = suiteOf<StorePorts>("batches", batchReaderChecks)
