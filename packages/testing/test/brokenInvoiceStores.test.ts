import {
  type AggregateWrite,
  AnalyticsReader,
  AuditReader,
  BankPaymentReader,
  BatchReader,
  bucketStart,
  type CounterChange,
  CryptoInvoiceReader,
  emptyBatchTally,
  InvoiceReader,
  type InvoiceState,
  MemoryStore,
  Store,
  WebhookReader
} from "@quittance/core"
import { storeChecks } from "@quittance/testing"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { changed, noticed, writing } from "./BrokenStore.ts"

/** The suites of fiat invoices can fail: each store here breaks one promise, and the check of that promise must die on it. */

const c = storeChecks
const lists = c["lists of fiat invoices"]
const invoices = c["fiat invoices"]
const redactions = c["redactions of invoices"]

type Unredacted = InvoiceReader["Service"]["unredacted"]

/** A store that finds other fiat invoices to redact. */
const unredacted = (find: (inner: Unredacted, ...args: Parameters<Unredacted>) => ReturnType<Unredacted>) =>
  changed(InvoiceReader, (inner) => ({ unredacted: (...args) => find(inner.unredacted, ...args) }))

type ListArgs = Parameters<InvoiceReader["Service"]["list"]>

/** A list that is asked for something else than was wanted. */
const asking = (change: (...args: ListArgs) => ListArgs) =>
  changed(InvoiceReader, (inner) => ({ list: (...args) => inner.list(...change(...args)) }))

const counting = (change: (counter: CounterChange) => ReadonlyArray<CounterChange>) =>
  writing((commit) => ({ ...commit, counters: commit.counters.flatMap(change) }))

/** Analytics over boundaries that were rounded, as roll-ups without their edges would do. */
const rounded = (grain: "quarter" | "day") =>
  changed(AnalyticsReader, (inner) => ({
    figures: (request) =>
      inner.figures({ ...request, boundaries: request.boundaries.map((at) => bucketStart(grain, at)) })
  }))

