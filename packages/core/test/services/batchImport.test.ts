import { assert, describe, it } from "@effect/vitest"
import {
  Batches,
  Invoices,
  type InvoiceView,
  Operations,
  type Page,
  type PageRequest,
  StoreUnavailable
} from "@quittance/core"
import {
  type BatchImport,
  batchCreatedView,
  invoiceList,
  ListReader,
  millisPerDay,
  Store
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { batchView } from "../../src/concepts/batch/BatchView.ts"
import { anotherProcess, deployed, Memory, start, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  drain,
  issueFiat,
  racingStore,
  readFiat,
  receiveFiat,
  shop,
  storeOf
} from "./fiatInvoices.ts"

const importFile = (partnerId: string, lines: ReadonlyArray<string>, fields: Partial<BatchImport> = {}) =>
  Effect.flatMap(Batches, (batches) =>
    batches.import(partnerId, {
      file: new TextEncoder().encode(lines.join("\n")),
      sendEmails: "none",
      defaultCurrency: Option.none(),
      defaultRedirectUrl: Option.none(),
      defaultCancelUrl: Option.none(),
      ...fields
    })
  )

const header = "amount,currency,externalId"
const rows = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `${10 + index},USD,order ${first + index}`)

/** The external ids of all invoices of a partner, sorted. */
const externalIds = (partnerId: string) =>
  Effect.flatMap(ListReader, (lists) =>
    Effect.map(lists.page(invoiceList, { partnerId }, {}, { page: 1, limit: 2_000 }, 0), ({ items }) =>
      items.map(({ order }) => Option.getOrElse(order.externalId, () => "")).toSorted()
    )
  )

const ids = (count: number) => Array.from({ length: count }, (_, index) => `order ${index}`).toSorted()

const viewOf = (partnerId: string, id: string) =>
  Effect.flatMap(Batches, (batches) =>
    Effect.map(batches.get(partnerId, id), ({ batch, tally }) => batchView(batch, tally))
  )

describe("a file that an earlier version imported, rows of empty cells as errors,", () => {
  const lines = ["amount,currency", "10,USD", ",", "x,USD", "20,USD", ",,,"]

  test("is answered as it was when it comes again", function* () {
    const partnerId = yield* shop()
    const again = Effect.flatMap(Batches, (batches) =>
      batches.import(
        partnerId,
        {
          file: new TextEncoder().encode(lines.join("\n")),
          sendEmails: "none",
          defaultCurrency: Option.none(),
          defaultRedirectUrl: Option.none(),
          defaultCancelUrl: Option.none()
        },
        "june"
      )
    )
    const first = yield* again
    assert.deepInclude(first.batch, { total: 3, created: 2, failed: 1 })
    assert.deepStrictEqual((yield* again).errors, first.errors)
    const { Batch } = (yield* Memory).aggregates
    const stored = Batch.get(first.batch.id)
    assert(stored !== undefined)
    Batch.set(first.batch.id, { ...stored, state: { ...stored.state, total: 5, failed: 3 } })
    const { batch, errors, replayed } = yield* again
    assert.deepStrictEqual([replayed, batch.total, batch.failed], [true, 5, 3])
    assert.deepStrictEqual(
      errors.map(({ error, row }) => `${row} ${error}`),
      [
        "2 amount is required; currency is required",
        `3 ${first.errors[0]?.error}`,
        "5 the row must have at most 2 fields, like the header, but has 4; a value with a comma must be in quotes"
      ]
    )
  })
})

