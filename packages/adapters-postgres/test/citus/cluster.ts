import { execFileSync } from "node:child_process"
import { distributeStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"

/** An empty database on the cluster of `npm run citus`; returns its URL on the coordinator. */
export const newClusterDatabase = (): string => {
  const name = `suite_${crypto.randomUUID().replaceAll("-", "")}`
  const args = ["scripts/citus.ts", "database", name]
  return execFileSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  }).trim()
}

/** A database with an empty, distributed store; returns its URL. */
export const newDistributedDatabase = async (): Promise<string> => {
  const url = newClusterDatabase()
  await Effect.runPromise(distributeStore({ url, mode: "sandbox", shards: 6 }))
  return url
}
