import { execFileSync } from "node:child_process"
import { distributeStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"

/** A database with an empty, distributed store on the cluster of `npm run citus`; returns its URL. */
export const newDistributedDatabase = async (): Promise<string> => {
  const name = `suite_${crypto.randomUUID().replaceAll("-", "")}`
  const args = ["scripts/citus.ts", "database", name]
  const url = execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  await Effect.runPromise(distributeStore({ url: url.trim(), mode: "sandbox", shards: 6 }))
  return url.trim()
}
