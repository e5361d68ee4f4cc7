/**
 * The programs of the README and of the guides compile as they stand, and the one that embeds runs as it is told, twice
 * on one store.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { temporaryFolder } from "@quittance/testing"
import { assert, it } from "vitest"

const root = resolve(import.meta.dirname, "..")
const readme = readFileSync(join(root, "README.md"), "utf8")
const guides = ["docs/guides", "packages/adapters-http/src/guides"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(root, folder, name), "utf8"))
)

const blocksIn = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code)

/** A program of its own, whose dependencies are there. */
const consumer = (): string => {
  const folder = temporaryFolder()
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return folder
}

it("every program of the README and of the guides compiles", () => {
  const folder = consumer()
  mkdirSync(join(folder, "src"))
  const programs = [readme, ...guides].flatMap((text) => blocksIn(text, "ts"))
  assert.isAtLeast(programs.length, 3)
  for (const [index, program] of programs.entries())
    writeFileSync(join(folder, `src/program${index}.ts`), program)
  const settings = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { noEmit: true, noUnusedLocals: false, typeRoots: [join(root, "node_modules/@types")] },
    include: ["src"]
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" })
  assert.strictEqual(stdout, "")
})

it("the program that embeds runs as the README says, and again on the same store", () => {
  const section = readme.slice(readme.indexOf("## Embed it"))
  const [key = ""] = blocksIn(section, "sh")
  const [program = ""] = blocksIn(section, "ts")
  const folder = consumer()
  writeFileSync(join(folder, "main.ts"), program)
  const run = `'${process.execPath}' --conditions=source main.ts`
  const { QUITTANCE_MASTER_KEY: _, ...environment } = process.env
  const { status, stderr, stdout } = spawnSync("sh", ["-ec", `${key}\n${run}\n${run}\n`], {
    cwd: folder,
    encoding: "utf8",
    env: environment
  })
  assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
  const [first = "", second] = stdout.trim().split("\n")
  assert.match(first, /^http:\/\/127\.0\.0\.1:3000\/pay\/crypto\/\S+ T\w{33}$/)
  assert.strictEqual(second, first)
})

it("without its key it says which one it needs", () => {
  const folder = consumer()
  const [program = ""] = blocksIn(readme, "ts")
  writeFileSync(join(folder, "main.ts"), program)
  const { QUITTANCE_MASTER_KEY: _, ...environment } = process.env
  const flags = ["--conditions=source", "main.ts"]
  const { stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: "utf8", env: environment })
  assert.include(
    stderr,
    "give either a masterKey (32 bytes in base64: openssl rand -base64 32) or a keyService"
  )
})