describe("a file of invoices", () => {
  test("becomes invoices of its rows, and errors of the rest, told by their numbers", function* () {
    const partnerId = yield* shop()
    const imported = yield* importFile(partnerId, [
      "amount,currency,description,email,externalId,redirectUrl,cancelUrl",
      "10.50,USD,Tea,one@shop.example,a,https://shop.example/thanks,https://shop.example/cart",
      "abc,USD,,,b,",
      "1000,KZT,,,,",
      "5,USD,,,a,",
      "0.49,USD,,,c,"
    ])
    const { batch, errors, invoices } = imported
    assert.deepInclude(batch, { partnerId, total: 5, created: 2, failed: 3, createdAt: start })
    assert.match(batch.id, /^bat_[0-9a-f]{32}$/)
    assert.deepStrictEqual(
      errors.map(({ externalId, row }) => [row, externalId]),
      [
        [2, "b"],
        [4, "a"],
        [5, "c"]
      ]
    )
    const [tea, other] = invoices
    assert(tea !== undefined && other !== undefined)
    assert.deepInclude(tea.order, {
      partnerId,
      amountMinor: 1_050n,
      currency: "USD",
      metadata: "{}",
      description: Option.some("Tea"),
      customerEmail: Option.some("one@shop.example"),
      externalId: Option.some("a"),
      redirectUrl: Option.some("https://shop.example/thanks"),
      cancelUrl: Option.some("https://shop.example/cart"),
      batchId: Option.some(batch.id),
      createdAt: start,
      expiresAt: start + millisPerDay
    })
    assert.deepStrictEqual(yield* readFiat(tea.order), tea)
    assert.deepStrictEqual(yield* readFiat(other.order), other)
    const view = batchCreatedView(imported, "https://pay.example")
    assert.strictEqual(view.invoices[0]?.paymentUrl, `https://pay.example/pay/bank/${tea.order.token}`)
    assert.strictEqual((yield* viewOf(partnerId, batch.id)).status, "completed")
    yield* booksAreRight
  })

  test("of a thousand rows expires by one job, and its tally counts what is paid", function* () {
    const partnerId = yield* shop()
    const { batch, invoices } = yield* importFile(partnerId, [header, ...rows(1_000)])
    assert.lengthOf(invoices, 1_000)
    for (const { order } of invoices.slice(0, 3)) yield* receiveFiat(order, `operation of ${order.id}`)
    const seen = yield* viewOf(partnerId, batch.id)
    assert.deepInclude(seen, { status: "completed", paidCount: 3, totalVolume: 33, created: 1_000 })
    yield* TestClock.setTime(start + millisPerDay)
    assert.strictEqual(yield* drain, 1)
    const lists = yield* ListReader
    const filter = { status: "expired" } as const
    const expired = yield* lists.page(invoiceList, { partnerId }, filter, { page: 1, limit: 1 }, start)
    assert.strictEqual(expired.total, 997)
    yield* booksAreRight
  })

  test("belongs to one partner, as its external ids do", function* () {
    const partnerId = yield* shop()
    const stranger = yield* shop("another shop")
    const { batch } = yield* importFile(partnerId, [header, ...rows(3)])
    const failure = yield* Effect.flip(Effect.flatMap(Batches, (batches) => batches.get(stranger, batch.id)))
    assert.strictEqual(failure._tag, "NotFound")
    const theirs = yield* importFile(stranger, [header, ...rows(3)])
    assert.isEmpty(theirs.errors)
  })

  test("takes what stands in for empty cells, and none that breaks a rule", function* () {
    const partnerId = yield* shop()
    const defaults = { defaultCurrency: Option.some("KZT" as const) }
    const url = Option.some("https://shop.example/back")
    const { invoices } = yield* importFile(partnerId, ["amount", "500"], {
      ...defaults,
      ...{ defaultRedirectUrl: url, defaultCancelUrl: url }
    })
    assert.deepInclude(invoices[0]?.order, { currency: "KZT", redirectUrl: url, cancelUrl: url })
    for (const field of ["defaultRedirectUrl", "defaultCancelUrl"]) {
      const wrong = { ...defaults, [field]: Option.some("javascript:alert(1)") }
      const failure = yield* Effect.flip(importFile(partnerId, ["amount", "500"], wrong))
      assert(failure._tag === "InvalidInput")
      assert.strictEqual(failure.issues[0]?.field, field)
    }
  })
})

