import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { distributeStore } from "@quittance/adapters-postgres"
import { afterwards } from "@quittance/testing"
import { Effect } from "effect"

/** Runs a command of `npm run citus`; returns what it prints. */
export const onCluster = async (...args: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(process.execPath, ["scripts/citus.ts", ...args])).stdout.trim()

/** An empty database on the cluster, removed afterwards; returns its URL on the coordinator. */
export const newClusterDatabase = (): Promise<string> => {
  const name = `suite_${crypto.randomUUID().replaceAll("-", "")}`
  afterwards(async () => void (await onCluster("drop", name)))
  return onCluster("database", name)
}

/**
 * A database with an empty, distributed store. For all tests of a file it is made before them, because it takes a
 * while.
 */
export const newDistributedDatabase = async (): Promise<string> => {
  const url = await newClusterDatabase()
  await Effect.runPromise(distributeStore({ url, mode: "sandbox", shards: 6 }))
  return url
}
