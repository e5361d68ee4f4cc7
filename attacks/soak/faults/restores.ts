import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { count, type Soak } from "../Soak.ts"
import { startAgain } from "./kills.ts"
import { settleOlderStore } from "./putBack.ts"

const backupsMax = 3
/** What is older would take clients longer to ask for again than a soak has. */
const copyMillisMax = 10 * 60_000

/** `quittance backup`, while the servers serve. */
export const takeBackup = async (soak: Soak): Promise<void> => {
  const file = join(soak.home, `backup-${Date.now()}.db`)
  const begunAt = Date.now()
  const { complaint, output, status } = await soak.servers.command("backup", file)
  if (status !== 0) return soak.broken(`quittance backup ended with ${status}: ${complaint}${output}`)
  soak.backups.push({ file, begunAt })
  count(soak, "backups")
  for (const { file: old } of soak.backups.splice(0, soak.backups.length - backupsMax))
    rmSync(old, { force: true })
}

/** An operator restores a backup made some minutes ago. */
export const restore = async (soak: Soak): Promise<void> => {
  const backup = soak.dice.oneOf(soak.backups)
  if (backup === undefined) return
  await soak.clients.quiet()
  await soak.servers.end("all", soak.dice.happens(0.5) ? "SIGKILL" : "SIGTERM")
  const { complaint, output, status } = await soak.servers.command("restore", backup.file, "--json")
  if (status !== 0) soak.broken(`quittance restore ended with ${status}: ${complaint}${output}`)
  // The store that was there is kept beside it, and would fill the disk in the end.
  const { kept } = JSON.parse(output)
  if (typeof kept === "string")
    for (const end of ["", "-wal", "-shm"]) rmSync(`${kept}${end}`, { force: true })
  await startAgain(soak)
  await settleOlderStore(soak, backup.begunAt, "a backup was restored")
}

/** Somebody puts an old copy of the closed file back by hand. */
export const putOldCopyBack = async (soak: Soak): Promise<void> => {
  const { clients, home, servers } = soak
  const copy = join(home, "old-copy.db")
  if (!existsSync(copy) || Date.now() - copiedAt > copyMillisMax) {
    await clients.quiet()
    await servers.end("all", "SIGTERM")
    copyFileSync(servers.database, `${copy}.part`)
    renameSync(`${copy}.part`, copy)
    copiedAt = Date.now()
    await startAgain(soak)
    clients.isPaused = false
    count(soak, "copies by hand")
    return
  }
  await clients.quiet()
  await servers.end("all", "SIGKILL")
  for (const end of ["-wal", "-shm"]) rmSync(`${servers.database}${end}`, { force: true })
  copyFileSync(copy, servers.database)
  rmSync(copy)
  await startAgain(soak)
  await settleOlderStore(soak, copiedAt, "an old copy of the file was put back")
}

let copiedAt = 0
