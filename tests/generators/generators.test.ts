import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { startComplete } from "@quittance/adapters-http/testing"
import { temporaryFolder } from "@quittance/testing"
import { assert, describe, it } from "vitest"

const programs = join(import.meta.dirname, "programs")
const compiler = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc")

/** As `tsc --init` sets a project up, which checks what the generators made as well. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  types: []
}

const run = (cwd: string, ...words: ReadonlyArray<string>) =>
  spawnSync(process.execPath, words, { cwd, encoding: "utf8" })

/** A line, and what the compiler says of it at least. */
interface Said {
  readonly line: string
  readonly text: string
}

/** What must not compile: each line of a program that ends in `// no: ` and what the compiler says of it. */
const expectedOf = (name: string): ReadonlyArray<Said> =>
  readFileSync(join(programs, name), "utf8")
    .split("\n")
    .flatMap((line, at) =>
      [...line.matchAll(/\/\/ no: (.+)$/g)].map(([, text = ""]) => ({ line: `${name}:${at + 1}`, text }))
    )

const saidOf = (output: string): ReadonlyArray<Said> =>
  [...output.matchAll(/^(\S+?)\((\d+),\d+\): (error .*(?:\n .*)*)/gm)].map(([, file, at, text = ""]) => ({
    line: `${file}:${at}`,
    text
  }))

describe("what generators make of the document", async () => {
  await using api = await startComplete()
  const folder = temporaryFolder()
  const document = join(folder, "openapi.json")
  writeFileSync(document, JSON.stringify(await api.document()))
  mkdirSync(join(folder, "made"))
  const made = run(folder, join(import.meta.dirname, "generate.ts"), document, "made")
  assert.strictEqual(made.status, 0, `${made.stdout}${made.stderr}`)
  cpSync(programs, folder, { recursive: true })
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  const { stdout } = run(folder, compiler, "--singleThreaded", "--pretty", "false")
  const said = saidOf(stdout)

  for (const name of readdirSync(programs))
    it(`${name} compiles where it is right, and where it is misspelt it does not`, () => {
      const expected = expectedOf(name)
      const here = said.filter(({ line }) => line.startsWith(`${name}:`))
      assert.deepStrictEqual(
        here.map(({ line }) => line),
        expected.map(({ line }) => line),
        stdout
      )
      assert.isNotEmpty(expected)
      for (const [at, { text }] of expected.entries()) assert.include(here[at]?.text, text)
    })

  // In small letters are those of orval for a call and a status.
  it("has names that a person would give", () => {
    const texts = ["orval.ts", "heyApi/types.gen.ts"].map((name) =>
      readFileSync(join(folder, "made", name), "utf8")
    )
    const names = texts.flatMap((text) =>
      [...text.matchAll(/^export (?:type|interface) ([A-Z]\w+)/gm)].map(([, name = ""]) => name)
    )
    assert.include(names, "Payout")
    assert.deepStrictEqual(
      names.filter((name) => /\d|AllOf|AnyOf|OneOf|Item$/.test(name)),
      [],
      "a schema has no name, or one that a generator gives to something else"
    )
  })

  it("compiles by itself", () => {
    assert.deepStrictEqual(
      said.filter(({ line }) => line.startsWith("made")),
      []
    )
  })
})
