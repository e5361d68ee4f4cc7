import { assert } from "@effect/vitest"
import {
  AesGcmVault,
  Auditor,
  Balances,
  Ids,
  Partners,
  Payouts,
  Quittance,
  type StorePorts,
  Worker
} from "@quittance/core"
import {
  ChainJournal,
  ChainNetworks,
  ChainProcessor,
  ChainUnavailable,
  ChainUpkeeps,
  ChainWallets,
  type LeasedJob,
  millisPerDay,
  millisPerSecond,
  type PartnerId,
  payoutList,
  payoutStatus
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import { KillSwitch, untilKilled } from "../../faults/KillSwitch.ts"
import { killableStore } from "../../faults/killable.ts"
import { listed } from "../../store/listed.ts"
import { start } from "../settings.ts"
import type { SharedStore } from "./Story.ts"

const network = "ethereum"
const wallet = "0x1111111111111111111111111111111111111111"
const payoutCount = 3

/** A network that has signed everything at once and finds it final when told to. */
export class ScriptedNetwork {
  isFinal = false
  /** Whether the end of a turn is lost, and with it everything that the turn changed. */
  isCutOff = false
  /** Whether the process ends right after the outcomes are recorded. */
  isDeadly = false

  /** Its work, as an adapter does it. */
  readonly layer = Layer.effect(
    ChainNetworks,
    Effect.map(ChainWallets, (wallets) =>
      ChainNetworks.of({
        networks: [network],
        forbidden: () => [],
        decimals: () => 6,
        health: () => Effect.die("nobody asks"),
        status: () => Effect.die("nobody asks"),
        addressOf: () => Effect.fail(new ChainUnavailable({ reason: "it takes no deposits" })),
        isComplete: () => Effect.void,
        height: () => Effect.succeedNone,
        read: () => Effect.succeed({ touched: [], againMillis: millisPerDay }),
        sweep: () => Effect.succeed({ againMillis: millisPerDay }),
        compare: () => Effect.succeed({ differenceCount: 0, differences: [] }),
        send: (_, job) => this.#send(wallets, job)
      })
    )
  )

  readonly #send = Effect.fnUntraced(
    { self: this },
    function* (this: ScriptedNetwork, wallets: ChainWallets["Service"], job: LeasedJob) {
      const at = yield* Clock.currentTimeMillis
      const signed = yield* wallets.assign(network, wallet, payoutCount, job, ({ spent }, queued) =>
        Effect.succeed({
          spent,
          taken: queued.map((order) => ({
            order,
            form: {
              ...{ hash: `hash of ${order.id}`, bytes: "0x", isCancel: false, at, expiresAt: 0 },
              ...{ maxFeeWei: 1n, maxTipWei: 1n }
            }
          }))
        })
      )
      const settled = yield* Effect.forEach(
        this.isFinal ? yield* wallets.open(network) : [],
        (transaction) => {
          const { order } = transaction
          // One of them is refused by the token.
          const outcome = order.recipient.endsWith("2") ? refused : completed
          const what = { ...outcome, hash: `hash of ${order.id}`, blockNumber: 7, costWei: 1n }
          return wallets.apply(transaction, { _tag: "Settle", outcome: what, at }, job)
        }
      )
      if (this.isDeadly && settled.length > 0) return yield* Effect.die("the process ended")
      const changed = this.isCutOff ? [] : [...signed, ...settled]
      return { changed, againMillis: millisPerSecond }
    }
  )
}

const refused = { _tag: "failed", reason: "refused" } as const
const completed = { _tag: "completed", reason: "" } as const

/** A process that works for it. */
export const processOn = <R>(store: Layer.Layer<StorePorts, unknown, R>, { layer }: ScriptedNetwork) =>
  Layer.fresh(
    Quittance.layer.pipe(
      Layer.provideMerge(ChainProcessor.layer),
      Layer.provideMerge(layer),
      Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
      Layer.provideMerge(Layer.mergeAll(store, Ids.layerSeeded, AesGcmVault.layer(btoa("k".repeat(32)))))
    )
  )

export const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** Payouts that a wallet has sent, and about which nobody asks again for hours. */
export const prepare = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const { id } = yield* (yield* Partners).ensure("shop")
  yield* (yield* Balances).adjust(id, { amount: 1_000 })
  yield* (yield* ChainJournal).begin(network)
  yield* (yield* ChainWallets).addWallet({ address: wallet, partnerId: network, sealedKey: "", nextNonce: 0 })
  for (let number = 1; number <= payoutCount; number++) {
    const address = `0x${String(number + 1).repeat(40)}`
    yield* (yield* Payouts).create(id, `key ${number}`, { amount: 10, network, address })
  }
  yield* drain
  for (let hour = 0; hour < 12; hour++) {
    yield* TestClock.adjust("1 hour")
    yield* drain
  }
  return id
})

/**
 * A process is killed anywhere in the turn in which a network's wallets learn that their payouts are final. Whoever
 * works next tells the payouts at once, although no lookup is due for hours.
 */
export const tellSettlement = (sharedStore: SharedStore): Effect.Effect<void, unknown, KillSwitch> =>
  Effect.gen(function* () {
    const killSwitch = yield* KillSwitch
    const scripted = new ScriptedNetwork()
    const store = yield* sharedStore
    const living = processOn(store, scripted)
    const partnerId = yield* Effect.provide(prepare, living)
    scripted.isFinal = true
    yield* TestClock.adjust("1 second")
    const killable = processOn(
      killableStore.pipe(Layer.provide(store), Layer.provide(Layer.succeed(KillSwitch, killSwitch))),
      scripted
    )
    yield* untilKilled(Effect.provide(drain, killable))
    // Longer than a lease, and no lookup is due.
    yield* TestClock.adjust("31 seconds")
    yield* Effect.provide(Effect.andThen(drain, areAnnounced(partnerId)), living)
  }).pipe(Random.withSeed("settlement"))

/** Every payout has learned what became of it. */
export const areAnnounced = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const { items } = yield* listed(payoutList, { partnerId })
  assert.deepStrictEqual(items.map(payoutStatus).toSorted(), ["COMPLETED", "COMPLETED", "FAILED"])
  for (const { order, processingId } of items)
    if (Option.isSome(processingId)) assert.strictEqual(processingId.value, `hash of ${order.reference}`)
  assert.deepStrictEqual((yield* (yield* Auditor).verify).faults, [])
})
