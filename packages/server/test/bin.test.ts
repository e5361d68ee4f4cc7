import { execFileSync, spawnSync } from "node:child_process"
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { commands } from "../src/cli/commands.ts"
import { findTopic } from "../src/cli/findCommand.ts"
import { readInput } from "../src/cli/readInput.ts"
import { readyCommand } from "../src/cli/readyCommand.ts"
import { drawnPng } from "./drawnPng.ts"
import { temporaryFolder } from "./QuittanceProcess.ts"

const folder = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const bin = join(folder, manifest.bin.quittance)

const run = (file: string, args: ReadonlyArray<string>, flags: ReadonlyArray<string> = []) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [...flags, file, ...args], {
    encoding: "utf8",
    timeout: 50_000
  })
  return { status, stderr, stdout }
}

describe("the command that npm links", () => {
  it("is checked in, and executable, so that it is there right after npm ci", () => {
    const mode = execFileSync("git", ["ls-files", "-s", bin], { encoding: "utf8", cwd: folder })
    assert.match(mode, /^100755 /)
    const lock = JSON.parse(readFileSync(join(folder, "../../package-lock.json"), "utf8"))
    assert.strictEqual(`./${lock.packages["packages/server"].bin.quittance}`, manifest.bin.quittance)
    assert.include(manifest.files, "bin")
  })

  it("runs a checkout from source, decoding processes too", () => {
    assert.deepStrictEqual(run(bin, ["--version"]), {
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: ""
    })
    const image = join(temporaryFolder(), "image.png")
    writeFileSync(image, drawnPng(1))
    // It is no signature, which is said by a verdict.
    const { status, stdout } = run(bin, ["signature", "check", image, "--json"])
    assert.strictEqual(status, 1)
    assert.include(stdout, '"isValid": false')
  })

  it.skipIf(!existsSync("/dev/full"))(
    "says that its output cannot be written, and ends where nobody reads it",
    () => {
      const full = openSync("/dev/full", "w")
      const { status, stderr } = spawnSync(process.execPath, [bin, "completion", "bash"], {
        encoding: "utf8",
        stdio: ["ignore", full, "pipe"]
      })
      closeSync(full)
      assert.strictEqual(stderr, "quittance: The output cannot be written: there is no room on its disk.\n")
      assert.strictEqual(status, 1)
      const unread = `{ "$0" "$1" help; echo $? >&2; } | true`
      const ended = spawnSync("sh", ["-c", unread, process.execPath, bin], { encoding: "utf8" })
      assert.strictEqual(ended.stderr, "0\n")
    }
  )

  it("runs what was built where it was packed, whatever sources lie there", () => {
    const packed = temporaryFolder()
    cpSync(join(folder, "bin"), join(packed, "bin"), { recursive: true })
    cpSync(join(folder, "package.json"), join(packed, "package.json"))
    mkdirSync(join(packed, "src"))
    writeFileSync(join(packed, "src/main.ts"), "process.exitCode = 9")
    mkdirSync(join(packed, "dist"))
    writeFileSync(join(packed, "dist/main.js"), "console.log(process.argv.slice(2).join())")
    const ran = run(join(packed, "bin/quittance.js"), ["keys", "list"])
    assert.deepStrictEqual(ran, { status: 0, stdout: "keys,list\n", stderr: "" })
  })

  it("says in one sentence which Node.js it needs, before it loads anything", () => {
    for (const found of ["18.20.4", "20.20.2", "22.18.1"]) {
      const versions = `Object.defineProperty(process,"versions",{value:{node:"${found}"}})`
      assert.deepStrictEqual(run(bin, ["serve"], ["--import", `data:text/javascript,${versions}`]), {
        status: 1,
        stdout: "",
        stderr: `quittance needs Node.js 22.19 or newer, and this is ${found}.\n`
      })
    }
  })
})

/** The words of a line of shell, without its comment and without what reads its output. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  [...line.replace(/\s[#|].*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? ""
  )

const root = new URL("../../../", import.meta.url)
const guides = ["docs/guides/", "packages/adapters-http/src/guides/"].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}${name}`)
)
const text = ["README.md", ...guides].map((path) => readFileSync(new URL(path, root), "utf8")).join("\n")
const lines = [...text.matchAll(/^npx quittance (.*)$/gm)].map(([, rest = ""]) => rest)
const mentions = [...text.matchAll(/`quittance ([a-z][^`]*)`/g)].map(([, rest = ""]) => rest)

describe("the commands of the README and of the guides", () => {
  it("are found", () => {
    assert.isAbove(lines.length, 25)
    assert.isAbove(mentions.length, 5)
  })

  for (const line of new Set(lines))
    it(`quittance ${line.replace(/\s+#.*$/, "")} is understood`, async () => {
      const words = wordsOf(line)
      if (words[0] === "help") return void findTopic(words.slice(1))
      const command = commands.find((each) => each.words.every((word, index) => words[index] === word))
      assert(command, "no command has these words")
      readInput(await readyCommand(command), words.slice(command.words.length))
    })

  for (const mention of new Set(mentions))
    it(`quittance ${mention} is a command, with these flags`, () => {
      const words = wordsOf(mention)
      if (words[0] === "help") return void findTopic(words.slice(1))
      const command = commands.find((each) => each.words.every((word, index) => words[index] === word))
      assert(command, "no command has these words")
      const names = command.flags.map(({ name }) => name as string)
      for (const word of words) if (word.startsWith("--")) assert.include(names, word)
    })
})
