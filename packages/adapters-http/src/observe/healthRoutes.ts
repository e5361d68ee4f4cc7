import { Worker, WorkQueue } from "@quittance/core"
import { Effect, Option } from "effect"
import { jsonResponse } from "../message/ApiResponse.ts"
import type { Route } from "../routing/Route.ts"
import type { DisabledWebhooks } from "./disabledWebhooks.ts"

/** How long the storage may take to answer before the process counts as not ready. */
const storageMillisMax = 2_000

/**
 * `GET /healthz` answers while the process runs. `GET /readyz` answers 200 when requests can be served: the storage
 * answers, and the workers run in this process unless they run `elsewhere`. Webhooks that were disabled are told beside it:
 * they are their partners' matter and no reason to send requests elsewhere.
 */
export const makeHealthRoutes = Effect.fnUntraced(function* (
  workers: "here" | "elsewhere",
  disabledWebhooks: DisabledWebhooks
) {
  const queue = yield* WorkQueue
  const worker = yield* Effect.serviceOption(Worker)

  const storage = queue
    .nextDueAt("payout.dispatch")
    .pipe(Effect.timeout(storageMillisMax), Effect.match({ onSuccess: () => true, onFailure: () => false }))
  const working =
    workers === "elsewhere" || Option.isNone(worker)
      ? Effect.succeed(workers === "elsewhere")
      : worker.value.running

  const health: Route = {
    method: "GET",
    path: "/healthz",
    handle: (_request, _parameters, requestId) =>
      Effect.succeed(jsonResponse(200, requestId, { status: "ok" }))
  }

  const readiness: Route = {
    method: "GET",
    path: "/readyz",
    handle: Effect.fnUntraced(function* (_request, _parameters, requestId) {
      const looks = { storage, workers: working, disabled: disabledWebhooks }
      const { disabled, ...checks } = yield* Effect.all(looks, { concurrency: "unbounded" })
      const ready = checks.storage && checks.workers
      const webhooks = { disabled: Option.getOrNull(disabled) }
      const fields = { status: ready ? "ready" : "not ready", checks, webhooks }
      return ready
        ? jsonResponse(200, requestId, fields)
        : jsonResponse(503, requestId, fields, { "Retry-After": "1" })
    })
  }

  return [health, readiness]
})
