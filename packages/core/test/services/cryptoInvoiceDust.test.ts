import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, MemoryStore } from "@quittance/core"
import {
  type Concept,
  type CryptoInvoiceOrder,
  cryptoInvoice,
  cryptoTransfer,
  exceptionOf,
  type MemoryState,
  SandboxChain,
  StateReader,
  Store
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Stream } from "effect"
import { anotherProcess, fundedPartner, test, testIn } from "./Deployment.ts"
import { booksAreRight } from "./fiatInvoices.ts"
import { issue, refresh, send, transfersOf } from "./invoices.ts"

/** An invoice to which somebody sends dust: what a command costs does not depend on how much of it there is. */

/** How many states were read and written since it was last asked. */
const work = { invoicesRead: 0, transfersRead: 0, invoicesWritten: 0, transfersWritten: 0 }
const taken = <E, R>(step: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const idle = { invoicesRead: 0, transfersRead: 0, invoicesWritten: 0, transfersWritten: 0 }
    Object.assign(work, idle)
    yield* step
    return { ...work }
  })

const noteRead = ({ name }: Pick<Concept<never>, "name">, count: number): void => {
  if (name === cryptoInvoice.name) work.invoicesRead += count
  if (name === cryptoTransfer.name) work.transfersRead += count
}

/** A memory store that counts in `work`; a transfer and its invoice are written together. */
const counting = (memory: MemoryState) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ports = yield* Layer.build(MemoryStore.layerOver(memory))
      const states = Context.get(ports, StateReader)
      const store = Context.get(ports, Store)
      return ports.pipe(
        Context.add(StateReader, {
          ...states,
          get: (concept, partnerId, id) =>
            Effect.tap(states.get(concept, partnerId, id), () => Effect.sync(() => noteRead(concept, 1))),
          indexed: (concept, index, range) =>
            Effect.tap(states.indexed(concept, index, range), (found) =>
              Effect.sync(() => noteRead(concept, found.length))
            ),
          all: (concept) => Stream.tap(states.all(concept), () => Effect.sync(() => noteRead(concept, 1)))
        }),
        Context.add(Store, {
          ...store,
          commit: (commit) =>
            Effect.suspend(() => {
              const tags = commit.aggregates.map(({ _tag }) => _tag)
              const count = (tag: string) => tags.filter((each) => each === tag).length
              work.invoicesWritten += count("CryptoInvoice")
              work.transfersWritten += count("CryptoTransfer")
              assert.isAtLeast(count("CryptoInvoice"), count("CryptoTransfer"))
              return store.commit(commit)
            })
        })
      )
    })
  )

const dusted = Effect.fnUntraced(function* (count: number) {
  const order = yield* issue(yield* fundedPartner(0), 100)
  for (let index = 0; index < count; index++)
    yield* send(order, 0.01, { txHash: `dust ${index} of ${order.id}` })
  yield* refresh(order)
  return order
})

const observed = (order: CryptoInvoiceOrder, txHash: string, confirmations: number) => ({
  _tag: "Observe" as const,
  transfer: { txHash, logIndex: 0, amountMinor: 1n, confirmations, seenAt: order.createdAt },
  at: order.createdAt
})

