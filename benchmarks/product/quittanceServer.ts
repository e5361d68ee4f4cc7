/** `quittance serve` as a subject: from source, or as built. */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { ServerUnderTest } from "../serverRound.ts"
import { countPayouts, makeSandboxStore, type SandboxStore } from "./sandboxStore.ts"

export type QuittanceServer = {
  readonly role: "http" | "all"
  readonly build?: "source" | "dist"
  /** Makes the store that the server finds; default is one without payouts. */
  readonly store?: (directory: string) => Promise<SandboxStore>
}

const entryOf = (folder: string): string =>
  fileURLToPath(new URL(`../../packages/server/${folder}`, import.meta.url))
const distEntry = entryOf("dist/main.js")

/** Whether the packages were built, so that the built server can be measured too. */
export const isBuilt = existsSync(distEntry)

export const quittanceServer =
  ({ build = "source", role, store = makeSandboxStore }: QuittanceServer): ServerUnderTest =>
  async ({ directory, port }) => {
    const { apiKey, filename, masterKey, secret } = await store(directory)
    return {
      entry: build === "dist" ? distEntry : entryOf("src/main.ts"),
      nodeArguments: build === "dist" ? [] : ["--conditions=source"],
      arguments: ["serve"],
      environment: {
        PORT: String(port),
        QUITTANCE_DB: filename,
        QUITTANCE_MASTER_KEY: masterKey,
        QUITTANCE_ROLE: role,
        QUITTANCE_RATE_LIMITS: "off"
      },
      readyPath: "/readyz",
      credentials: { apiKey, secret, bind: "none" },
      countStored: () => countPayouts(filename, role === "http" ? "waiting" : "done")
    }
  }
