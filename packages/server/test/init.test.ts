import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

/** Each framework, and the package that its project needs; those of the workspace run here. */
const frameworks = [
  ["node", "@quittance/core"],
  ["express", "express"],
  ["fastify", "fastify"],
  ["hono", "@hono/node-server"],
  // Its test calls the route's handlers, which need no package of Next.js.
  ["next", "@quittance/core"]
] as const

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url))
const isInstalled = (name: string): boolean => {
  try {
    createRequire(join(modules, "any.js")).resolve(name)
    return true
  } catch {
    return existsSync(join(modules, name))
  }
}

const made = async (framework: string) => {
  const folder = join(temporaryFolder(), "My Shop")
  const { status, stderr, stdout } = await quittance(
    ["init", folder, "--framework", framework, "--json"],
    temporaryFolder()
  )
  assert.strictEqual(status, 0, stderr)
  return { folder, told: JSON.parse(stdout) }
}

describe.each(frameworks)("init of a project of %s", (framework, needed) => {
  it("makes all that it says, without a mark of the template", async () => {
    const { folder, told } = await made(framework)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    assert.sameMembers(files, told.files)
    assert.includeMembers(files, ["package.json", "README.md", "tsconfig.json", ".gitignore", "quittance.ts"])
    for (const file of files) assert.notInclude(readFileSync(join(folder, file), "utf8"), "{{", file)
    const { dependencies, name, scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    assert.strictEqual(name, "my-shop")
    assert.hasAnyKeys(scripts, ["start", "test"])
    assert.property(dependencies, "@quittance/core")
  })

  it("that passes its own test, where its package is installed", { timeout: 120_000 }, async () => {
    if (!isInstalled(needed)) return
    const { folder } = await made(framework)
    symlinkSync(modules, join(folder, "node_modules"))
    const test = await promisify(execFile)(process.execPath, ["--conditions=source", "--test"], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined }
    })
    assert.match(test.stdout, /pass 1\n/)
  })
})

describe("init refuses, and writes nothing", () => {
  it.each([
    [["init", "--framework", "node"], "FOLDER is missing: write quittance init FOLDER."],
    [["init", "x"], "--framework is missing: write --framework NAME."],
    [
      ["init", "x", "--framework", "koa"],
      '--framework must be node, express, fastify, hono or next, not "koa"'
    ],
    [["init", "x", "--framework", "expres"], "did you mean express?"],
    [["init", "https://x.example/y", "--framework", "node"], "FOLDER must be a path on this machine"],
    [["init", "full", "--framework", "node"], "FOLDER must be empty or not exist, and full has files"],
    [
      ["init", "nowhere/x", "--framework", "node"],
      "FOLDER must be in a folder that exists, and nowhere is none"
    ],
    [["init", "file/x", "--framework", "node"], "FOLDER must be in a folder that exists, and file is none"],
    [
      ["init", "link", "--framework", "node"],
      "FOLDER must be empty or not exist, and link is a link to nothing"
    ],
    [["init", " ", "--framework", "node"], "FOLDER must have a name of characters that are seen"],
    [["init", "a\nb", "--framework", "node"], "FOLDER must have a name of characters that are seen"],
    [["init", "x".repeat(256), "--framework", "node"], "FOLDER is too long: a path has at most 4095 bytes"],
    [["init", "file", "--framework", "node"], "FOLDER must be a folder, and file is a file."]
  ] as const)("%j", async (args, sentence) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, "full"))
    writeFileSync(join(folder, "full/a"), "")
    writeFileSync(join(folder, "file"), "")
    symlinkSync("nothing", join(folder, "link"))
    const { status, stderr, stdout } = await quittance(args, folder)
    assert.deepStrictEqual([status, stdout], [2, ""])
    assert.include(stderr, sentence)
    assert.sameMembers(readdirSync(folder), ["full", "file", "link"])
  })

  it("nothing of a shell: what it says to type is one word", async () => {
    const { status, stdout } = await quittance(
      ["init", "my; shop's", "--framework", "node"],
      temporaryFolder()
    )
    assert.strictEqual(status, 0)
    assert.include(stdout, "  cd 'my; shop'\\''s'\n")
  })

  it("nothing of an empty folder in which somebody works", async () => {
    const folder = temporaryFolder()
    const { ino } = statSync(folder)
    const { status, stderr } = await quittance(["init", ".", "--framework", "node"], folder)
    assert.strictEqual(status, 0, stderr)
    assert.strictEqual(statSync(folder).ino, ino)
    assert.include(readdirSync(folder), "package.json")
  })
})
