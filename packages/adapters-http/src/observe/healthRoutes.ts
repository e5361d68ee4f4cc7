import { type ChainHealth, millisPerSecond } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Access } from "../access/Access.ts"
import { jsonResponse } from "../message/ApiMessage.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import type { DisabledWebhooks } from "./disabledWebhooks.ts"
import type { Readiness } from "./readinessLook.ts"

/**
 * `GET /healthz` answers while the process runs. `GET /readyz` answers 200 when requests can be served: the
 * storage answers and accepts writes, and the workers run in this process unless they run `elsewhere`. Its
 * status is `degraded`, still with 200, while payouts, deposits or deliveries wait for longer than the
 * setting says, and while the store is on hold: they are late wherever they are asked for, so this is no
 * reason to route requests elsewhere. Disabled webhooks are reported separately, because they concern their
 * partners. Only who may read the metrics sees nodes, wallets and limits.
 */
export const makeHealthRoutes = (
  look: Effect.Effect<Readiness>,
  disabledWebhooks: DisabledWebhooks,
  access: Access
): ReadonlyArray<SideRoute> => {
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
      const both = { readiness: look, disabled: disabledWebhooks }
      const { disabled, readiness } = yield* Effect.all(both, { concurrency: "unbounded" })
      const { degraded, found, unready } = readiness
      const checks = { storage: found.storage === undefined, workers: found.workers }
      const ready = unready.length === 0
      const isOperator = access.isReader(request)
      const status = degraded.length > 0 ? "degraded" : "ready"
      const fields = {
        status: ready ? status : "not ready",
        reasons: [...unready, ...degraded]
          .filter(({ isForOperators }) => isOperator || !isForOperators)
          .map(({ code, message }) => ({ code, message })),
        checks,
        storage: { fault: found.storage ?? null },
        hold: found.hold && { reason: found.hold.reason, since: new Date(found.hold.since).toISOString() },
        webhooks: { disabled: Option.getOrNull(disabled) },
        chains: found.networks && chainsView(found.networks, isOperator)
      }
      return ready
        ? jsonResponse(200, requestId, fields)
        : jsonResponse(503, requestId, fields, { "Retry-After": "1" })
    })
  }

  return [health, readiness]
}

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
