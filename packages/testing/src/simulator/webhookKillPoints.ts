import { assert } from "@effect/vitest"
import {
  Auditor,
  Balances,
  Deposits,
  type InvoiceOrder,
  Invoices,
  Partners,
  type RecordedDelivery,
  SandboxChain,
  TransitReader,
  TransitWallets,
  TransitWebhooks,
  WebhookReader,
  Webhooks,
  type WebhookFamily,
  Worker
} from "@quittance/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { KillSwitch } from "../faults/KillSwitch.ts"
import { type Services, type SharedStore, type Step, tellStory } from "./killPointStory.ts"
import { StoryReceivers } from "./StoryReceivers.ts"

/** Webhooks and transit wallets: lives that are told once for each of their kill points. */

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000
const usdt = 1_000_000n

const partnerId = Effect.flatMap(Partners, (partners) => Effect.map(partners.ensure("shop"), ({ id }) => id))

const outside = (run: Step["run"]): Step => ({ by: "outside", run })
const byProcess = (run: Step["run"]): Step => ({ by: "process", run })
const drain = byProcess(Effect.flatMap(Worker, (worker) => worker.drain))
const later = [outside(TestClock.adjust("2 minutes")), drain]

const begin = outside(Effect.andThen(TestClock.setTime(start), partnerId))

const deliveriesOf = Effect.fnUntraced(function* (family: WebhookFamily) {
  const reader = yield* WebhookReader
  const owner = yield* partnerId
  const deliveries: Array<RecordedDelivery> = []
  for (const { state } of yield* reader.endpoints(owner, family))
    deliveries.push(...(yield* reader.deliveries(owner, state.order.id, {}, { page: 1, limit: 100 })).items)
  return deliveries
})

/**
 * Each of these events arrived at each of these receivers, under one id and with the same bytes every time; the log has it as
 * delivered, and no more attempts than calls that the receiver got. The books are right.
 */
const wasTold = Effect.fnUntraced(function* (
  family: WebhookFamily,
  urls: ReadonlyArray<string>,
  types: ReadonlyArray<string>
) {
  const { calls } = yield* StoryReceivers
  const deliveries = yield* deliveriesOf(family)
  for (const url of urls) {
    const got = calls.filter((call) => call.url === url)
    const bodies = new Map(got.map(({ body, id }) => [id, body]))
    for (const { body, id } of got) assert.strictEqual(body, bodies.get(id))
    const told = [...bodies.values()].map((body): { readonly id: string; readonly type: string } =>
      JSON.parse(body)
    )
    assert.deepStrictEqual(
      told.map(({ id }) => id),
      [...bodies.keys()]
    )
    assert.deepStrictEqual(told.map(({ type }) => type).toSorted(), types.toSorted())
    const log = deliveries.filter((delivery) => delivery.url === url)
    assert.deepStrictEqual(log.map(({ order }) => order.eventId).toSorted(), [...bodies.keys()].toSorted())
    for (const { _tag, attempts, order } of log) {
      assert.strictEqual(_tag, "delivered")
      assert.isAtMost(attempts, got.filter(({ id }) => id === order.eventId).length)
    }
  }
  const auditor = yield* Auditor
  assert.deepStrictEqual((yield* auditor.verify).faults, [])
})

const urls = ["https://one.example/prompt", "https://two.example/hesitant", "https://three.example/silent"]

/** An invoice that is created and cancelled, told to three receivers, two of which need a second call. */
export const webhookStory = (sharedStore: SharedStore): Effect.Effect<void, unknown, KillSwitch> => {
  let order: InvoiceOrder | undefined
  const listen = Effect.gen(function* () {
    const webhooks = yield* Webhooks
    const owner = yield* partnerId
    for (const url of urls)
      yield* webhooks.create(owner, { url, events: ["invoice.created", "invoice.cancelled"] })
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
  const check: Effect.Effect<void, unknown, Services> = wasTold("fiat", urls, [
    "invoice.created",
    "invoice.cancelled"
  ])
  const steps = [
    begin,
    outside(listen),
    byProcess(issue),
    drain,
    ...later,
    byProcess(cancel),
    drain,
    ...later
  ]
  return tellStory(sharedStore, steps, check)
}

/**
 * For each of the two events: its commit, its fan-out, then for each receiver a call, its outcome and the end of the job, and
 * for the two that need it the same again.
 */
export const callCountOfWebhook = 2 * (2 + 3 * 3 + 2 * 3)

const account = "https://account.example/prompt"

/** A wallet that is opened, and its deposits: one confirmed slowly, one lost, one reorganised away, all of them told. */
export const walletStory = (sharedStore: SharedStore): Effect.Effect<void, unknown, KillSwitch> => {
  const listen = Effect.gen(function* () {
    const webhooks = yield* TransitWebhooks
    yield* webhooks.set(yield* partnerId, { url: account })
  })
  const wallets = Effect.gen(function* () {
    const reader = yield* TransitReader
    return (yield* reader.wallets(yield* partnerId, { page: 1, limit: 10 })).items
  })
  const open = Effect.gen(function* () {
    // Whoever does not know what became of it looks first.
    if ((yield* wallets).length > 0) return
    const service = yield* TransitWallets
    yield* service.create(yield* partnerId, { label: "till", network: "tron" })
  })
  const only = Effect.gen(function* () {
    const [found, ...others] = yield* wallets
    assert(found !== undefined && others.length === 0, "there is one wallet")
    return found
  })
  const send = (txHash: string, units: bigint, confirmations: number) =>
    outside(
      Effect.gen(function* () {
        const chain = yield* SandboxChain
        const { address } = (yield* only).wallet
        const place = { network: "tron", address, txHash, logIndex: 0 }
        yield* chain.deposit({ ...place, amountMinor: units * usdt, confirmations })
      })
    )
  const drop = (txHash: string) =>
    outside(Effect.flatMap(SandboxChain, (chain) => Effect.asVoid(chain.drop(txHash))))
  const refresh = byProcess(
    Effect.gen(function* () {
      const deposits = yield* Deposits
      const { address } = (yield* only).wallet
      yield* deposits.refresh("tron", address)
    })
  )
  const check: Effect.Effect<void, unknown, Services> = Effect.gen(function* () {
    yield* wasTold(
      "transit",
      [account],
      [
        "wallet.created",
        "payment.received",
        "payment.success",
        "payment.received",
        "payment.failed",
        "payment.success",
        "payment.failed"
      ]
    )
    assert.strictEqual((yield* only).balanceMinor, 5n * usdt)
    const reader = yield* TransitReader
    const { wallet } = yield* only
    const deposits = yield* reader.deposits(wallet.partnerId, wallet.id)
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
    send("first", 5n, 1),
    refresh,
    send("first", 5n, 20),
    send("lost", 3n, 1),
    ...later,
    drop("lost"),
    send("second", 7n, 20),
    refresh,
    drop("second"),
    refresh,
    drain,
    ...later
  ]
  return tellStory(sharedStore, steps, check)
}

/**
 * Three to open the wallet and two for the first look; the watcher reads, records two deposits and ends; a fan-out, four messages
 * with one outcome and the end of the job. Then three and two to look again, the same for three messages, and a last look.
 */
export const callCountOfWallet = 3 + 2 + 4 + (1 + 4 + 2) + 3 + 2 + (1 + 3 + 2) + 2
