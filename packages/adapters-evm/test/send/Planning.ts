import { Ids, MemoryStore } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainWallets,
  chainJobs,
  emptyMemoryState,
  type LeasedJob,
  millisPerDay,
  type SignedForm,
  type SpentHour,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { CallReverted, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { onlyErrands, planQueued, type Queue } from "../../src/send/planQueued.ts"
import { makeQueueLook } from "../../src/send/QueueLook.ts"
import { SignerUnavailable } from "../../src/send/Signer.ts"
import type { SpendingLimits } from "../../src/send/spending.ts"
import { network, noLimits, payoutOrder } from "./Paying.ts"
import { token, wallet } from "./SlotChain.ts"

/** A store in memory, for one effect. */
export const inMemory = <A, E>(effect: Effect.Effect<A, E, ChainWallets | ChainJournal | WorkQueue>) =>
  Effect.provide(
    effect,
    Layer.mergeAll(ChainJournal.layer, ChainWallets.layer).pipe(
      Layer.provideMerge(Layer.mergeAll(MemoryStore.layerOver(emptyMemoryState()), Ids.layer))
    )
  )

/** The wallet is added, and the work for the wallets of the network is leased for a day. */
export const leased = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const journal = yield* ChainJournal
  const work = yield* WorkQueue
  yield* journal.begin(network)
  yield* wallets.addWallet({ address: wallet, partnerId: network, sealedKey: "", nextNonce: 0 })
  const now = yield* Clock.currentTimeMillis
  const lease = { kind: chainJobs.send, owner: "test", now, leaseUntil: now + millisPerDay, limit: 1 }
  const [job] = yield* work.claim({ ...lease, kind: chainJobs.send })
  if (job === undefined) return yield* Effect.die("the work is due")
  return job
})

/** Everything that waits is signed, without asking anybody. */
export const signAll = (job: LeasedJob, form: Partial<SignedForm> = {}) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    wallets.assign(network, wallet, 100, job, (_, queued) =>
      Effect.succeed({
        spent: [],
        taken: queued.map((order) => ({
          order,
          form: {
            ...{ hash: `signed ${order.id}`, bytes: "0x", isCancel: false, maxFeeWei: 2n, maxTipWei: 1n },
            ...{ at: 0, expiresAt: 0 },
            ...form
          }
        }))
      })
    )
  )

/** What an effect logs, line by line; alerts are logged. */
export const logging = <A, E, R>(body: (logged: ReadonlyArray<string>) => Effect.Effect<A, E, R>) => {
  const logged: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message }) => {
    logged.push(String([message].flat()[0]))
  })
  return Effect.provideService(body(logged), Logger.CurrentLoggers, new Set([logger]))
}

/** A payout of so many units of the token. */
export const payoutOf = (number: number, units: number, createdAt = 0): ChainTransactionOrder => ({
  ...payoutOrder(number),
  amountMinor: BigInt(units) * 1_000_000n,
  createdAt
})

export const idOf = (number: number): string => payoutOrder(number).id

/** A sweep or another errand of this id. */
export const errand = (id: string, purpose: "sweep" | "deployment" = "sweep"): ChainTransactionOrder => ({
  ...payoutOrder(0),
  ...{ id, purpose, payoutId: "", payoutPartnerId: "", recipient: "", amountMinor: 0n }
})

export const reverted = new CallReverted({ host: "one", reason: "blocked" })
export const failing = (kind: RpcUnavailable["kind"]) =>
  new RpcUnavailable({ host: "one", method: "", kind, reason: kind })

/** What the test decides; the rest is a wallet with 1 000 units, whose transactions use 1 gas each. */
export interface Given {
  readonly queued: ReadonlyArray<ChainTransactionOrder>
  /** The pages of payouts that follow, each asked for by an instant. */
  readonly pages?: ReadonlyArray<ReadonlyArray<ChainTransactionOrder>>
  readonly room?: number
  readonly decimals?: number
  /** In units of the token. */
  readonly tokens?: number
  readonly reserved?: number
  /** How much gas the wallet can pay for. */
  readonly gas?: number
  readonly limits?: Partial<SpendingLimits>
  readonly spent?: ReadonlyArray<SpentHour>
  /** Other wallets of the network, by address, and what they paid out. */
  readonly others?: Readonly<Record<string, ReadonlyArray<SpentHour>>>
  readonly never?: ReadonlyArray<string>
  /** Of which orders the gas differs, or is unknown. */
  readonly estimates?: Readonly<Record<string, number | CallReverted | RpcUnavailable>>
  readonly forbids?: (order: ChainTransactionOrder) => string | undefined
  /** How many signatures the signer makes before it is away. */
  readonly signatures?: number
  /** How long each takes. */
  readonly signingMillis?: number
  readonly isGeneral?: boolean
  readonly look?: Queue["look"]
  /** Payouts may not be signed. */
  readonly isStopped?: boolean
}

