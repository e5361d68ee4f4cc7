/** Writes what `@quittance/client` has of the operations, from their rows: `npm run client`. */
import { readdirSync, rmSync, writeFileSync } from "node:fs"
import { startTestApi } from "../test/TestApi.ts"
import { clientSources } from "./client/clientSources.ts"

export const clientFolder = new URL("../../client/src/operations/", import.meta.url)

/** Every file of the folder: its name and its text. */
export const readClientSources = async () => {
  await using api = await startTestApi()
  return clientSources(await api.operations())
}

if (import.meta.main) {
  const sources = await readClientSources()
  for (const name of readdirSync(clientFolder)) rmSync(new URL(name, clientFolder))
  for (const { name, text } of sources) writeFileSync(new URL(name, clientFolder), text)
}
