import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * A free port of this machine, below those that the system hands out by itself, so that nobody else gets it before the
 * server listens.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_768)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
