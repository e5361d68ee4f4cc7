import { setTimeout as sleep } from "node:timers/promises"
import { standingOf } from "../laws/standing.ts"
import type { Soak } from "../Soak.ts"

const serverCount = ({ dice }: Soak): number => (dice.happens(0.5) ? 2 : 1)

/** Whatever was acknowledged is there, so the store may not be on hold. */
const settle = async (soak: Soak): Promise<void> => {
  if ((await standingOf(soak)) === "held")
    soak.broken("the store is on hold, and nothing but its processes was ended")
}

export const startAgain = async (soak: Soak): Promise<void> => {
  await soak.servers.start(serverCount(soak))
}

export const killOne = async (soak: Soak): Promise<void> => {
  await soak.servers.end("one", "SIGKILL")
  await sleep(soak.dice.between(0, 2_000))
  await startAgain(soak)
  await settle(soak)
}

export const killAll = async (soak: Soak): Promise<void> => {
  await soak.servers.end("all", "SIGKILL")
  await startAgain(soak)
  await settle(soak)
}

export const restart = async (soak: Soak): Promise<void> => {
  await soak.servers.end("all", "SIGTERM")
  await startAgain(soak)
  await settle(soak)
}
