import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@quittance/core"
import { type InvoiceOrder, type StatedEntry, Statements, Store } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  accountMoney,
  credit,
  figures,
  importEntries,
  issueTransfer,
  keyOf,
  onItsWay,
  referenceTo,
  standings,
  transfers
} from "./bankStatements.ts"
import { deployed, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  drain,
  fiatMoney,
  paymentsOf,
  racingStore,
  readFiat,
  shop,
  storeOf
} from "./fiatInvoices.ts"

/** What an entry of a generated statement is: which invoice it names, what it brings, and where it stands. */
const anyEntry = fc.record({
  invoice: fc.option(fc.nat(2), { nil: undefined }),
  amountMinor: fc.constantFrom(10_000n, 10_000n, 10_000n, 500n),
  bookedOn: fc.constantFrom("2026-01-01", "2026-01-02", "2025-12-30"),
  kind: fc.constantFrom("bankReference", "content"),
  what: fc.constantFrom("credit", "credit", "credit", "debit", "pending", "reversal of a debit", "batch")
})
type Any = typeof anyEntry extends fc.Arbitrary<infer A> ? A : never

const statedOf = (
  any: ReadonlyArray<Any>,
  invoices: ReadonlyArray<InvoiceOrder>
): ReadonlyArray<StatedEntry> =>
  any.map(({ amountMinor, bookedOn, invoice, kind, what }, index) => {
    const named = invoice === undefined ? undefined : invoices[invoice]
    return credit({
      ...{ amountMinor, bookedOn: bookedOn as StatedEntry["bookedOn"], name: `${index}` },
      kind: kind as "content",
      ...(named === undefined ? {} : { reference: referenceTo(named) }),
      fields: {
        direction: what === "debit" ? "debit" : "credit",
        status: what === "pending" ? "pending" : "booked",
        isReversal: what === "reversal of a debit",
        isBatch: what === "batch"
      }
    })
  })

const isCredit = ({ direction, isReversal, status }: StatedEntry): boolean =>
  direction === "credit" && status === "booked" && !isReversal

const sumOf = (entries: ReadonlyArray<StatedEntry>): bigint =>
  entries.filter(isCredit).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** All money that came in is at the partner, on its way or with the account: none is lost, none is there twice. */
const nothingIsLost = Effect.fnUntraced(function* (partnerId: string, credits: bigint) {
  const { clearing, deposits, unresolved } = yield* accountMoney
  assert.strictEqual(-deposits, credits)
  assert.strictEqual(clearing + unresolved, credits)
  const partner = yield* fiatMoney(partnerId, "EUR")
  assert.strictEqual(partner.available + partner.unresolved + (yield* onItsWay(partnerId)), clearing)
})

const areOfOneKind = (entries: ReadonlyArray<StatedEntry>): boolean =>
  new Set(entries.map(({ key }) => key.kind)).size === 1

/** Every paid invoice has one payment that settled it, of exactly its amount, by an entry that names it. */
const paidRightly = Effect.fnUntraced(function* (
  invoices: ReadonlyArray<InvoiceOrder>,
  entries: ReadonlyArray<StatedEntry>
) {
  for (const invoice of invoices) {
    const state = yield* readFiat(invoice)
    const fit = entries.filter(
      (entry) =>
        isCredit(entry) &&
        !entry.isBatch &&
        entry.amountMinor === invoice.amountMinor &&
        entry.bookedOn >= "2026-01-01" &&
        entry.structuredReferences.includes(referenceTo(invoice))
    )
    const settled = (yield* paymentsOf(invoice.partnerId, invoice.id)).filter(
      ({ _tag }) => _tag === "settled"
    )
    assert.strictEqual(settled.length, state._tag === "paid" ? 1 : 0)
    // Where files know entries under two kinds of key, a possible duplicate waits for a person.
    if (state._tag === "paid" || areOfOneKind(entries))
      assert.strictEqual(state._tag === "paid", fit.length > 0)
  }
})

