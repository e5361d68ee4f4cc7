import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { freePort } from "../start/freePort.ts"
import type { Writer } from "../start/services.ts"
import type { Assignment, Part } from "./Assignment.ts"
import { makeParts } from "./Parts.ts"

/**
 * Starts several processes that share the port, in the current scope. On a SQLite file they are fronts, beside a
 * writer, which owns the store, and a process of background work, unless that runs elsewhere. On PostgreSQL each is a
 * separate server. A process that ends is started again. If one cannot start at first, all are stopped.
 */
export const supervise = Effect.fnUntraced(function* (configuration: ServeConfiguration, fronts: number) {
  const { host, role, store } = configuration
  const writer = store._tag === "sqlite" ? yield* newWriter(configuration, store.filename) : undefined
  const port = configuration.port === 0 ? yield* freePort(host) : configuration.port
  const part: Part = writer === undefined ? { kind: "server" } : { kind: "front", writer }
  const assigned = (number: number): Assignment => ({ ...part, port, fronts, name: `${part.kind} ${number}` })
  const first = assigned(1)
  const others: Array<Assignment> = []
  for (let number = 2; number <= fronts; number++) others.push(assigned(number))
  if (writer !== undefined && role === "all")
    others.push({ kind: "background", writer, port, fronts, name: "background" })
  const parts = yield* makeParts
  // Each needs what the previous one creates: the store, then the master key and the sandbox's partner.
  if (writer !== undefined) yield* parts.keep({ kind: "writer", writer, port, fronts, name: "writer" })
  yield* parts.keep(first)
  yield* Effect.forEach(others, parts.keep, { concurrency: "unbounded", discard: true })
  parts.tell(first.name, { _tag: "printStart" })
})

/** The writer of a file, with a socket that other users cannot reach. */
const newWriter = Effect.fnUntraced(function* ({ role }: ServeConfiguration, filename: string) {
  if (role === "worker")
    return yield* new ConfigurationRefused({
      message:
        'QUITTANCE_ROLE is "worker": a worker has no port that the processes of --processes could share.'
    })
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "quittance-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const writer: Writer = { filename, socket: join(folder, "writer") }
  return writer
})
