import { setTimeout as sleep } from "node:timers/promises"
import { standingOf } from "../laws/standing.ts"
import { count, type Soak } from "../Soak.ts"
import { startAgain } from "./kills.ts"

/** The disk is full for some seconds, then there is room again; now and then the servers are killed while it is. */
export const fillDisk = async (soak: Soak): Promise<void> => {
  const { api, broken, database, dice, disk, servers } = soak
  if (!disk.isOwn) return count(soak, "full disks left out: no right to mount")
  disk.fill()
  await sleep(dice.between(3, 15) * 1_000)
  const probe = await api.raw("GET", "/readyz", {}, undefined)
  count(soak, `readyz on a full disk answered ${probe.status}`)
  if (dice.happens(0.25)) await servers.end("all", "SIGKILL")
  disk.makeRoom()
  // Without room for its log PostgreSQL may end, and waits for an operator then.
  await database?.crash()
  await database?.start()
  if (servers.running.length === 0) await startAgain(soak)
  if ((await standingOf(soak)) === "held")
    broken("the store is on hold after a full disk, and nothing is lost")
}

/** Receivers of webhooks answer nothing, or errors, for a while. */
export const troubleReceivers = async ({ dice, receivers }: Soak): Promise<void> => {
  receivers.mood = dice.oneOf(["refuses", "hangs", "half"]) ?? "refuses"
  await sleep(dice.between(5, 25) * 1_000)
  receivers.mood = "answers"
}
