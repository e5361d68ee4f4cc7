import { assert } from "@effect/vitest"
import { Balances, CryptoInvoices, Deposits, TransitWallets, TransitWebhooks } from "@quittance/core"
import {
  cryptoTransfer,
  StateReader,
  transitDeposit as transitDeposits,
  walletList
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { listed } from "../../store/listed.ts"
import type { NamedStory, Story } from "./Story.ts"
import {
  after,
  begin,
  booksAreRight,
  byProcess,
  deliveriesOf,
  drain,
  drop,
  fund,
  only,
  outside,
  partnerId,
  send,
  usdt
} from "./storySteps.ts"
import { deliveredOnce } from "./webhookStories.ts"

/** Money that comes on a network: to a crypto invoice, and to a transit wallet. */

/** Two halves, too much, and a reorganisation of what was credited. */
const invoiceStory = (): Story => {
  const acknowledged: Array<string> = []
  const request = { amount: 10, network: "tron", externalId: "the order" }
  const create = Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const { value } = yield* invoices.create(yield* partnerId, request)
    acknowledged.push(value.order.id)
  })
  const invoice = Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    return yield* invoices.getByExternalId(yield* partnerId, request.externalId)
  })
  const place = Effect.map(invoice, ({ order }) => order)
  const refresh = byProcess(
    Effect.gen(function* () {
      const deposits = yield* Deposits
      yield* deposits.refresh("tron", (yield* place).address)
    })
  )
  const check = Effect.gen(function* () {
    const { _tag, order } = yield* invoice
    const states = yield* StateReader
    const transfers = yield* Stream.runCollect(states.all(cryptoTransfer))
    assert.deepStrictEqual([...new Set(acknowledged)], [order.id], "every answer named the one invoice")
    assert.strictEqual(_tag, "paid")
    assert.deepStrictEqual(transfers.map((each) => `${each.order.txHash} ${each._tag}`).toSorted(), [
      "first credited",
      "lost dropped",
      "second credited",
      "third reversed"
    ])
    yield* booksAreRight
    const balances = yield* Balances
    const { adjustmentsMinor, receivedMinor } = yield* balances.get(yield* partnerId)
    assert.strictEqual(receivedMinor, 16_830_000n)
    assert.strictEqual(adjustmentsMinor, 100n * usdt - 6_930_000n)
  })
  const steps = [
    begin,
    fund,
    byProcess(create),
    send(place, "first", 5n, 1),
    refresh,
    send(place, "first", 5n, 20),
    send(place, "lost", 5n, 1),
    refresh,
    drop("lost"),
    refresh,
    send(place, "second", 5n, 20),
    refresh,
    send(place, "third", 7n, 20),
    ...after("1 minute"),
    drop("third"),
    refresh,
    ...after("9 days")
  ]
  return { steps, check }
}

const account = "https://account.example/prompt"

/**
 * A wallet that is opened, and its deposits: one confirmed slowly, one lost, one reorganised away, all of them told.
 */
const walletStory = (): Story => {
  const listen = Effect.gen(function* () {
    const webhooks = yield* TransitWebhooks
    yield* webhooks.set(yield* partnerId, { url: account })
  })
  const wallets = Effect.gen(function* () {
    return (yield* listed(walletList, { partnerId: yield* partnerId })).items
  })
  const open = Effect.gen(function* () {
    // Whoever does not know what became of it looks first.
    if ((yield* wallets).length > 0) return
    const service = yield* TransitWallets
    yield* service.create(yield* partnerId, { label: "till", network: "tron" })
  })
  const place = Effect.map(only(wallets), ({ wallet }) => wallet)
  const refresh = byProcess(
    Effect.gen(function* () {
      const deposits = yield* Deposits
      yield* deposits.refresh("tron", (yield* place).address)
    })
  )
  const check = Effect.gen(function* () {
    const types = [
      "wallet.created",
      "payment.received",
      "payment.success",
      "payment.received",
      "payment.failed",
      "payment.success",
      "payment.failed"
    ]
    yield* deliveredOnce(account, types, yield* deliveriesOf("transit"))
    yield* booksAreRight
    const { balanceMinor, wallet } = yield* only(wallets)
    assert.strictEqual(balanceMinor, 5n * usdt)
    const states = yield* StateReader
    const deposits = yield* states.indexed(transitDeposits, "by_wallet", {
      equal: [wallet.partnerId, wallet.id]
    })
    assert.deepStrictEqual(deposits.map(({ state }) => `${state.order.txHash} ${state._tag}`).toSorted(), [
      "first credited",
      "lost dropped",
      "second reversed"
    ])
    const balances = yield* Balances
    const { adjustmentsMinor, receivedMinor } = yield* balances.get(wallet.partnerId)
    assert.deepStrictEqual([receivedMinor, adjustmentsMinor], [12n * usdt, -7n * usdt])
  })
  const steps = [
    begin,
    outside(listen),
    byProcess(open),
    send(place, "first", 5n, 1),
    refresh,
    send(place, "first", 5n, 20),
    send(place, "lost", 3n, 1),
    ...after("2 minutes"),
    drop("lost"),
    send(place, "second", 7n, 20),
    refresh,
    drop("second"),
    refresh,
    drain,
    ...after("2 minutes")
  ]
  return { steps, check }
}

export const depositStories: ReadonlyArray<NamedStory> = [
  {
    leaves: "an invoice to end with every transfer credited once",
    begin: invoiceStory,
    // Three to issue it, 14 to read and record what is sent, two to let it go.
    callCount: 3 + 14 + 2
  },
  {
    leaves: "a wallet with every deposit counted once, and told",
    begin: walletStory,
    // Three to open the wallet and two for the first look; the watcher reads, records two deposits and ends; a fan-out,
    // four messages with one outcome and the end of the job. Then three and two to look again, the same for three
    // messages, and a last look.
    callCount: 3 + 2 + 4 + (1 + 4 + 2) + 3 + 2 + (1 + 3 + 2) + 2
  }
]
