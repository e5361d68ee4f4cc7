import { makeReadinessLook } from "@quittance/adapters-http"
import { Settings } from "@quittance/core"
import {
  type StateReader,
  type SubscriberQueue,
  subscriberStandings,
  type WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { backupFinding } from "../command/doctor/backupFinding.ts"
import { packageFacts } from "../command/doctor/machineFindings.ts"
import { subscriberFindings } from "../command/doctor/subscriberFindings.ts"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { type StorePlace, storeName } from "../configuration/StorePlace.ts"

/** What the console needs to know of this server. */
export type DeploymentConfiguration = Pick<
  ServeConfiguration,
  "chains" | "docs" | "file" | "mode" | "role" | "smtp" | "store"
>

/** The adapter of the store is loaded already. */
const schemaVersionOf = async ({ _tag }: StorePlace): Promise<number> => {
  const adapter =
    _tag === "sqlite"
      ? await import("@quittance/adapters-sqlite")
      : await import("@quittance/adapters-postgres")
  return adapter.schemaVersion
}

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" } as const

/** What the server tells its console of itself: by the same looks as `/readyz` and `quittance doctor`. */
export const consoleDeployment = Effect.fnUntraced(function* (configuration: DeploymentConfiguration) {
  const { chains, docs, file, mode, role, smtp, store } = configuration
  const look = yield* makeReadinessLook(role === "http" ? "elsewhere" : "here")
  const { networks } = yield* Settings
  const ports = yield* Effect.context<StateReader | SubscriberQueue | WorkQueue>()
  const faultsIn = (findings: ReadonlyArray<{ readonly status: string; readonly message: string }>) =>
    findings.flatMap(({ message, status }) => (status === "fault" ? [message] : []))
  const ownNames = chains.map(({ network }) => network.name)
  return {
    reasons: Effect.map(look, ({ degraded, unready }) => [...unready, ...degraded]),
    backupFaults: Effect.map(Clock.currentTimeMillis, (now) =>
      faultsIn([backupFinding({ mode, store }, now)]).map((message) => `backups: ${message}`)
    ),
    subscriberFaults: Effect.all({
      now: Clock.currentTimeMillis,
      standings: Effect.provideContext(subscriberStandings, ports)
    }).pipe(
      Effect.map(({ now, standings }) => faultsIn(subscriberFindings(standings, now))),
      // A store that does not answer is a reason of its own.
      Effect.catchTag("StoreUnavailable", () => Effect.succeed([]))
    ),
    hasDocs: docs === "on",
    explorers: file.explorers,
    versions: [
      ["Quittance", packageFacts().version],
      ["Node.js", process.versions.node],
      ["Mode", mode],
      ["Store", `${engines[store._tag]}: ${storeName(store)}`],
      ["Schema version", String(yield* Effect.promise(() => schemaVersionOf(store)))],
      ["Networks of its own", ownNames.length === 0 ? "none" : ownNames.join(", ")],
      ["Networks in all", networks.map(({ name }) => name).join(", ")],
      ["Mail", smtp === undefined ? (mode === "sandbox" ? "kept by the sandbox" : "none") : "SMTP"]
    ] as const
  }
})