const world = Effect.gen(function* () {
  const partnerId = yield* shop()
  const invoices = [
    yield* issueTransfer(partnerId),
    yield* issueTransfer(partnerId),
    yield* issueTransfer(partnerId)
  ]
  return { partnerId, invoices }
})

describe("any statement", () => {
  it.effect(
    "books the same total imported twice, in any order, split, and by two at once; only credits count",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(anyEntry, { minLength: 1, maxLength: 8 }),
            fc.nat(),
            fc.boolean(),
            (any, seed, isTogether) =>
              Effect.runPromise(
                deployed({ ...transfers, store: racingStore })(
                  Effect.gen(function* () {
                    const { invoices, partnerId } = yield* world
                    const entries = statedOf(any, invoices)
                    const cut = seed % (entries.length + 1)
                    const split = [
                      entries.slice(cut),
                      entries.slice(0, cut + 1),
                      entries.toReversed(),
                      entries
                    ]
                    yield* Effect.forEach(split, (each) => importEntries(each), {
                      concurrency: isTogether ? "unbounded" : 1
                    })
                    yield* nothingIsLost(partnerId, sumOf(entries))
                    assert.strictEqual(yield* onItsWay(partnerId), 0n)
                    assert.strictEqual((yield* standings).length, entries.filter(isCredit).length)
                    yield* paidRightly(invoices, entries)
                    yield* booksAreRight
                  })
                ).pipe(Effect.provide(TestClock.layer()))
              )
          ),
          { numRuns: 25 }
        )
      )
  )
})

/** The store fails at the n-th commit of an import: before it, or after it with its answer lost. */
const failing = () => {
  const state = { left: Number.POSITIVE_INFINITY, isWritten: false, commits: 0 }
  const store = storeOf(Store, (inner) => ({
    commit: (commit) =>
      Effect.suspend(() => {
        state.commits += 1
        state.left -= 1
        if (state.left >= 0) return inner.commit(commit)
        const lost = Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the process ended" }))
        const isLast = state.left === -1
        return isLast && state.isWritten ? Effect.andThen(inner.commit(commit), lost) : lost
      })
  }))
  return { state, store }
}

describe("an import that ends anywhere", () => {
  const { state, store } = failing()

  it.effect("leaves all money in one place, and the next import or the job goes on", () =>
    Effect.gen(function* () {
      let commits = Number.POSITIVE_INFINITY
      for (let left = 0; left <= commits; left++) {
        for (const isWritten of [false, true]) {
          yield* deployed({ ...transfers, store })(
            Effect.gen(function* () {
              state.left = Number.POSITIVE_INFINITY
              const { invoices, partnerId } = yield* world
              const [first, second] = invoices.map(referenceTo)
              const entries = [
                credit({ name: "1", ...(first && { reference: first }) }),
                credit({ name: "2", ...(second && { reference: second }), amountMinor: 1n }),
                credit({ name: "3" })
              ]
              state.commits = 0
              state.left = left
              state.isWritten = isWritten
              const ended = yield* Effect.result(importEntries(entries))
              commits = state.commits
              state.left = Number.POSITIVE_INFINITY
              const { deposits } = yield* accountMoney
              // The commit that records a chunk records all of it.
              yield* nothingIsLost(partnerId, deposits === 0n ? 0n : sumOf(entries))
              yield* booksAreRight
              if (isWritten) yield* Effect.andThen(TestClock.adjust("11 seconds"), drain)
              const report = yield* importEntries(entries)
              assert.strictEqual(figures(report)[2], deposits === 0n && !isWritten ? 0 : report.known)
              yield* nothingIsLost(partnerId, sumOf(entries))
              assert.strictEqual(yield* onItsWay(partnerId), 0n)
              assert.deepStrictEqual(yield* standings, [
                "matched",
                "unresolved: unknown_reference",
                "unresolved: wrong_amount"
              ])
              yield* booksAreRight
              if (ended._tag === "Success") commits = 0
            })
          )
        }
      }
    })
  )
})