const minorOf = (units: number): bigint => BigInt(units) * 1_000_000n

/** The last transaction that a wallet made. */
const readBack = (address: string) => ({
  nonce: 6,
  outcome: { _tag: "completed", hash: address, blockNumber: 1, costWei: 1n, reason: "" } as const,
  order: errand(`${network}/${address}`),
  payout: undefined
})

/** What a plan signs, and all that it does besides. */
export const planned = Effect.fnUntraced(function* (given: Given) {
  const { look = makeQueueLook(), room = 1_000, signatures = 1_000, decimals = 6 } = given
  const { tokens = 1_000, reserved = 0, others = {} } = given
  let gas = given.gas ?? 1_000
  const raised: Array<string> = []
  const noted: Array<string> = []
  const same: Array<string | undefined> = []
  const estimated: Array<ReadonlyArray<string>> = []
  const since: Array<number> = []
  const refused: Array<string> = []
  const ended: Array<string> = []
  const judged: Array<readonly [string, bigint]> = []
  const pages = [...(given.pages ?? [])]
  const wallets = yield* ChainWallets
  for (const [address, spent] of Object.entries({ ...others, [wallet]: given.spent ?? [] })) {
    yield* wallets.addWallet({ address, partnerId: network, sealedKey: "", nextNonce: 6 })
    yield* wallets.importSlots(network, address, [readBack(address)], spent)
  }
  const own = (yield* wallets.wallets(network)).find(({ address }) => address === wallet)
  if (own === undefined) return yield* Effect.die("the wallet was added")
  const queue: Queue = {
    ...{ network, look, never: given.never ?? [], token: { ...token, decimals } },
    limits: { ...noLimits, ...given.limits },
    notes: {
      note: (id, code) => Effect.sync(() => void noted.push(`${id} ${code}`)),
      noteAble: (id) => Effect.sync(() => void noted.push(`${id} nothing`))
    },
    raise: (kind, message, once) =>
      Effect.sync(() => {
        raised.push(`${kind}: ${message}`)
        same.push(once)
      }),
    refusals: {
      refused: ({ id }, reason) => Effect.sync(() => refused.push(`${id}: ${reason}`)),
      end: ({ id }, reason) => ended.push(`${id}: ${reason}`),
      judged: (_, { id }, value) =>
        Effect.sync(() => judged.push([id, value]) > 0 && given.isGeneral === true),
      reasonOf: () => "",
      forget: () => undefined,
      endAll: () => Effect.succeed([])
    }
  }
  const waiting = {
    ...{ queued: given.queued, room },
    next: (from: number) =>
      Effect.sync(() => {
        since.push(from)
        return pages.shift() ?? []
      })
  }
  let signedCount = 0
  const plan = yield* planQueued(
    queue,
    own,
    given.isStopped === true ? onlyErrands(waiting) : waiting,
    {
      tokens: minorOf(tokens) * 10n ** BigInt(decimals - 6),
      reserved: minorOf(reserved) * 10n ** BigInt(decimals - 6)
    },
    {
      forbids: given.forbids ?? (() => undefined),
      estimates: (orders) =>
        Effect.sync(() => {
          estimated.push(orders.map(({ id }) => id))
          return orders.map(({ id }) => {
            const estimate = given.estimates?.[id] ?? 1
            return typeof estimate === "number" ? Result.succeed(estimate) : Result.fail(estimate)
          })
        }),
      shortOf: (estimate) => (estimate > gas ? "too little gas" : undefined),
      sign: Effect.fnUntraced(function* ({ id }, estimate, nonce) {
        if (signedCount === signatures) return yield* new SignerUnavailable({ reason: "away" })
        signedCount += 1
        yield* TestClock.adjust(given.signingMillis ?? 0)
        gas -= estimate
        const at = yield* Clock.currentTimeMillis
        const form = { hash: `${nonce} ${id}`, bytes: "0x", isCancel: false, maxFeeWei: 1n, maxTipWei: 1n }
        return { ...form, at, expiresAt: 0 }
      })
    }
  )
  return {
    signed: plan.taken.map(({ form }) => form.hash),
    ids: plan.taken.map(({ order }) => order.id),
    spent: plan.spent,
    ...{ raised, noted, same, estimated, since, refused, ended, judged, look }
  }
})
