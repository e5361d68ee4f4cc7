/** Runs every generator on a document, as their users do: `node generate.ts DOCUMENT FOLDER`. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { createClient } from "@hey-api/openapi-ts"
import openapiTypescript, { astToString } from "openapi-typescript"
import { generate } from "orval"

const [document = "", folder = ""] = process.argv.slice(2)

const types = await openapiTypescript(pathToFileURL(document))
await writeFile(join(folder, "openapiTypescript.ts"), astToString(types))

await createClient({
  input: document,
  output: join(folder, "heyApi"),
  logs: { file: false, level: "silent" }
})

await generate({
  input: { target: document },
  output: { target: join(folder, "orval.ts"), client: "fetch", mode: "single" }
})
