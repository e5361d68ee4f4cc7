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

/** Their words where they find anything: without it both end with 0. */
const linters = [
  {
    name: "redocly",
    program: installed("../../@redocly/cli/bin/cli.js"),
    arguments: ["lint", `--config=${at("lint/redocly.yaml")}`, "--format=stylish"]
  },
  {
    name: "spectral",
    program: installed("../../@stoplight/spectral-cli/dist/index.js"),
    arguments: ["lint", `--ruleset=${at("lint/spectral.yaml")}`, "--fail-severity=hint", "--quiet"]
  }
]

describe("the description of the API, of a sandbox and of a live server", () => {
  for (const linter of linters)
    it(`is clean for ${linter.name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "openapi-"))
      try {
        const files: Array<string> = []
        for (const mode of ["sandbox", "live"] as const) {
          await using api = await startTestApi(mode === "live" ? { mode, keyScopes: ["crypto:read"] } : {})
          const file = join(folder, `${mode}.json`)
          await writeFile(file, JSON.stringify(await api.document()))
          files.push(file)
        }
        const run = promisify(execFile)(process.execPath, [linter.program, ...linter.arguments, ...files], {
          cwd: folder,
          env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
        })
        const found = await run.then(
          () => "",
          ({ stderr, stdout }) => `${stdout}${stderr}`
        )
        assert.strictEqual(found, "", `${linter.name} found faults in the description`)
      } finally {
        await rm(folder, { recursive: true })
      }
    }, 60_000)
})
