/** The servers that the product is compared with, ready to be measured. */
import { fileURLToPath } from "node:url"
import { checkBalanceLimit, checkPayoutContract } from "./load/payoutContract.ts"
import { startServer } from "./load/spawn.ts"
import { peerConnections } from "./peers/payoutFunction.ts"
import type { Synchronous } from "./peers/payoutTables.ts"
import type { SharedStore } from "./postgres/sharedStore.ts"
import { makeSandboxStore } from "./product/sandboxStore.ts"
import type { ServerUnderTest } from "./serverRound.ts"

const entryOf = (name: string): string => fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))

/** Starts on a store that the product made, so that it writes into the same tables, with the same partner and key. */
export const fastifyPeer =
  (synchronous: Synchronous, usdt?: number): ServerUnderTest =>
  async ({ directory, port }) => {
    const { apiKey, countServed, filename, keyId, partnerId, secret } = await makeSandboxStore(
      directory,
      usdt
    )
    return {
      entry: entryOf("fastifyServer"),
      environment: {
        PORT: String(port),
        DB_FILE: filename,
        SYNCHRONOUS: synchronous,
        PARTNER_ID: partnerId,
        KEY_ID: keyId,
        API_KEY: apiKey,
        API_SECRET: secret,
        BIND: "none"
      },
      credentials: { apiKey, secret, bind: "none" },
      countStored: () => countServed("waiting")
    }
  }

/** The same peer on PostgreSQL. */
export const fastifyOnPostgres =
  (store: () => Promise<SharedStore>): ServerUnderTest =>
  async ({ port }) => {
    const { apiKey, countServed, keyId, location, partnerId, secret } = await store()
    return {
      entry: entryOf("fastifyServer"),
      environment: {
        PORT: String(port),
        DATABASE_URL: location,
        CONNECTIONS: String(peerConnections),
        PARTNER_ID: partnerId,
        KEY_ID: keyId,
        API_KEY: apiKey,
        API_SECRET: secret,
        BIND: "none"
      },
      credentials: { apiKey, secret, bind: "none" },
      countStored: () => countServed("waiting")
    }
  }

/** No work at all: what HTTP costs and how fast the generator can ask. */
export const emptyServer: ServerUnderTest = ({ port }) => ({
  entry: entryOf("emptyServer"),
  environment: { PORT: String(port) },
  credentials: { apiKey: "none", secret: "none", bind: "none" }
})

/** Proves a server's contract, with little money, so that the balance limit is in reach. */
export const proveContract = async (server: ServerUnderTest): Promise<void> => {
  await using running = await startServer(server)
  const target = { ...running.prepared.credentials, port: running.port }
  await checkPayoutContract(target)
  await checkBalanceLimit(target)
}
