import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "../Database.ts"
import { count, type Soak } from "../Soak.ts"
import { killAny, settle, startAgain } from "./kills.ts"
import { settleOlderStore } from "./putBack.ts"

const databaseOf = ({ database }: Soak): Database => {
  if (database === undefined) throw new Error("the store is a file")
  return database
}

/** Connections to the database are ended, some or all, several times. */
export const endBackends = async (soak: Soak): Promise<void> => {
  for (let times = soak.dice.between(1, 5); times > 0; times--) {
    await endSome(soak)
    await sleep(soak.dice.between(0, 1_000))
  }
  await settle(soak)
}

const endSome = async (soak: Soak): Promise<void> => {
  const share = soak.dice.oneOf([0.1, 0.5, 1]) ?? 1
  count(soak, "connections ended", await databaseOf(soak).endBackends(() => soak.dice.happens(share)))
}

/** The database stops at once and is away for some seconds. No server is started again. */
export const crashDatabase = async (soak: Soak): Promise<void> => {
  await crash(soak)
  await settle(soak)
}

const crash = async (soak: Soak): Promise<void> => {
  const database = databaseOf(soak)
  await database.crash()
  await sleep(soak.dice.between(0, 6_000))
  await database.start()
  count(soak, "crashes of the database")
}

/** Everything at once: servers and connections are ended while the database crashes and comes back. */
export const endEverything = async (soak: Soak): Promise<void> => {
  const { dice, servers } = soak
  let isOver = false
  const kills = async (): Promise<void> => {
    while (!isOver) {
      await sleep(dice.between(200, 3_000))
      if (servers.running.length === 0) continue
      await killAny(soak)
      count(soak, "servers killed")
      // One that does not start, because the database is away, is started again, as by a process manager.
      if (dice.happens(0.5)) await startAgain(soak).catch(() => undefined)
    }
  }
  const ends = async (): Promise<void> => {
    while (!isOver) {
      await sleep(dice.between(200, 2_000))
      await endSome(soak).catch(() => undefined)
    }
  }
  const others = [kills(), ends()]
  for (let times = dice.between(1, 3); times > 0; times--) {
    await sleep(dice.between(1_000, 6_000))
    await crash(soak)
  }
  isOver = true
  await Promise.all(others)
  await startAgain(soak)
  await settle(soak)
}

/** Somebody puts an old copy of the server's folder back. */
export const putOldServerBack = async (soak: Soak): Promise<void> => {
  const { clients, servers } = soak
  const database = databaseOf(soak)
  await clients.quiet()
  await servers.end("all", database.hasCopy ? "SIGKILL" : "SIGTERM")
  await database.crash()
  const isOlder = database.hasCopy
  if (isOlder) database.putCopyBack()
  else {
    database.copy()
    copiedAt = Date.now()
    count(soak, "copies of the server")
  }
  await database.start()
  await startAgain(soak)
  if (isOlder) await settleOlderStore(soak, copiedAt, "an old copy of the server was put back")
  else await settle(soak)
}

let copiedAt = 0
