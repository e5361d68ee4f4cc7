import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeSync
} from "node:fs"
import { missingOf } from "../laws/presence.ts"
import { release, standingOf } from "../laws/standing.ts"
import { count, type Soak } from "../Soak.ts"
import { startAgain } from "./kills.ts"
import { lose } from "./putBack.ts"
import { replay } from "./replay.ts"
import { restore, takeBackup } from "./restores.ts"

/** What may be gone without a word: the anchor is at most a second behind, and so is a disk that lies. */
const lastMomentMillis = 2_500
/** No write-ahead log reaches further back. */
const logMillisMax = 10 * 60_000

const headerBytes = 32
const frameHeaderBytes = 24

/**
 * How much of a write-ahead log counts: frames that bear the salts of its header. What is behind them is of earlier
 * rounds.
 */
const liveBytes = (log: string): number => {
  const bytes = existsSync(log) ? readFileSync(log) : Buffer.alloc(0)
  if (bytes.length < headerBytes) return 0
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8)
  const salts = bytes.subarray(16, 24)
  let end = headerBytes
  while (end + frameBytes <= bytes.length && bytes.subarray(end + 8, end + 16).equals(salts))
    end += frameBytes
  return end
}

const tear = (log: string, soak: Soak): string | undefined => {
  const size = liveBytes(log)
  if (size === 0) return undefined
  const at = soak.dice.between(0, size - 1)
  switch (soak.dice.weighed({ cut: 1, flipped: 1, deleted: 1 })) {
    case "cut":
      truncateSync(log, at)
      return `cut at ${at} of ${size} bytes`
    case "flipped": {
      const file = openSync(log, "r+")
      const byte = Buffer.alloc(1)
      readSync(file, byte, 0, 1, at)
      writeSync(file, Buffer.of((byte[0] ?? 0) ^ 0x40), 0, 1, at)
      closeSync(file)
      return `flipped at ${at} of ${size} bytes`
    }
    case "deleted":
      rmSync(log)
      return `deleted, ${size} bytes`
  }
}

/** A log that is lost while part of it was moved into the file leaves a file on which no server starts. */
const startsOnIt = (soak: Soak): Promise<boolean> =>
  startAgain(soak).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes("is damaged")) return false
      throw error
    }
  )

/**
 * The servers are killed, and the write-ahead log is cut, flipped or deleted: no more than the last moment is lost
 * silently, and where the file is damaged the store says so and a backup is restored.
 */
export const tearLog = async (soak: Soak): Promise<void> => {
  const { book, broken, clients, servers } = soak
  if (soak.backups.length === 0) await takeBackup(soak)
  const killedAt = Date.now()
  await servers.end("all", "SIGKILL")
  await clients.quiet()
  const torn = tear(`${servers.database}-wal`, soak)
  if (!(await startsOnIt(soak))) {
    soak.say(`the log was ${torn}: the file is damaged, and no server starts`)
    count(soak, "logs whose loss damaged the file")
    return restore(soak)
  }
  const standing = await standingOf(soak)
  const missing = await missingOf(soak, book.since(killedAt - logMillisMax))
  if (torn !== undefined)
    soak.say(`the log was ${torn}: ${missing.length} acknowledged writes gone, the store is ${standing}`)
  if (standing === "served") {
    const unexplained = missing.filter(({ acknowledgedAt }) => acknowledgedAt < killedAt - lastMomentMillis)
    if (unexplained.length > 0) {
      broken(
        `the log was ${torn}: ${missing.length} acknowledged writes are gone, ${unexplained.length} of them older than the last moment, and the store serves`
      )
    }
    count(soak, "acknowledged writes of the last moment lost", missing.length)
    for (const each of missing) book.lose(each)
    return
  }
  if (torn === undefined) broken("the store is on hold, and nothing but its processes was ended")
  lose(soak, missing)
  await release(soak, missing)
  await replay(soak)
}
