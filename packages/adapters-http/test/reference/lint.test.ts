import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const installed = (path: string): string => fileURLToPath(new URL(path, import.meta.resolve("vitest")))

/** Both end with 0 where they find nothing. */
const linters = [
  {
    name: "redocly",
    program: installed("../../@redocly/cli/bin/cli.js"),
    arguments: ["lint", `--config=${at("lint/redocly.yaml")}`, "--format=stylish"],
    modes: ["sandbox", "live"]
  },
  {
    name: "spectral",
    program: installed("../../@stoplight/spectral-cli/dist/index.js"),
    arguments: ["lint", `--ruleset=${at("lint/spectral.yaml")}`, "--fail-severity=hint", "--quiet"],
    // It takes three seconds of a processor for one.
    modes: ["sandbox"]
  }
] as const

/** The description that a server of a mode gives, in a file of a folder. */
const writtenIn = async (folder: string, mode: "sandbox" | "live"): Promise<string> => {
  await using api = await startTestApi(mode === "live" ? { mode, keyScopes: ["crypto:read"] } : {})
  const file = join(folder, `${mode}.json`)
  await writeFile(file, JSON.stringify(await api.document()))
  return file
}

describe("the description of the API", () => {
  for (const { arguments: given, modes, name, program } of linters)
    it(`is clean for ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "openapi-"))
      try {
        const files = await Promise.all(modes.map((mode) => writtenIn(folder, mode)))
        const run = promisify(execFile)(process.execPath, [program, ...given, ...files], {
          cwd: folder,
          env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
        })
        const found = await run.then(
          () => "",
          ({ stderr, stdout }) => `${stdout}${stderr}`
        )
        assert.strictEqual(found, "", `${name} found faults in the description`)
      } finally {
        await rm(folder, { recursive: true })
      }
    }, 120_000)
})
