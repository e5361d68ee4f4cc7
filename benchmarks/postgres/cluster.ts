/** Distributed stores on the Citus cluster of `npm run citus`. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { distributeStore } from "@quittance/adapters-postgres"
import type { PostgresServer } from "@quittance/testing/postgres"
import { Effect } from "effect"

let count = 0

export const citusCluster: Pick<PostgresServer, "newDatabase"> = {
  newDatabase: async () => {
    count += 1
    const args = ["scripts/citus.ts", "database", `benchmark_${count}`]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const url = stdout.trim()
    await Effect.runPromise(distributeStore({ url, mode: "sandbox", shards: 12 }))
    return url
  }
}
