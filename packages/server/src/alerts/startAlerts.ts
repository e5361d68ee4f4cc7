import { join } from "node:path"
import { makeReadinessLook } from "@quittance/adapters-http"
import { Effect } from "effect"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import type { Occurrence } from "./AlertBook.ts"
import { makeAlertChannels } from "./AlertChannels.ts"
import { makeAlerts } from "./Alerts.ts"

export type LookServices = Effect.Services<ReturnType<typeof makeReadinessLook>>

/**
 * What tells operators, in the current scope; undefined if they named no way. Alerts are heard from now on, and told
 * once the services are there. Of several processes each tells the alerts that it raised, and the first what
 * `/readyz` says.
 */
export const startAlerts = Effect.fnUntraced(function* (
  { alerts, dataFolder, mode, role }: ServeConfiguration,
  process: string | undefined
) {
  if (alerts === undefined) return undefined
  const isFirst = process === undefined || process === "server 1"
  const name = isFirst ? "alerts.json" : `alerts.${process.replaceAll(" ", "-")}.json`
  const channels = yield* makeAlertChannels(alerts, mode)
  const { listener, run } = yield* makeAlerts({ file: join(dataFolder, name), channels })
  const tell = Effect.gen(function* () {
    const look = yield* makeReadinessLook(role === "http" ? "elsewhere" : "here")
    const reasons = Effect.map(look, ({ degraded, unready }) =>
      isFirst ? together([...unready, ...degraded]) : []
    )
    yield* Effect.forkScoped(run(reasons))
  })
  return { listener, tell }
})

/** Reasons with the same code, of several networks perhaps, are one. */
const together = (reasons: ReadonlyArray<Pick<Occurrence, "code" | "message">>): ReadonlyArray<Occurrence> =>
  [...Map.groupBy(reasons, ({ code }) => code)].map(([code, each]) => ({
    source: "readyz",
    code,
    message: each.map(({ message }) => message).join("; ")
  }))
