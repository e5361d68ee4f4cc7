import { createServer } from "node:net"
import { Effect } from "effect"

/** A free port. Payment links need the port before the server listens. */
export const freePort = (host: string): Effect.Effect<number> =>
  Effect.callback((resume) => {
    const probe = createServer()
    // The server itself reports what is wrong with the host.
    probe.once("error", () => resume(Effect.succeed(0)))
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() =>
        resume(Effect.succeed(address !== null && typeof address !== "string" ? address.port : 0))
      )
    })
  })
