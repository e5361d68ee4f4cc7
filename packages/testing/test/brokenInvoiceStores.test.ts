import { MemoryStore } from "@quittance/core"
import {
  AnalyticsReader,
  BatchReader,
  bucketStart,
  type CounterChange,
  emptyBatchTally,
  invoice,
  Store,
  WebhookReader
} from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { answering, asking, auditingStates, changed, noticed, writing } from "./BrokenStore.ts"

/**
 * The suites of fiat invoices can fail: each store here breaks one promise, and the check of that promise must die on
 * it.
 */

const c = storeChecks

const counting = (change: (counter: CounterChange) => ReadonlyArray<CounterChange>) =>
  writing((commit) => ({ counters: commit.counters.flatMap(change) }))

/** Analytics over boundaries that were rounded, as roll-ups without their edges would do. */
const rounded = (grain: "quarter" | "day") =>
  asking(AnalyticsReader, "figures", (request) => [
    { ...request, boundaries: request.boundaries.map((at) => bucketStart(grain, at)) }
  ])

/** A store whose counters land although their commit is refused. */
const countingFirst = Layer.effectContext(
  Effect.map(Effect.context<Store>(), (ports) => {
    const store = Context.get(ports, Store)
    const commit: Store["Service"]["commit"] = (whole) => {
      const invoiceWrites = whole.aggregates.filter(({ _tag }) => _tag === "Invoice")
      const rest = whole.aggregates.filter(({ _tag }) => _tag !== "Invoice")
      const early = {
        ...whole,
        aggregates: invoiceWrites,
        entries: [],
        claims: [],
        jobs: [],
        completion: undefined
      }
      return Effect.andThen(store.commit(early), store.commit({ ...whole, aggregates: rest, counters: [] }))
    }
    return Context.add(ports, Store, { ...store, commit })
  })
)

noticed({
  "finds messages of KYC sessions only": [
    answering(WebhookReader, "messagesAbout", (ids, { webhookMessages }) =>
      ids.filter((id) => webhookMessages.get(id)?.type.startsWith("kyc."))
    ),
    c["messages about invoices"][
      "messages are found by the invoice that they are about, and are gone once they are erased"
    ]
  ],
  "writes over an invoice that changed": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.catchTag(inner.commit(commit), "VersionConflict", () =>
          inner.commit({ ...commit, aggregates: [] })
        )
    })),
    c.batches["a batch is taken in once"]
  ],
  "rounds periods to quarters of an hour": [
    rounded("quarter"),
    c.analytics["figures of any periods are the sums over the invoices created in them"],
    c.analytics["an invoice belongs to the period that begins at its instant, not to the one that ends there"]
  ],
  "rounds periods to days": [
    rounded("day"),
    c.analytics[
      "a year by the day, a week by the hour and a day by odd minutes are exact, in any zone's offset"
    ]
  ],
  "figures without what is due": [
    asking(AnalyticsReader, "figures", (request) => [{ ...request, now: Number.NEGATIVE_INFINITY }]),
    c.analytics["what is due counts as expired in the period of its creation, recorded or not"],
    c.analytics["figures of any periods are the sums over the invoices created in them"]
  ],
  "figures of all currencies": [
    asking(AnalyticsReader, "figures", ({ boundaries, now, partnerId }) => [{ boundaries, now, partnerId }]),
    c.analytics["figures of any periods are the sums over the invoices created in them"]
  ],
  "banks of no currency": [
    answering(AnalyticsReader, "figures", (answer) => ({ ...answer, banks: [] })),
    c.analytics["figures of any periods are the sums over the invoices created in them"],
    c.analytics["figures change with every commit that changes an invoice"]
  ],
  "adds amounts up as floating point": [
    answering(AnalyticsReader, "figures", ({ banks, periods }) => ({
      banks: banks.map((sum) => ({ ...sum, paidMinor: BigInt(Number(sum.paidMinor)) })),
      periods
    })),
    c.analytics["sums of large amounts are exact"]
  ],
  "counts twice": [
    counting((counter) => [counter, counter]),
    c.batches["paying a batch's invoices counts for that batch alone"],
    c["audit of roll-ups"]["kept roll-ups are what the invoices add up to, bucket by bucket"],
    c["audit of roll-ups"]["kept tallies are those of their batches"]
  ],
  "counts in the wrong bucket": [
    counting((counter) => [
      "createdAt" in counter ? { ...counter, createdAt: counter.createdAt + 1 } : counter
    ]),
    c["audit of roll-ups"]["kept roll-ups are what the invoices add up to, bucket by bucket"]
  ],
  "counts before it checks": [
    countingFirst.pipe(Layer.provideMerge(MemoryStore.layer)),
    c.commits["a commit with a taken claim leaves nothing"],
    c.commits["a commit with a stale version leaves nothing"],
    c.commits["a commit with a lost lease leaves nothing"],
    c.commits["a commit over a limit leaves nothing"],
    c.batches["a refused commit counts nothing"]
  ],
  "has one tally for all batches": [
    answering(
      BatchReader,
      "byId",
      Option.map(({ batch }) => ({ batch, tally: emptyBatchTally }))
    ),
    c.batches["tallies conflict with nothing: all that is counted at once counts"],
    c.batches["the tally counts from the commit that takes the batch in"]
  ],
  "audits no fiat invoices": [
    auditingStates(invoice, () => Stream.empty),
    c.audit["a snapshot has every fiat invoice and bank payment, in every state"]
  ]
})
