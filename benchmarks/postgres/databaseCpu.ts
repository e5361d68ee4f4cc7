/** The CPU time of a whole database server on this machine. */
import { readFileSync } from "node:fs"
import { asked } from "@quittance/testing/postgres"
import { readFamilyCpuMillis } from "../load/processUsage.ts"

/** Returns what reads it, in milliseconds: of the server's first process and of all that it started. */
export const databaseCpu = async (url: string): Promise<() => number> => {
  const [found] = await asked(url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")
  const first = Number(
    /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${Number(found?.pid)}/status`, "utf8"))?.[1]
  )
  return () => readFamilyCpuMillis(first)
}
