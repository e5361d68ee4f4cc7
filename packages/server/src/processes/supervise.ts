import { Effect } from "effect"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { freePort } from "../start/freePort.ts"
import type { Assignment } from "./Assignment.ts"
import { makeParts } from "./Parts.ts"

/**
 * Starts several equal servers that share the port and the database, in the current scope. One that ends is started
 * again. If one cannot start at first, all are stopped.
 */
export const supervise = Effect.fnUntraced(function* (
  { host, port: wanted }: ServeConfiguration,
  processes: number
) {
  const port = wanted === 0 ? yield* freePort(host) : wanted
  const assigned = (number: number): Assignment => ({ name: `server ${number}`, port, processes })
  const first = assigned(1)
  const others: Array<Assignment> = []
  for (let number = 2; number <= processes; number++) others.push(assigned(number))
  const parts = yield* makeParts
  // The first creates the tables, the master key and the sandbox's partner, which the others need.
  yield* parts.keep(first)
  yield* Effect.forEach(others, parts.keep, { concurrency: "unbounded", discard: true })
  parts.tell(first.name, { _tag: "printStart" })
})
