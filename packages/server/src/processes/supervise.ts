import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { freePort } from "../start/freePort.ts"
import { StartRefused } from "../start/StartRefused.ts"
import type { Assignment } from "./Assignment.ts"
import { makeParts } from "./Parts.ts"

/**
 * Starts several processes, in the current scope: a writer, which owns the store; a process of background work,
 * unless that runs elsewhere; and fronts, which share the port. One that ends is started again. If one
 * cannot start at first, all are stopped.
 */
export const supervise = Effect.fnUntraced(function* (configuration: ServeConfiguration, fronts: number) {
  const { host, role } = configuration
  if (role === "worker")
    return yield* new StartRefused({
      message: 'QUITTANCE_ROLE is "worker", which has no port for the processes of --processes to share.'
    })
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "quittance-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const common = {
    writer: join(folder, "writer"),
    port: configuration.port === 0 ? yield* freePort(host) : configuration.port,
    fronts
  }
  const parts = yield* makeParts
  const first: Assignment = { ...common, name: "front 1", kind: "front" }
  const others: Array<Assignment> = []
  for (let number = 2; number <= fronts; number++) others.push({ ...first, name: `front ${number}` })
  if (role === "all") others.push({ ...common, name: "background", kind: "background" })
  // Each needs what the one before makes: the file, then the master key and the sandbox's partner.
  yield* parts.keep({ ...common, name: "writer", kind: "writer" })
  yield* parts.keep(first)
  yield* Effect.forEach(others, parts.keep, { concurrency: "unbounded", discard: true })
  parts.tell(first.name, { _tag: "announce" })
})
