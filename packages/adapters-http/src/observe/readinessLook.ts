import { Settings, Worker } from "@quittance/core"
import { type ChainHealth, ChainNetworks, StoreHealth, StoreHold, WorkQueue } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { degrading, type Found, type Reason, unready } from "./readiness.ts"
import { makeWaitingLook } from "./waitingWork.ts"

/** How long the storage may take to answer before the process counts as not ready. */
const storageMillisMax = 2_000

/** What one look at the deployment found, and what follows from it. */
export interface Readiness {
  readonly found: Found
  /** Why requests cannot be served here. */
  readonly unready: ReadonlyArray<Reason>
  /** Why payouts, deposits or deliveries are late. */
  readonly degraded: ReadonlyArray<Reason>
}

/** Looks whether this process can serve, and what has waited for too long; it never fails. */
export const makeReadinessLook = Effect.fnUntraced(function* (workers: "here" | "elsewhere") {
  const waiting = yield* makeWaitingLook
  const { waitMillisMax } = (yield* Settings).health
  const queue = yield* WorkQueue
  const worker = yield* Effect.serviceOption(Worker)

  const condition = yield* StoreHealth
  const storeHold = yield* StoreHold

  /** The fault of the storage, if any: a read shows damage, so it comes first. */
  const storage = queue.nextDue.pipe(
    Effect.timeout(storageMillisMax),
    Effect.match({ onSuccess: () => undefined, onFailure: () => "the store does not answer" }),
    Effect.flatMap((silence) =>
      Effect.map(condition, (known) => (known._tag === "sound" ? silence : known.reason))
    )
  )
  const hold = storeHold.current.pipe(
    Effect.timeout(storageMillisMax),
    Effect.match({ onSuccess: Option.getOrNull, onFailure: () => null })
  )
  const working =
    workers === "elsewhere" || Option.isNone(worker)
      ? Effect.succeed(workers === "elsewhere")
      : worker.value.running

  const chains = yield* Effect.serviceOption(ChainNetworks)
  const networks = Option.match(chains, {
    onNone: () => Effect.succeed({}),
    onSome: ({ health, networks }) =>
      Effect.forEach(networks, (name) => Effect.map(health(name), (found) => [name, found] as const)).pipe(
        Effect.timeout(storageMillisMax),
        Effect.match({ onSuccess: Object.fromEntries<ChainHealth>, onFailure: () => null })
      )
  })

  const looks = { storage, hold, workers: working, networks, waiting }
  return Effect.map(
    Effect.all(looks, { concurrency: "unbounded" }),
    (found): Readiness => ({ found, unready: unready(found), degraded: degrading(found, waitMillisMax) })
  )
})