const writingInvoices = (
  change: (state: Extract<AggregateWrite, { _tag: "Invoice" }>["state"]) => InvoiceState
) =>
  writing((commit) => ({
    ...commit,
    aggregates: commit.aggregates.map((write) => {
      if (write._tag !== "Invoice") return write
      const state = change(write.state)
      return state._tag === "absent" ? write : { ...write, state }
    })
  }))

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
  "lists the oldest invoice first": [
    changed(InvoiceReader, (inner) => ({
      list: (...args) =>
        Effect.map(inner.list(...args), ({ items, total }) => ({ items: items.toReversed(), total }))
    })),
    lists["the newest come first: creation instant, then id"],
    lists["pages divide the list; a page past the end is empty and knows the total"],
    lists["any filter, page and instant gives what looking at every invoice gives"]
  ],
  "ignores the filters of a list": [
    asking((partnerId, _, page, now) => [partnerId, {}, page, now]),
    lists["each status finds its invoices, as they are now"],
    lists["from is inclusive, to is exclusive, to the millisecond"],
    lists["any filter, page and instant gives what looking at every invoice gives"]
  ],
  "takes `to` for inclusive": [
    asking((partnerId, { to, ...filter }, page, now) => [
      partnerId,
      to === undefined ? filter : { ...filter, to: to + 1 },
      page,
      now
    ]),
    lists["from is inclusive, to is exclusive, to the millisecond"],
    lists["any filter, page and instant gives what looking at every invoice gives"]
  ],
  "shows what is due as pending until it is swept": [
    asking((partnerId, filter, page) => [partnerId, filter, page, Number.NEGATIVE_INFINITY]),
    lists["an invoice that is due counts as expired though nobody recorded it, and is answered as recorded"],
    lists["any filter, page and instant gives what looking at every invoice gives"]
  ],
  "expires an invoice a millisecond late": [
    asking((partnerId, filter, page, now) => [partnerId, filter, page, now - 1]),
    lists["an invoice that is due counts as expired though nobody recorded it, and is answered as recorded"]
  ],
  "totals what was recorded": [
    changed(InvoiceReader, (inner) => ({
      list: (partnerId, filter, page, now) =>
        Effect.zipWith(
          inner.list(partnerId, filter, page, now),
          inner.list(partnerId, filter, page, Number.NEGATIVE_INFINITY),
          ({ items }, { total }) => ({ items, total })
        )
    })),
    lists["any filter, page and instant gives what looking at every invoice gives"]
  ],
  "counts the page instead of the list": [
    changed(InvoiceReader, (inner) => ({
      list: (...args) => Effect.map(inner.list(...args), ({ items }) => ({ items, total: items.length }))
    })),
    lists["pages divide the list; a page past the end is empty and knows the total"]
  ],
  "streams what fits in a page": [
    changed(InvoiceReader, (inner) => ({ stream: (...args) => Stream.take(inner.stream(...args), 200) })),
    lists["a thousand invoices of one commit and one instant are listed, paged and streamed whole"],
    lists["a stream is the whole list of the same filter"]
  ],
  "streams an invoice again at the seam of two pages": [
    changed(InvoiceReader, (inner) => ({
      stream: (...args) =>
        Stream.concat(Stream.take(inner.stream(...args), 500), Stream.drop(inner.stream(...args), 499))
    })),
    lists["a thousand invoices of one commit and one instant are listed, paged and streamed whole"],
    lists["a stream goes on, newest first and none twice, while invoices are issued"]
  ],
  "shows invoices to other partners": [
    changed(InvoiceReader, (inner) => ({
      byId: (partnerId, id) =>
        Effect.flatMap(inner.byId(partnerId, id), (found) =>
          Option.isSome(found) ? Effect.succeed(found) : inner.byToken(id)
        ),
      due: (_, now, limit) => inner.due("", now, limit)
    })),
    invoices["a partner sees only invoices of its own"]
  ],
  "finds tokens in any case": [
    writingInvoices((state) => ({
      ...state,
      order: { ...state.order, token: state.order.token.toLowerCase() }
    })),
    invoices["a token finds its invoice whoever asks, and only the whole token"]
  ],
  "loses the description of an invoice": [
    writingInvoices((state) => ({ ...state, order: { ...state.order, description: Option.none() } })),
    invoices["every state is read as it was inserted, and as it was updated"]
  ],
  "rounds the metadata of an invoice": [
    writingInvoices((state) => ({
      ...state,
      order: { ...state.order, metadata: JSON.stringify(JSON.parse(state.order.metadata), null, 1) }
    })),
    invoices["every state is read as it was inserted, and as it was updated"]
  ],
  "sweeps what is not due": [
    changed(InvoiceReader, (inner) => ({
      due: (partnerId, now, limit) => inner.due(partnerId, now + 1, limit)
    })),
    invoices["due are the pending invoices that expired by then, the earliest first, with their versions"]
  ],
  "sweeps in any order and without bounds": [
    changed(InvoiceReader, (inner) => ({
      due: (partnerId, now) => Effect.map(inner.due(partnerId, now, 1_000), (due) => due.toReversed())
    })),
    invoices["due are the pending invoices that expired by then, the earliest first, with their versions"]
  ],
  "redacts what is redacted again": [
    writingInvoices(({ redactedAt: _, ...state }) => state),
    redactions["a redacted invoice is read without what was personal, through whatever comes later"],
    redactions[
      "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted"
    ]
  ],
  "keeps invoices a millisecond less": [
    unredacted((inner, partnerId, endedBefore, limit) => inner(partnerId, endedBefore + 1, limit)),
    redactions[
      "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted"
    ]
  ],
  "redacts in any order and without bounds": [
    unredacted((inner, partnerId, endedBefore) =>
      Effect.map(inner(partnerId, endedBefore, 1_000), (ids) => ids.toReversed())
    ),
    redactions[
      "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted"
    ]
  ],
  "redacts crypto invoices whose payer is being served": [
    changed(CryptoInvoiceReader, (inner, state) => ({
      unredacted: (partnerId, endedBefore, limit) =>
        Effect.map(inner.unredacted(partnerId, endedBefore, limit), (ids) => [
          ...[...state.cryptoInvoices.values()].flatMap(({ state: { _tag, order } }) =>
            _tag === "confirming" && order.partnerId === partnerId ? [order.id] : []
          ),
          ...ids
        ])
    })),
    redactions[
      "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted"
    ]
  ],
  "knows no partner of an invoice": [
    changed(InvoiceReader, () => ({ partnerOf: () => Effect.succeedNone })),
    redactions["an operator finds whose invoice it is by its id alone"]
  ],
  "knows no partner of a crypto invoice": [
    changed(CryptoInvoiceReader, () => ({ partnerOf: () => Effect.succeedNone })),
    redactions["an operator finds whose invoice it is by its id alone"]
  ],
  "finds messages of KYC sessions only": [
    changed(WebhookReader, (inner, state) => ({
      messagesAbout: (partnerId, id) =>
        Effect.map(inner.messagesAbout(partnerId, id), (ids) =>
          ids.filter((each) => state.webhookMessages.get(each)?.type.startsWith("kyc."))
        )
    })),
    redactions["messages are found by the invoice that they are about, and are gone once they are erased"]
  ],
  "writes over an invoice that changed": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.catchTag(inner.commit(commit), "VersionConflict", () =>
          inner.commit({ ...commit, aggregates: [] })
        )
    })),
    invoices["an invoice changes only on the version that it was decided on"],
    c["bank payments"]["a payment changes only on the version that it was decided on"],
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
    changed(AnalyticsReader, (inner) => ({
      figures: (request) => inner.figures({ ...request, now: Number.NEGATIVE_INFINITY })
    })),
    c.analytics["what is due counts as expired in the period of its creation, recorded or not"],
    c.analytics["figures of any periods are the sums over the invoices created in them"]
  ],
  "figures of all currencies": [
    changed(AnalyticsReader, (inner) => ({
      figures: ({ boundaries, now, partnerId }) => inner.figures({ boundaries, now, partnerId })
    })),
    c.analytics["figures of any periods are the sums over the invoices created in them"]
  ],
  "banks of no currency": [
    changed(AnalyticsReader, (inner) => ({
      figures: (request) => Effect.map(inner.figures(request), (answer) => ({ ...answer, banks: [] }))
    })),
    c.analytics["figures of any periods are the sums over the invoices created in them"],
    c.analytics["figures change with every commit that changes an invoice"]
  ],
  "adds amounts up as floating point": [
    changed(AnalyticsReader, (inner) => ({
      figures: (request) =>
        Effect.map(inner.figures(request), ({ banks, periods }) => ({
          banks: banks.map((sum) => ({ ...sum, paidMinor: BigInt(Number(sum.paidMinor)) })),
          periods
        }))
    })),
    c.analytics["sums of large amounts are exact"]
  ],
  "forgets counters": [
    counting(() => []),
    c.batches["the tally counts from the commit that takes the batch in"],
    c["audit of roll-ups"]["kept roll-ups are what the invoices add up to, bucket by bucket"]
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
    changed(BatchReader, (inner) => ({
      byId: (partnerId, id) =>
        Effect.map(
          inner.byId(partnerId, id),
          Option.map(({ batch }) => ({ batch, tally: emptyBatchTally }))
        )
    })),
    c.batches["tallies conflict with nothing: all that is counted at once counts"],
    c.batches["the tally counts from the commit that takes the batch in"]
  ],
  "shows returned money as unresolved": [
    changed(BankPaymentReader, (inner) => ({
      unresolved: Effect.map(inner.unresolved, (all) => all.toReversed())
    })),
    c["bank payments"]["unresolved are those of all partners until they are returned, the oldest first"]
  ],
  "mixes up payments of several invoices": [
    changed(BankPaymentReader, (inner) => ({
      ofInvoice: (partnerId, id) => Effect.map(inner.ofInvoice(partnerId, id), (all) => all.slice(0, 1))
    })),
    c["bank payments"]["an invoice's payments come in the order they were asked for"]
  ],
  "audits no fiat invoices": [
    changed(AuditReader, (inner) => ({
      snapshot: Effect.map(inner.snapshot, (snapshot) => ({ ...snapshot, invoices: Stream.empty }))
    })),
    c.audit["a snapshot has every fiat invoice and bank payment, in every state"]
  ]
})