describe("an external id that an earlier invoice has", () => {
  test("fails its row and no other, in the order of the rows", function* () {
    const partnerId = yield* shop()
    yield* importFile(partnerId, [header, "10,USD,order 1", "10,USD,order 3"])
    const { batch, errors, invoices } = yield* importFile(partnerId, [
      header,
      "bad,USD,order 9",
      ...rows(5),
      "10,GBP,order 8"
    ])
    assert.deepInclude(batch, { total: 7, created: 3, failed: 4 })
    assert.deepStrictEqual(
      errors.map(({ externalId, row }) => [row, externalId]),
      [
        [1, "order 9"],
        [3, "order 1"],
        [5, "order 3"],
        [7, "order 8"]
      ]
    )
    assert.include(errors[1]?.error, "externalId must be unique, but an earlier invoice")
    assert.lengthOf(invoices, 3)
    assert.deepStrictEqual(yield* externalIds(partnerId), ids(5))
    yield* booksAreRight
  })

  test("in every row refuses the file, and nothing is written", function* () {
    const partnerId = yield* shop()
    yield* importFile(partnerId, [header, ...rows(3)])
    const failure = yield* Effect.flip(
      importFile(partnerId, [header, ...rows(2), "bad,USD,new", ...rows(1, 2)])
    )
    assert(failure._tag === "BatchRulesBroken")
    // Also what is wrong with the row that has an id of its own.
    assert.deepStrictEqual(
      failure.issues.map(({ field, row }) => [row, field]),
      [
        [1, "externalId"],
        [2, "externalId"],
        [3, "amount"],
        [4, "externalId"]
      ]
    )
    assert.deepStrictEqual(yield* externalIds(partnerId), ids(3))
    yield* booksAreRight
  })

  test("stays taken when its invoice was cancelled or expired", function* () {
    const partnerId = yield* shop()
    const { invoices } = yield* importFile(partnerId, [header, ...rows(2)])
    yield* Effect.flatMap(Invoices, (all) => all.cancel(partnerId, invoices[0]?.order.id ?? ""))
    yield* TestClock.setTime(start + 2 * millisPerDay)
    yield* drain
    const failure = yield* Effect.flip(importFile(partnerId, [header, ...rows(2)]))
    assert.strictEqual(failure._tag, "BatchRulesBroken")
  })
})

describe("several imports at once", () => {
  testIn({ store: racingStore })(
    "of one file: every external id becomes one invoice, and every row is told of",
    function* () {
      const partnerId = yield* shop()
      const exits = yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.exit(importFile(partnerId, [header, ...rows(50)]))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 1)
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(50))
      yield* booksAreRight
    }
  )

  testIn({ store: racingStore })(
    "of files that overlap: what one of them cannot have the other has",
    function* () {
      const partnerId = yield* shop()
      const imported = yield* Effect.all(
        [0, 15, 30, 45].map((first) => importFile(partnerId, [header, ...rows(20, first)])),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(65))
      for (const { batch, errors, invoices } of imported) {
        assert.strictEqual(invoices.length + errors.length, 20)
        assert.deepInclude(batch, { total: 20, created: invoices.length, failed: errors.length })
      }
      yield* booksAreRight
    }
  )

  it.effect("are written one after the other, so that others have their turn between two files", () => {
    let writing = 0
    let writingMost = 0
    const watched = storeOf(Store, (inner) => {
      const commit: Store["Service"]["commit"] = (whole) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            writing += 1
            writingMost = Math.max(writingMost, writing)
          }),
          () => Effect.andThen(Effect.yieldNow, inner.commit(whole)),
          () =>
            Effect.sync(() => {
              writing -= 1
            })
        )
      return { commit }
    })
    return Effect.gen(function* () {
      const partnerId = yield* shop()
      yield* Effect.all(
        [0, 20, 40, 60].map((first) => importFile(partnerId, [header, ...rows(20, first)])),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(80))
      assert.strictEqual(writingMost, 1)
    }).pipe(deployed({ store: watched }))
  })
})

