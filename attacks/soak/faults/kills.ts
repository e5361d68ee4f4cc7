import { setTimeout as sleep } from "node:timers/promises"
import { standingOf } from "../laws/standing.ts"
import type { Soak } from "../Soak.ts"

/** Ends one of the servers as a crash does. */
export const killAny = ({ dice, servers }: Soak): Promise<void> =>
  servers.end(dice.between(0, servers.running.length - 1), "SIGKILL")

/** Whatever was acknowledged is there, so the store may not be on hold. */
export const settle = async (soak: Soak): Promise<void> => {
  if ((await standingOf(soak)) === "held")
    soak.broken("the store is on hold, and nothing but processes was ended")
}

export const startAgain = async (soak: Soak): Promise<void> => {
  const { dice, serverCount, servers } = soak
  await servers.start(serverCount ?? (dice.happens(0.5) ? 2 : 1))
}

export const killOne = async (soak: Soak): Promise<void> => {
  await killAny(soak)
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