describe("an assignment of what came too late that ends anywhere", () => {
  const { state, store } = failing()
  const late = (name: string, invoice: InvoiceOrder) =>
    credit({ name, reference: referenceTo(invoice), bookedOn: "2026-02-20" })
  const assigned = (id: string, invoice: InvoiceOrder) =>
    Effect.flatMap(Statements, (statements) => statements.assign(id, invoice.id, "by phone"))
  /** Ends the assignment of the first entry at a commit. Both entries name the invoice. */
  const ending = Effect.fnUntraced(function* (left: number, isWritten: boolean) {
    const { invoices, partnerId } = yield* world
    const [invoice] = invoices
    assert(invoice !== undefined)
    const entries = [late("1", invoice), late("2", invoice)]
    yield* importEntries(entries)
    const [first, second] = yield* Effect.flatMap(Statements, ({ unresolved }) => unresolved)
    assert(first !== undefined && second !== undefined)
    Object.assign(state, { commits: 0, left, isWritten })
    const ended = yield* Effect.result(assigned(first.id, invoice))
    state.left = Number.POSITIVE_INFINITY
    const isRight = Effect.andThen(nothingIsLost(partnerId, sumOf(entries)), booksAreRight)
    yield* isRight
    return { ended, first, invoice, isRight, second }
  })
  const goingOn = Effect.andThen(TestClock.adjust("11 seconds"), drain)

  it.effect("leaves all money in one place, and the job goes on", () =>
    Effect.gen(function* () {
      for (const isWritten of [false, true]) {
        for (let left = 0, isOver = false; !isOver; left++) {
          yield* deployed({ ...transfers, store })(
            Effect.gen(function* () {
              const { ended, first, invoice, isRight } = yield* ending(left, isWritten)
              isOver = ended._tag === "Success"
              yield* goingOn
              // Nothing was recorded of it.
              if (left === 0 && !isWritten) yield* assigned(first.id, invoice)
              assert.deepStrictEqual(yield* standings, ["assigned", "unresolved: too_late"])
              assert.strictEqual((yield* readFiat(invoice))._tag, "paid")
              yield* isRight
            })
          )
        }
      }
    })
  )

  it.effect("is held again with the fault that its invoice has meanwhile", () =>
    deployed({ ...transfers, store })(
      Effect.gen(function* () {
        const { ended, invoice, isRight, second } = yield* ending(1, false)
        assert.strictEqual(ended._tag, "Failure")
        yield* assigned(second.id, invoice)
        yield* goingOn
        assert.deepStrictEqual(yield* standings, ["assigned", "unresolved: already_paid"])
        const tags = (yield* paymentsOf(invoice.partnerId, invoice.id)).map(({ _tag }) => _tag)
        assert.deepStrictEqual(tags.toSorted(), ["settled", "unresolved"])
        yield* isRight
      })
    )
  )
})

testIn(transfers)("two equal payments without anything of the bank's are two, and stay two", function* () {
  const partnerId = yield* shop()
  // As the reader numbers them.
  const entries = ["tea", "tea again"].map((name) =>
    credit({ kind: "content", payer: "Zhanna", fields: { key: keyOf("content", name) } })
  )
  yield* importEntries(entries)
  yield* importEntries(entries)
  yield* nothingIsLost(partnerId, 20_000n)
  assert.deepStrictEqual(yield* standings, ["unresolved: unknown_reference", "unresolved: unknown_reference"])
})

testIn(transfers)("a payment whose sum is in the same file is booked, and the sum is not", function* () {
  const partnerId = yield* shop()
  const reference = referenceTo(yield* issueTransfer(partnerId))
  const sum = keyOf("bankReference", "sum")
  yield* importEntries([
    credit({ fields: { key: sum, isBatch: true } }),
    credit({ reference, fields: { partOf: Option.some(sum) } })
  ])
  assert.deepStrictEqual(yield* standings, ["ignored", "matched"])
  yield* nothingIsLost(partnerId, 10_000n)
})
