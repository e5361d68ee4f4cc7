/**
 * Quittance inside a TypeScript project of somebody else: the packages as they are published, `strict`, and without
 * `skipLibCheck`.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import { expectedOf, installed, type Project } from "./Project.ts"
import { packedPackages } from "./packedPackages.ts"
import { before, typos } from "./typos.ts"
import { unpackedBytes } from "./unpackedBytes.ts"

const root = resolve(import.meta.dirname, "../..")

const { devDependencies, dependencies } = JSON.parse(
  readFileSync(join(root, "examples/package.json"), "utf8")
)
const exact = (name: string): string => `${name}@${devDependencies[name] ?? dependencies[name]}`

/** The first to ask waits for a build. */
const buildMillisMax = 600_000

const common = ["@quittance/core", "@quittance/adapters-sqlite", "@types/node@24.19.2", "typescript@7.0.2"]
const examples = ["embed", "effect", "processor"] as const

/** The files of the examples in order: whatever they share lies beside them. */
const withExamples = (project: Project): Project => {
  for (const example of examples) project.copy(`examples/${example}`)
  return project
}

const filesOf = (example: (typeof examples)[number]): string => `examples/${example}/main.ts`

/** The versions of effect that a host may have: what the range of the packages begins with, and the newest. */
const versions = { oldest: "4.0.0", newest: "4.1.0" } as const

const frameworks = ["node", "express", "fastify", "hono"] as const

/** One installation takes the host with the newest effect, and whoever mounts the core in a framework. */
const newest = async (): Promise<Project> => {
  const project = withExamples(
    await installed(
      ...common,
      `effect@${versions.newest}`,
      ...["@quittance/adapters-http", "@quittance/client"],
      ...["express", "@types/express", "fastify", "hono", "@hono/node-server"].map(exact)
    )
  )
  // It was built for the installation.
  const program = join(root, "packages/server/dist/main.js")
  for (const framework of frameworks) {
    const init = [program, "init", join(project.folder, framework), "--framework", framework]
    const { status, stderr } = spawnSync(process.execPath, init, { encoding: "utf8", cwd: project.folder })
    assert.strictEqual(status, 0, stderr)
  }
  return project
}

const isThePeer = (project: Project, version: string): void => {
  const found = readFileSync(join(project.folder, "node_modules/effect/package.json"), "utf8")
  assert.strictEqual(JSON.parse(found).version, version)
}

const printsWhatItPromises = async (project: Project, example: (typeof examples)[number]): Promise<void> =>
  assert.deepStrictEqual(await project.node(filesOf(example)), { status: 0, printed: expectedOf(example) })

describe("with the oldest effect,", () => {
  let project: Project
  beforeAll(async () => {
    project = withExamples(await installed(...common, `effect@${versions.oldest}`))
  }, buildMillisMax)

  it("npm accepts it as the one peer of all packages", () => isThePeer(project, versions.oldest))

  it("the examples with Promises, with Effect and with a payout processor of one's own compile", async () => {
    assert.deepStrictEqual(await project.compile(...examples.map(filesOf)), { status: 0, printed: "" })
  })

  it.each(examples)("examples/%s prints what it promises", (example) =>
    printsWhatItPromises(project, example)
  )
})

describe("with the newest effect, and mounted in a framework,", () => {
  let project: Project
  beforeAll(async () => {
    project = await newest()
  }, buildMillisMax)

  it("npm accepts it as the one peer of all packages", () => isThePeer(project, versions.newest))

  it("the examples and every project compile, and 16 of 16 typos do not", async () => {
    typos.forEach((typo, index) => void project.write(`typo${index}.ts`, `${before}\n${typo}\n`))
    project.write("right.ts", before)
    const { printed } = await project.compile(
      "right.ts",
      ...typos.map((_, index) => `typo${index}.ts`),
      ...examples.map(filesOf),
      ...frameworks.flatMap((framework) => [`${framework}/main.ts`, `${framework}/server.test.ts`])
    )
    const wrong = new Set([...printed.matchAll(/^(\S+?)\(/gm)].map(([, file]) => file))
    assert.sameMembers(
      [...wrong],
      typos.map((_, index) => `typo${index}.ts`),
      printed
    )
    // Each for its last line, not for what it has in common.
    const line = before.split("\n").length + 1
    for (const [, at] of printed.matchAll(/^typo\d+\.ts\((\d+),/gm)) assert.strictEqual(Number(at), line)
  })

  it.each(examples)("examples/%s prints what it promises", (example) =>
    printsWhatItPromises(project, example)
  )

  it.each(frameworks)("a project of %s passes its own test", async (framework) => {
    const { printed, status } = await project.node("--test", `${framework}/server.test.ts`)
    assert.strictEqual(status, 0, printed)
    assert.match(printed, /pass 1\n/)
  })
})

describe("installed size", () => {
  /** The README of the core tells what all of it takes. Raise this by what is worth it. */
  const bytesMax = 9_000_000

  it(
    `the core and its store for SQLite have at most ${bytesMax} bytes`,
    async () => {
      const embedded = ["@quittance/core", "@quittance/adapters-sqlite"]
      const packed = (await packedPackages()).filter(({ manifest }) => embedded.includes(manifest.name))
      const sizes = packed.map(({ file, manifest }) => [manifest.name, unpackedBytes(file)] as const)
      const sum = sizes.reduce((bytes, [, size]) => bytes + size, 0)
      assert.isAtMost(sum, bytesMax, JSON.stringify(sizes))
      assert.isAbove(sum, bytesMax / 2)
    },
    buildMillisMax
  )
})
