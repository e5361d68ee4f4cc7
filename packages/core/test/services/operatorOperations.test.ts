import { assert, describe } from "@effect/vitest"
import { Operations, Partners, Payouts } from "@quittance/core"
import {
  type BooksStanding,
  BooksVerifier,
  ChainJournal,
  ChainNetworks,
  ChainUnavailable,
  SandboxProcessor
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, payoutOf, start, test, testIn } from "./Deployment.ts"
import { drain, issueFiat, shop } from "./fiatInvoices.ts"
import { answer } from "./Receivers.ts"
import { listen } from "./webhooks.ts"

describe("what waits for people", () => {
  test("are payouts of unknown outcome, of one partner or of all, until they have one", function* () {
    const { attention, payouts } = yield* Operations
    const ids: Array<string> = []
    for (const name of ["shop", "till"]) {
      const partnerId = yield* fundedPartner(100, name)
      const made = yield* (yield* Payouts).create(partnerId, "k", payoutOf(10, "sandbox:no-answer"))
      ids.push(made.value.id)
    }
    yield* drain
    const { id: till } = yield* (yield* Partners).find("till")
    assert.sameMembers(
      (yield* attention.ofAll.unknownPayouts()).map(({ id }) => id),
      ids
    )
    assert.deepStrictEqual(yield* attention.ofPartner.unknownPayouts(till), [
      { partnerId: till, id: ids[1] ?? "", since: start }
    ])
    yield* payouts.resolve(ids[1] ?? "", "failed", "nothing was sent")
    assert.deepStrictEqual(yield* attention.ofPartner.unknownPayouts(till), [])
    assert.lengthOf(yield* attention.ofAll.unknownPayouts(), 1)
  })

  test("are webhooks that their receivers disabled, not those of partners who did", function* () {
    const partnerId = yield* shop()
    const { attention, webhooks } = yield* Operations
    const gone = yield* listen(partnerId, "gone", { events: ["invoice.created"] })
    const off = yield* listen(partnerId, "off")
    yield* webhooks.update(partnerId, off.id, { active: false })
    yield* answer(gone.url, { status: 410, bodyStart: "no more" })
    yield* issueFiat(partnerId)
    yield* drain
    const found = yield* attention.ofAll.disabledWebhooks()
    assert.deepStrictEqual(
      found.map(({ id }) => id),
      [gone.id]
    )
  })
})

describe("a correction of a balance, by operators", () => {
  test("is made once for each key, and for no partner that there is not", function* () {
    const partnerId = yield* fundedPartner(10)
    const { balances } = yield* Operations
    const first = yield* balances.adjustOnce(partnerId, "k", { amount: 5, reason: "why" })
    const again = yield* balances.adjustOnce(partnerId, "k", { amount: 5, reason: "why" })
    assert.deepStrictEqual([first.replayed, again.replayed], [false, true])
    assert.strictEqual(again.id, first.id)
    assert.strictEqual((yield* balances.get(partnerId)).available, 15)
    const unknown = yield* Effect.flip(balances.adjustOnce("prt_none", "k", { amount: 5 }))
    assert.strictEqual(unknown._tag, "NotFound")
  })
})

describe("partners, for operators", () => {
  test("are listed, and each has its terms", function* () {
    const { partners } = yield* Operations
    const { id } = yield* partners.ensure("shop")
    yield* TestClock.adjust("1 second")
    yield* partners.ensure("till")
    yield* partners.setTerms(id, { feePayer: "payer" })
    const { items, total } = yield* partners.list()
    assert.deepStrictEqual(
      [total, items.map(({ name, ownTerms }) => [name, ownTerms])],
      [
        2,
        [
          ["till", false],
          ["shop", true]
        ]
      ]
    )
    assert.strictEqual((yield* partners.get(id)).terms.own.feePayer, "payer")
    assert.strictEqual((yield* Effect.flip(partners.get("prt_none")))._tag, "NotFound")
  })
})

const none = Option.none()
const away = new ChainUnavailable({ reason: "no node in this test" })

/** A network on which the server acts, of which one node is late. */
const chains = Layer.succeed(ChainNetworks, {
  networks: ["ethereum"],
  forbidden: () => [],
  decimals: () => 6,
  health: () => Effect.succeed({ faults: ["no node answers"], head: none, cursor: none, nodes: [] }),
  status: () => Effect.fail(away),
  addressOf: () => Effect.fail(away),
  isComplete: () => Effect.void,
  height: () => Effect.succeedNone,
  read: () => Effect.succeed({ touched: [], againMillis: 1_000 }),
  send: () => Effect.succeed({ changed: [], againMillis: 1_000 }),
  sweep: () => Effect.succeed({ againMillis: 1_000 }),
  compare: () => Effect.succeed({ differenceCount: 0, differences: [] })
})

describe("networks, for operators", () => {
  testIn({ processor: Layer.merge(SandboxProcessor.layer, chains) })(
    "say how they are, and are paused where the server acts on them",
    function* () {
      const { networks } = yield* Operations
      const named = (name: string) =>
        Effect.map(networks.list(), (all) => all.find((each) => each.name === name))
      assert.deepInclude((yield* named("ethereum"))?.chain, { isPaused: false, faults: ["no node answers"] })
      assert.isNull((yield* named("tron"))?.chain)
      yield* networks.pause("ethereum")
      assert.isTrue((yield* named("ethereum"))?.chain?.isPaused)
      yield* networks.resume("ethereum")
      assert.isFalse(Option.getOrThrow(yield* (yield* ChainJournal).setup("ethereum")).isPaused)
      assert.deepStrictEqual(yield* Effect.flip(networks.status("ethereum")), away)
      assert.strictEqual((yield* Effect.flip(networks.pause("tron")))._tag, "NotFound")
    }
  )
})

const running: BooksStanding = { running: { startedAt: start, checkedCount: null }, last: null }

describe("the books, for operators", () => {
  testIn({
    processor: Layer.merge(
      SandboxProcessor.layer,
      Layer.succeed(BooksVerifier, {
        standing: Effect.succeed({ running: null, last: null }),
        begin: Effect.succeed(running)
      })
    )
  })("are verified by whatever the host provides", function* () {
    const { books } = yield* Operations
    assert.isNull((yield* books.get()).running)
    assert.deepStrictEqual(yield* books.verify(), running)
  })

  test("are not, where it provides nothing", function* () {
    const { books } = yield* Operations
    assert.strictEqual((yield* Effect.flip(books.verify()))._tag, "ProviderMissing")
  })
})
