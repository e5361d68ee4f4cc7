import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor, Ids } from "@quittance/core"
import { ChainJournal, ChainWallets, chainJobs, type JobKind, WorkQueue } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Clock, Effect, Layer, Option } from "effect"

const networks = ["ethereum", "bsc"] as const
const wallet = { address: "0xwallet", sealedKey: "sealed", nextNonce: 7 }

const services = () =>
  Layer.mergeAll(ChainJournal.layer, ChainWallets.layer, Auditor.layer).pipe(
    Layer.provideMerge(
      Layer.merge(
        SqliteStore.layer({ filename: join(temporaryFolder(), "a.db"), mode: "sandbox" }),
        Ids.layer
      )
    )
  )

/** One lease of a network's work. */
const leased = Effect.fnUntraced(function* (network: string, kind: JobKind) {
  const queue = yield* WorkQueue
  const now = yield* Clock.currentTimeMillis
  const jobs = yield* queue.claim({ kind, owner: "test", now, leaseUntil: now + 30_000, limit: 8 })
  for (const job of jobs) if (job.subjectId !== network) yield* queue.release(job, now)
  const found = jobs.find(({ subjectId }) => subjectId === network)
  return found ?? (yield* Effect.die(`${kind} of ${network} is not due`))
})

it.live("an audit tells apart what is kept of a network, and a wallet that pays on two of them", () =>
  Effect.gen(function* () {
    const journal = yield* ChainJournal
    const wallets = yield* ChainWallets
    for (const network of networks) {
      yield* journal.begin(network)
      yield* wallets.addWallet({ ...wallet, partnerId: network })
    }
    // Each of these rows is changed after one with the same name was made elsewhere.
    for (const network of networks) {
      const job = yield* leased(network, chainJobs.read)
      yield* journal.moveTo(network, [{ number: 5, hash: "0x05" }], job)
      yield* journal.pause(network, true)
      yield* journal.moveTo(network, [{ number: 6, hash: "0x06" }], job)
      yield* journal.recordFactory(network, "0xfactory")
    }
    const [first] = networks
    const createdAt = yield* Clock.currentTimeMillis
    yield* wallets.queue({
      ...{
        id: "reference",
        partnerId: first,
        purpose: "payout",
        payoutId: "payout",
        payoutPartnerId: "prt_1",
        sendBefore: Option.none(),
        createdAt
      },
      ...{ recipient: "0xrecipient", amountMinor: 1n, contract: "", data: "" }
    })
    const job = yield* leased(first, chainJobs.send)
    const signed = yield* wallets.assign(first, wallet.address, 1, job, (_, [order]) => {
      const form = {
        hash: "0x01",
        bytes: "0x02",
        isCancel: false,
        maxFeeWei: 1n,
        maxTipWei: 1n,
        at: createdAt,
        expiresAt: 0
      }
      return Effect.succeed({ spent: [], taken: order === undefined ? [] : [{ order, form }] })
    })
    const outcome = {
      _tag: "completed",
      hash: "0x01",
      blockNumber: 1,
      costWei: 10n ** 24n,
      reason: ""
    } as const
    for (const sent of signed) yield* wallets.apply(sent, { _tag: "Settle", outcome, at: createdAt }, job)
    assert.deepStrictEqual(
      (yield* wallets.wallets(first)).map(({ nextNonce }) => nextNonce),
      [8]
    )
    const setup = Option.getOrThrow(yield* journal.setup(first))
    assert.deepInclude(setup, { isPaused: true, factory: Option.some("0xfactory") })
    const auditor = yield* Auditor
    assert.deepStrictEqual((yield* auditor.verify).faults, [])
  }).pipe(Effect.provide(services()))
)
