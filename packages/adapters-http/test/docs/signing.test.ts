import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { guideFile } from "../../src/docs/guideFiles.ts"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi } from "../TestApi.ts"

/** How a language runs a program, and where its program says what it signs. */
const languages = {
  sh: { file: "sign.sh", command: ["sh"], line: /^to_sign="(.*)"$/m },
  js: { file: "sign.mjs", command: [process.execPath], line: /^ *const toSign = (.*)$/m },
  python: { file: "sign.py", command: ["python3"], line: /^ *to_sign = (.*)$/m },
  go: { file: "sign.go", command: ["go", "run"], line: /^\t*toSign := (.*)$/m },
  php: { file: "sign.php", command: ["php"], line: /^ *\$toSign = (.*);$/m }
} as const

type Language = keyof typeof languages

const names = Object.keys(languages) as ReadonlyArray<Language>

/** The one program in a language of the guide. */
const programIn = (language: Language): string => {
  const programs = [
    ...guideFile("signing").matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))
  ]
  assert.lengthOf(programs, 1, language)
  return programs[0]?.[1] ?? ""
}

const isHere = (command: string) =>
  promisify(execFile)("sh", ["-c", `command -v ${command}`]).then(
    () => true,
    () => false
  )

describe("the guide to signing", () => {
  it.each(names)(
    "signs method, path, timestamp, hash and bind in %s, with nothing between them",
    (language) => {
      const [, expression = ""] = languages[language].line.exec(programIn(language)) ?? []
      assert.strictEqual(
        expression
          .replace(/[$ ]/g, "")
          .replace(/[.+]/g, " ")
          .replace(/^methodpathtimestamphashbind$/, "method path timestamp hash bind"),
        "method path timestamp hash bind"
      )
    }
  )

  it.each(names)(
    "has a program in %s that sends a payout, if the language is here",
    async (language) => {
      const { command, file } = languages[language]
      const [first, ...options] = command
      if (!(await isHere(first))) return
      await using api = await startTestApi({ time: "running" })
      // The programs take the time of this machine.
      api.wall.now = Date.now()
      await using server = await listenFor(api)
      const folder = await mkdtemp(join(tmpdir(), "signing-"))
      try {
        await writeFile(join(folder, file), programIn(language))
        for (const bind of ["none", "idempotency"] as const) {
          const key = await api.createKey({ bind })
          await api.credit(key.partnerId, 100)
          // Which mode a key has is read from its name, and here only sandbox keys exist.
          const program =
            bind === "none" ? programIn(language) : programIn(language).replaceAll("pk_live_", "pk_test_")
          await writeFile(join(folder, file), program.replaceAll("payout-1042", `payout-${bind}`))
          const { stdout } = await promisify(execFile)(first, [...options, file], {
            cwd: folder,
            env: {
              ...process.env,
              QUITTANCE_URL: server.url,
              PUBLIC_KEY: key.publicKey,
              SECRET_KEY: key.secret
            }
          })
          assert.deepInclude(JSON.parse(stdout), { success: true }, stdout)
        }
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    60_000
  )
})
