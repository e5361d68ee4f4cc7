import { Settings, Worker } from "@quittance/core"
import {
  type ChainHealth,
  ChainNetworks,
  millisPerSecond,
  StoreHealth,
  StoreHold,
  WorkQueue
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Access } from "../access/Access.ts"
import { jsonResponse } from "../message/ApiMessage.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import type { DisabledWebhooks } from "./disabledWebhooks.ts"
import { degrading, unready } from "./readiness.ts"
import type { WaitingLook } from "./waitingWork.ts"

/** How long the storage may take to answer before the process counts as not ready. */
const storageMillisMax = 2_000

/**
 * `GET /healthz` answers while the process runs. `GET /readyz` answers 200 when requests can be served: the
 * storage answers and accepts writes, and the workers run in this process unless they run `elsewhere`. Its
 * status is `degraded`, still with 200, while payouts, deposits or deliveries wait for longer than the
 * setting says, and while the store is on hold: they are late wherever they are asked for, so this is no
 * reason to route requests elsewhere. Disabled webhooks are reported separately, because they concern their
 * partners. Only who may read the metrics sees nodes, wallets and limits.
 */
export const makeHealthRoutes = Effect.fnUntraced(function* (
  workers: "here" | "elsewhere",
  disabledWebhooks: DisabledWebhooks,
  waitingWork: WaitingLook,
  access: Access
) {
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

  const health: SideRoute = {
    method: "GET",
    path: "/healthz",
    caller: "public",
    rate: "none",
    handle: (_request, _parameters, requestId) =>
      Effect.succeed(jsonResponse(200, requestId, { status: "ok" }))
  }

  const readiness: SideRoute = {
    method: "GET",
    path: "/readyz",
    caller: "public",
    rate: "none",
    handle: Effect.fnUntraced(function* (request, _parameters, requestId) {
      const looks = {
        ...{ storage, hold, workers: working, disabled: disabledWebhooks, networks },
        waiting: waitingWork
      }
      const found = yield* Effect.all(looks, { concurrency: "unbounded" })
      const checks = { storage: found.storage === undefined, workers: found.workers }
      const ready = checks.storage && checks.workers
      const isOperator = access.isReader(request)
      const degraded = degrading(found, waitMillisMax)
      const status = degraded.length > 0 ? "degraded" : "ready"
      const fields = {
        status: ready ? status : "not ready",
        reasons: [...unready(found), ...degraded]
          .filter(({ isForOperators }) => isOperator || !isForOperators)
          .map(({ code, message }) => ({ code, message })),
        checks,
        storage: { fault: found.storage ?? null },
        hold: found.hold && { reason: found.hold.reason, since: new Date(found.hold.since).toISOString() },
        webhooks: { disabled: Option.getOrNull(found.disabled) },
        chains: found.networks && chainsView(found.networks, isOperator)
      }
      return ready
        ? jsonResponse(200, requestId, fields)
        : jsonResponse(503, requestId, fields, { "Retry-After": "1" })
    })
  }

  return [health, readiness]
})

const chainsView = (networks: Readonly<Record<string, ChainHealth>>, isOperator: boolean) =>
  Object.fromEntries(
    Object.entries(networks).map(([name, health]) => [
      name,
      { ...chainView(health), ...(isOperator && operatorsView(health)) }
    ])
  )

const chainView = ({ cursor, faults, head }: ChainHealth) => ({
  status: faults.length === 0 ? "ok" : "degraded",
  head: placeView(head, "delaySeconds"),
  cursor: placeView(cursor, "ageSeconds")
})

const placeView = (place: ChainHealth["head"], age: string) =>
  Option.match(place, {
    onNone: () => null,
    onSome: ({ ageMillis, number }) => ({ block: number, [age]: secondsOf(ageMillis) })
  })

const operatorsView = ({ faults, nodes }: ChainHealth) => ({
  faults,
  nodes: nodes.map(({ answers, host, lastError }) => ({
    host,
    answers: Option.getOrNull(answers),
    lastError: Option.match(lastError, {
      onNone: () => null,
      onSome: ({ ageMillis, reason }) => ({ reason, ageSeconds: secondsOf(ageMillis) })
    })
  }))
})

const secondsOf = (millis: number): number => Math.round(millis / millisPerSecond)
