import { assert } from "@effect/vitest"
import { Invoices, Webhooks } from "@quittance/core"
import type { InvoiceOrder, RecordedDelivery } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { NamedStory, Story } from "./Story.ts"
import { StoryReceivers } from "./StoryReceivers.ts"
import {
  after,
  arrived,
  begin,
  booksAreRight,
  byProcess,
  deliveriesOf,
  drain,
  outside,
  partnerId
} from "./storySteps.ts"

/** The log of a receiver shows what arrived there as delivered, and no more attempts than the receiver got calls. */
export const deliveredOnce = Effect.fnUntraced(function* (
  url: string,
  types: ReadonlyArray<string>,
  deliveries: ReadonlyArray<RecordedDelivery>
) {
  const ids = yield* arrived(url, types)
  const { calls } = yield* StoryReceivers
  const log = deliveries.filter((delivery) => delivery.url === url)
  assert.deepStrictEqual(log.map(({ order }) => order.eventId).toSorted(), ids)
  for (const { _tag, attempts, order } of log) {
    assert.strictEqual(_tag, "delivered")
    assert.isAtMost(attempts, calls.filter((call) => call.url === url && call.id === order.eventId).length)
  }
})

const urls = ["https://one.example/prompt", "https://two.example/hesitant", "https://three.example/silent"]
const events = ["invoice.created", "invoice.cancelled"]

/** An invoice is created and cancelled, and announced to three receivers, two of which need a second call. */
const story = (): Story => {
  let order: InvoiceOrder | undefined
  const listen = Effect.gen(function* () {
    const webhooks = yield* Webhooks
    const owner = yield* partnerId
    for (const url of urls) yield* webhooks.create(owner, { url, events })
  })
  const issue = Effect.gen(function* () {
    const invoices = yield* Invoices
    const { value } = yield* invoices.create(yield* partnerId, "the key", { amount: 100, currency: "USD" })
    order = value.order
  })
  const cancel = Effect.gen(function* () {
    const invoices = yield* Invoices
    const owner = yield* partnerId
    const id = order?.id ?? ""
    // Whoever does not know what became of it looks first.
    if ((yield* invoices.get(owner, id))._tag === "pending") yield* invoices.cancel(owner, id)
  })
  const check = Effect.gen(function* () {
    const deliveries = yield* deliveriesOf("fiat")
    for (const url of urls) yield* deliveredOnce(url, events, deliveries)
    yield* booksAreRight
  })
  const delivering = [drain, ...after("2 minutes")]
  return {
    steps: [begin, outside(listen), byProcess(issue), ...delivering, byProcess(cancel), ...delivering],
    check
  }
}

export const webhookStories: ReadonlyArray<NamedStory> = [
  {
    leaves: "every receiver told of every event, and a log that says no more than that",
    begin: story,
    // For each of the two events: its commit, its fan-out, then for each receiver a call, its outcome and the end of
    // the job, and for the two that need it the same again.
    callCount: 2 * (2 + 3 * 3 + 2 * 3)
  }
]
