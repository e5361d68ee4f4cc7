import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "@quittance/testing"
import { readConfigurationFile } from "../src/configuration/ConfigurationFile.ts"

/** What a server reads from a configuration file with this content. */
export const readConfiguration = (content: unknown) => {
  const path = join(temporaryFolder(), "quittance.config.json")
  writeFileSync(path, JSON.stringify(content))
  return readConfigurationFile(path, undefined)
}