describe("imports by several processes at once", () => {
  const twice = { store: racingStore }
  testIn(twice)("of one file: every external id becomes one invoice, and the other is refused", function* () {
    const partnerId = yield* shop()
    const other = yield* anotherProcess(twice)
    const run = Effect.exit(importFile(partnerId, [header, ...rows(50)]))
    const exits = yield* Effect.all([run, Effect.provideContext(run, other)], { concurrency: "unbounded" })
    assert.deepStrictEqual(exits.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
    assert.deepStrictEqual(yield* externalIds(partnerId), ids(50))
    yield* booksAreRight
  })

  const overlapping = { store: racingStore }
  testIn(overlapping)(
    "of files that overlap: the loser issues what is left, and tells of the rest",
    function* () {
      const partnerId = yield* shop()
      const other = yield* anotherProcess(overlapping)
      const run = (first: number) => importFile(partnerId, [header, ...rows(20, first)])
      const imported = yield* Effect.all([run(0), Effect.provideContext(run(15), other)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(35))
      const created = imported.map(({ batch }) => `${batch.created} of ${batch.total}`)
      assert.deepStrictEqual(created.toSorted(), ["15 of 20", "20 of 20"])
      yield* booksAreRight
    }
  )
})

describe("an import whose commit is unclear", () => {
  /** What becomes of commits, and of the question whether they landed. */
  const line: { commits: "well" | "answerLost" | "writeLost" | "refused"; reads: "well" | "dead" } = {
    commits: "well",
    reads: "well"
  }
  const unavailable = (outcome: "notWritten" | "unknown") =>
    Effect.fail(new StoreUnavailable({ outcome, reason: "the line is cut" }))
  const cutStore = storeOf(Store, (inner) => {
    const commit: Store["Service"]["commit"] = (whole) =>
      Effect.suspend(() => {
        switch (line.commits) {
          case "well":
            return inner.commit(whole)
          case "answerLost":
            return Effect.andThen(Effect.exit(inner.commit(whole)), unavailable("unknown"))
          case "writeLost":
            return unavailable("unknown")
          case "refused":
            return unavailable("notWritten")
        }
      })
    const committed: Store["Service"]["committed"] = (event) =>
      Effect.suspend(() => (line.reads === "dead" ? unavailable("notWritten") : inner.committed(event)))
    return { commit, committed }
  })
  const whileCut = <A, E, R>(
    commits: typeof line.commits,
    reads: typeof line.reads,
    run: Effect.Effect<A, E, R>
  ) =>
    Effect.acquireUseRelease(
      Effect.sync(() => Object.assign(line, { commits, reads })),
      () => run,
      () => Effect.sync(() => Object.assign(line, { commits: "well", reads: "well" }))
    )

  testIn({ store: cutStore })("is read back: what landed is answered as it landed", function* () {
    const partnerId = yield* shop()
    const { batch, invoices } = yield* whileCut(
      "answerLost",
      "well",
      importFile(partnerId, [header, ...rows(3)])
    )
    assert.lengthOf(invoices, 3)
    assert.strictEqual((yield* viewOf(partnerId, batch.id)).created, 3)
    assert.deepStrictEqual(yield* externalIds(partnerId), ids(3))
  })

  for (const [what, commits, reads, outcome, written] of [
    ["that did not land says so", "writeLost", "well", "notWritten", 0],
    ["that was refused says so", "refused", "well", "notWritten", 0],
    ["that cannot be read back is unknown, though it landed", "answerLost", "dead", "unknown", 3],
    ["that cannot be read back is unknown, though it did not land", "writeLost", "dead", "unknown", 0]
  ] as const) {
    testIn({ store: cutStore })(what, function* () {
      const partnerId = yield* shop()
      const file = [header, ...rows(3)]
      const failure = yield* whileCut(commits, reads, Effect.flip(importFile(partnerId, file)))
      assert.deepInclude(failure, { _tag: "StoreUnavailable", outcome })
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(written))
      // A repeat issues what is not there yet, and never twice.
      yield* Effect.exit(importFile(partnerId, file))
      assert.deepStrictEqual(yield* externalIds(partnerId), ids(3))
      yield* booksAreRight
    })
  }
})

test("a single invoice has no external id to take", function* () {
  const partnerId = yield* shop()
  const order = yield* issueFiat(partnerId, { externalId: "order 0" })
  assert.isTrue(Option.isNone(order.externalId))
  assert.lengthOf((yield* importFile(partnerId, [header, ...rows(1)])).invoices, 1)
})

describe("the invoices of a batch", () => {
  test("are listed by themselves, in parts and by status, whatever was made in the same millisecond", function* () {
    const partnerId = yield* shop()
    yield* issueFiat(partnerId)
    const { batch, invoices } = yield* importFile(partnerId, [header, ...rows(5)])
    yield* importFile(partnerId, [header, ...rows(3, 10)])
    const { batches } = yield* Operations
    const wanted = invoices.map(({ order }) => order.id).toReversed()
    const listed: Array<string> = []
    let part: PageRequest | undefined = { page: 1, limit: 2 }
    while (part !== undefined) {
      const { items, nextCursor }: Page<InvoiceView> = yield* batches.invoices(partnerId, batch.id, {}, part)
      listed.push(...items.map(({ id }) => id))
      part = nextCursor === null ? undefined : { cursor: nextCursor, limit: 2 }
    }
    assert.deepStrictEqual(listed, wanted)
    const [first] = invoices
    assert(first !== undefined)
    yield* cancelFiat(first.order)
    const { items } = yield* batches.invoices(partnerId, batch.id, { status: "cancelled" })
    assert.deepStrictEqual(
      items.map(({ id, status }) => [id, status]),
      [[first.order.id, "cancelled"]]
    )
    const other = yield* shop("another shop")
    assert.strictEqual((yield* Effect.flip(batches.invoices(other, batch.id)))._tag, "NotFound")
  })
})