describe("an invoice with dust", () => {
  const one = { invoicesRead: 1, transfersRead: 1, invoicesWritten: 1, transfersWritten: 1 }
  const none = { ...one, transfersRead: 0, transfersWritten: 0 }
  for (const count of [3, 60])
    testIn({ store: counting })(
      `of ${count} transfers: a command reads and writes the one that it is about`,
      function* () {
        const order = yield* dusted(count)
        assert.lengthOf(yield* transfersOf(order), count)
        const invoices = yield* CryptoInvoices
        const tell = (command: Parameters<typeof invoices.applyTo>[1]) =>
          taken(
            Effect.flatMap(invoices.read(order.partnerId, order.id), (invoice) =>
              invoices.applyTo(invoice, command)
            )
          )
        assert.deepStrictEqual(yield* tell(observed(order, "one more", 0)), one)
        assert.deepStrictEqual(yield* tell(observed(order, "one more", 1)), one)
        assert.deepStrictEqual(yield* tell(observed(order, "one more", 20)), one)
        assert.deepStrictEqual(yield* tell(observed(order, "one more", 21)), {
          ...one,
          invoicesWritten: 0,
          transfersWritten: 0
        })
        const drop = {
          _tag: "Drop",
          txHash: `dust 1 of ${order.id}`,
          logIndex: 0,
          at: order.createdAt
        } as const
        assert.deepStrictEqual(yield* tell(drop), one)
        assert.deepStrictEqual(yield* tell({ _tag: "Expire", at: order.expiresAt }), none)
        assert.deepStrictEqual(yield* tell({ _tag: "Redact", at: order.expiresAt }), none)
        yield* booksAreRight
      }
    )

  testIn({ store: counting })(
    "of 150 transfers: an invoice is read without any, and shown with a hundred",
    function* () {
      const { id, partnerId } = yield* dusted(150)
      const invoices = yield* CryptoInvoices
      const invoice = yield* invoices.get(partnerId, id)
      const idle = { invoicesRead: 0, transfersRead: 0, invoicesWritten: 0, transfersWritten: 0 }
      assert.deepStrictEqual(yield* taken(invoices.get(partnerId, id)), { ...idle, invoicesRead: 1 })
      assert.deepStrictEqual(yield* taken(invoices.transfersOf(invoice)), { ...idle, transfersRead: 101 })
      const { newest, omittedCount } = yield* invoices.transfersOf(invoice)
      assert.deepStrictEqual([newest.length, omittedCount], [100, 50])
      const untouched = yield* issue(partnerId, 100)
      const empty = yield* invoices.get(partnerId, untouched.id)
      assert.deepStrictEqual(yield* taken(invoices.transfersOf(empty)), idle)
    }
  )

  test("holds no more than one with little of it", function* () {
    const invoices = yield* CryptoInvoices
    const sizes: Array<number> = []
    for (const count of [10, 99]) {
      const { id, partnerId } = yield* dusted(count)
      const invoice = yield* invoices.get(partnerId, id)
      sizes.push(JSON.stringify(cryptoInvoice.columns.map(({ cellOf }) => String(cellOf(invoice)))).length)
    }
    const [few = 0, many = 0] = sizes
    // The sums may have one digit more.
    assert.isAtMost(many - few, 10)
  })

  testIn({ store: counting })(
    "is read off its network without a look at what is settled, until the invoice changes",
    function* () {
      const order = yield* dusted(30)
      const idle = { invoicesRead: 1, transfersRead: 0, invoicesWritten: 0, transfersWritten: 0 }
      assert.deepStrictEqual(yield* taken(refresh(order)), { ...idle, transfersRead: 30 })
      for (let round = 0; round < 3; round++) assert.deepStrictEqual(yield* taken(refresh(order)), idle)
      yield* send(order, 1, { txHash: "one more" })
      const { invoicesWritten, transfersWritten } = yield* taken(refresh(order))
      assert.deepStrictEqual([invoicesWritten, transfersWritten], [1, 1])
      assert.deepStrictEqual(yield* taken(refresh(order)), { ...idle, transfersRead: 31 })
      assert.deepStrictEqual(yield* taken(refresh(order)), idle)
    }
  )

  test("gets back what a reorganisation took and gave back, also where another process saw it go", function* () {
    const order = yield* dusted(3)
    for (let round = 0; round < 2; round++) yield* refresh(order)
    const chain = yield* SandboxChain
    const other = yield* anotherProcess()
    yield* chain.drop(`dust 1 of ${order.id}`)
    const reversed = yield* Effect.provideContext(refresh(order), other)
    assert.strictEqual(exceptionOf(reversed), "reorganised")
    yield* send(order, 0.01, { txHash: `dust 1 of ${order.id}` })
    assert.strictEqual(exceptionOf(yield* refresh(order)), "none")
    const transfers = yield* transfersOf(order)
    assert.isTrue(transfers.every(({ _tag }) => _tag === "credited"))
    yield* booksAreRight
  })
})
