import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { distributeStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"

/** Runs a command of `npm run citus`; returns what it prints. */
export const onCluster = async (...args: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(process.execPath, ["scripts/citus.ts", ...args])).stdout.trim()

/** An empty database on the cluster; returns its URL on the coordinator. */
export const newClusterDatabase = (): Promise<string> =>
  onCluster("database", `suite_${crypto.randomUUID().replaceAll("-", "")}`)

/** A database with an empty, distributed store; returns its URL. */
export const newDistributedDatabase = async (): Promise<string> => {
  const url = await newClusterDatabase()
  await Effect.runPromise(distributeStore({ url, mode: "sandbox", shards: 6 }))
  return url
}
