import type { NextConfig } from "next"

/** The SQLite driver and what decodes files are loaded from node_modules, not from a bundle. */
const config: NextConfig = {
  serverExternalPackages: [
    "@quittance/adapters-http",
    "@quittance/adapters-sqlite",
    "@quittance/core",
    "better-sqlite3"
  ]
}

export default config
