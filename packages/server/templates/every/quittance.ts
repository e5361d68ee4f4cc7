import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type FetchHandlerOptions, fetchHandler } from "@quittance/adapters-http"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"

/** Where the store is, and the base of links to payment pages. */
export interface Place extends FetchHandlerOptions {
  readonly folder: string
  readonly publicUrl: string
}

/** Opens the sandbox of this project: its operations, and the Fetch handler that serves API and payment pages. */
export const openQuittance = async ({ folder, publicUrl, ...options }: Place) => {
  const masterKey = masterKeyIn(folder)
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
    masterKey,
    settings: { publicUrl }
  })
  return { quittance, handle: await fetchHandler(quittance.runtime, options) }
}

/** It seals secrets in the store. Made once, where `npx quittance` finds it as well; keep it as safe as the store. */
const masterKeyIn = (folder: string): string => {
  const file = join(folder, "master.key")
  mkdirSync(folder, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}
