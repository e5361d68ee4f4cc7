import { createServer } from "node:net"
import { Effect, Random } from "effect"

/**
 * Systems give out ports from 32768 on, for outgoing connections and for servers without a port of their own. So a port
 * below cannot be given to somebody else before the server listens.
 */
const lowest = 10_000
const highest = 32_767
const triesMax = 100

/** A free port. Payment links need the port before the server listens. */
export const freePort = Effect.fnUntraced(function* (host: string) {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = yield* Random.nextIntBetween(lowest, highest)
    if (yield* isFree(host, port)) return port
  }
  return lowest
})

/** The server itself reports any other fault of the host. */
const isFree = (host: string, port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resume(Effect.succeed(code !== "EADDRINUSE")))
    probe.listen(port, host, () => probe.close(() => resume(Effect.succeed(true))))
  })
