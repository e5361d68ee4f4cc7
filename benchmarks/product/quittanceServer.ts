/** `quittance serve` as a subject: from source, or as built. */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { ServerUnderTest } from "../serverRound.ts"
import { makeSandboxStore, type ServedStore } from "./sandboxStore.ts"

export type QuittanceServer = {
  readonly role: "http" | "all"
  readonly build?: "source" | "dist"
  /** Makes the store that the server finds; default is one without payouts. */
  readonly store?: (directory: string) => Promise<ServedStore>
}

// Under the condition `source` the package is its sources; the build lies beside them.
const sourceEntry = fileURLToPath(new URL("main.ts", import.meta.resolve("quittance")))
const distEntry = fileURLToPath(new URL("../dist/main.js", import.meta.resolve("quittance")))

/** Whether the packages were built, so that the built server can be measured too. */
export const isBuilt = existsSync(distEntry)

export const quittanceServer =
  ({ build = "source", role, store = makeSandboxStore }: QuittanceServer): ServerUnderTest =>
  async ({ directory, port }) => {
    const { apiKey, countPending, countServed, location, masterKey, secret } = await store(directory)
    return {
      entry: build === "dist" ? distEntry : sourceEntry,
      // As `npm start` does.
      nodeArguments: ["--max-semi-space-size=16", ...(build === "dist" ? [] : ["--conditions=source"])],
      arguments: ["serve"],
      startTimeoutMillis: 60_000,
      environment: {
        PORT: String(port),
        QUITTANCE_DB: location,
        QUITTANCE_DATA: directory,
        QUITTANCE_MASTER_KEY: masterKey,
        QUITTANCE_ROLE: role,
        QUITTANCE_RATE_LIMITS: "off"
      },
      readyPath: "/readyz",
      credentials: { apiKey, secret, bind: "none" },
      countStored: () => countServed(role === "http" ? "waiting" : "done"),
      ...(role === "all" ? { countPending } : {})
    }
  }
