import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { lastBackup } from "../lastBackup.ts"
import { type Finding, fault, note, ok } from "./Finding.ts"

const hourMillis = 3_600_000
const backupHoursMax = 48

/** In a sandbox a backup is nobody's duty. */
export const backupFinding = (
  { mode, store }: Pick<StoreConfiguration, "mode" | "store">,
  now: number
): Finding => {
  if (store._tag === "postgres")
    return note("backups", "those of PostgreSQL are made by its own tools, and are not seen from here.")
  const missing = mode === "live" ? fault : note
  const advice = "quittance backup FILE makes one, while servers run; let it run every night."
  const last = lastBackup(store.filename)
  if (last === "none") return missing("backups", `none was made of this store: ${advice}`)
  const hours = last === "unknown" ? Number.NaN : Math.floor((now - Date.parse(last.at)) / hourMillis)
  // A time that is yet to come was another clock's.
  if (last === "unknown" || !(hours >= -1))
    return missing("backups", `nobody knows when the last one was made: ${advice}`)
  const made = `the last one was made ${hours < 1 ? "within the hour" : `${hours} h ago`} (${last.file})`
  return hours <= backupHoursMax ? ok("backups", `${made}.`) : missing("backups", `${made}: ${advice}`)
}
