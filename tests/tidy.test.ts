import { assert, describe, it } from "vitest"
import { banFindings, bans } from "./tidy/bannedText.ts"
import { componentFindings, coreFindings, cycleFindings } from "./tidy/coreRules.ts"
import { entranceFindings } from "./tidy/entranceRules.ts"
import { commentFindings, lengthFindings, nameFindings } from "./tidy/fileRules.ts"
import { importsOf } from "./tidy/importsOf.ts"
import { maskCode } from "./tidy/maskCode.ts"
import { packageFindings } from "./tidy/packageRules.ts"
import { type Finding, print, repositoryFiles, type SourceFile } from "./tidy/SourceFile.ts"
import { workflowFindings } from "./tidy/workflowRules.ts"

const repository = repositoryFiles(new URL("..", import.meta.url).pathname)

const clean = (findings: ReadonlyArray<Finding>) => {
  if (findings.length > 0) assert.fail(`\n${findings.map(print).join("\n")}\n`)
}

describe("the repository", () => {
  it("keeps the dependency rule between packages", () => clean(packageFindings(repository)))
  it("keeps the dependency rule between the folders of core", () => clean(coreFindings(repository)))
  it("has few folders and few names at the entrance of core, each with a docstring", () =>
    clean(entranceFindings(repository)))
  it("pins every action of its workflows to a commit", () => clean(workflowFindings(repository)))
  it("has no import cycles", () => clean(cycleFindings(repository)))
  it("has no folders of core that need each other", () => clean(componentFindings(repository)))
  const banned = banFindings(repository)
  for (const ban of bans)
    it(`has no ${ban.name}`, () => clean(banned.filter(({ found }) => found.startsWith(`${ban.name}:`))))
  it("wraps comments at one width", () => clean(commentFindings(repository)))
  it("names files after concepts", () => clean(nameFindings(repository)))
  it("has no source over the length limit", () => {
    const { near, over } = lengthFindings(repository)
    if (near.length > 0) console.warn(`Long sources:\n${near.map(print).join("\n")}`)
    clean(over)
  })
})

/** Files of a small invented repository: `{ path: text }`. */
const files = (texts: Record<string, string>): ReadonlyArray<SourceFile> =>
  Object.entries(texts).map(([path, text]) => ({ path, text }))

const manifests = {
  "package.json": JSON.stringify({ name: "workspace", devDependencies: { vitest: "1" } }),
  "packages/core/package.json": JSON.stringify({
    name: "@quittance/core",
    peerDependencies: { effect: "1" }
  }),
  "packages/testing/package.json": JSON.stringify({
    name: "@quittance/testing",
    dependencies: { "@quittance/core": "1" }
  }),
  "packages/adapters-a/package.json": JSON.stringify({
    name: "@quittance/adapters-a",
    dependencies: { "@quittance/core": "1", "@quittance/adapters-b": "1" },
    devDependencies: { "@quittance/testing": "1" }
  }),
  "packages/adapters-b/package.json": JSON.stringify({
    name: "@quittance/adapters-b",
    peerDependencies: { effect: "^4.0.0" },
    scripts: { build: "node ../../scripts/build/package.ts src/index.ts" },
    devDependencies: { papaparse: "1" }
  }),
  "packages/server/package.json": JSON.stringify({
    name: "quittance",
    dependencies: { "@quittance/adapters-a": "1", "@quittance/adapters-b": "1", "@quittance/examples": "1" }
  }),
  "examples/package.json": JSON.stringify({ name: "@quittance/examples" })
}

it("a workflow may use what is named by a commit, or is its own", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567"
  const steps = [
    "actions/checkout@v4",
    "actions/checkout@main # v4.0.0",
    `actions/checkout@${commit.slice(1)} # v4.0.0`,
    `actions/checkout@${commit}`,
    `actions/checkout@${commit} # v4.0.0`,
    "docker://alpine:3",
    "./.github/actions/own"
  ].map((action) => `      - uses: ${action}\n`)
  const found = workflowFindings(files({ ".github/workflows/ci.yml": steps.join("") }))
  assert.deepStrictEqual(
    found.map(({ line }) => line),
    [1, 2, 3, 4, 6]
  )
})

/** One path of each kind that a rule may be about. */
const samplePaths = [
  "packages/server/src/command/Sample.ts",
  "packages/core/src/payout/Sample.ts",
  "packages/core/test/Sample.test.ts",
  "package-lock.json",
  "docs/sample.md",
  "packages/core/src/index.ts"
]

describe("each rule finds what it forbids", () => {
  const importing = (path: string, specifier: string) =>
    packageFindings(files({ ...manifests, [path]: `import { x } from "${specifier}"` })).length

  it.each([
    ["core imports an adapter", "packages/core/src/a.ts", "@quittance/adapters-a"],
    ["core's tests import testing", "packages/core/test/a.test.ts", "@quittance/testing"],
    ["testing imports an adapter", "packages/testing/src/a.ts", "@quittance/adapters-a"],
    ["an adapter imports an adapter", "packages/adapters-a/src/a.ts", "@quittance/adapters-b"],
    ["an adapter's source imports testing", "packages/adapters-a/src/a.ts", "@quittance/testing"],
    ["a package imports examples", "packages/server/src/a.ts", "@quittance/examples"],
    ["a relative path leaves the package", "packages/adapters-a/src/a.ts", "../../core/src/index.ts"],
    ["a package is not declared", "packages/core/src/a.ts", "left-pad"],
    ["a subpath is not declared", "packages/core/src/a.ts", "@scope/left-pad/sub.js"],
    ["a source uses a package of the root only", "packages/core/src/a.ts", "vitest"],
    ["a built-in module without its prefix", "packages/core/src/a.ts", "fs"],
    [
      "a module beside the main one under a range of effect",
      "packages/adapters-b/src/a.ts",
      "effect/observability/PrometheusMetrics"
    ]
  ])("%s", (_, path, specifier) => assert.strictEqual(importing(path, specifier), 1))

  it.each([
    ["an adapter imports core", "packages/adapters-a/src/a.ts", "@quittance/core"],
    ["an adapter's tests import testing", "packages/adapters-a/test/a.test.ts", "@quittance/testing"],
    ["tests use a tool of the root", "packages/core/test/a.test.ts", "vitest"],
    ["the server imports several adapters", "packages/server/src/a.ts", "@quittance/adapters-b"],
    ["a declared peer, by subpath", "packages/core/src/a.ts", "effect/Schema"],
    ["a built-in module", "packages/core/src/a.ts", "node:fs/promises"],
    ["a built-in module that has only the prefixed name", "packages/core/src/a.ts", "node:sqlite"],
    ["a neighbour", "packages/core/src/a.ts", "./b.ts"],
    ["what a build bundles", "packages/adapters-b/src/a.ts", "papaparse"]
  ])("and leaves alone: %s", (_, path, specifier) => assert.strictEqual(importing(path, specifier), 0))

  const decider = "export const Payout: Decider<S, C, E, R> = { initial, decide, evolve }"
  const core = (texts: Record<string, string>) =>
    files(
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [`packages/core/src/${path}`, text]))
    )

  it.each([
    [
      "the kernel knows a concept",
      { "kernel/transact/Transact.ts": 'import { x } from "../../concepts/payout/Payout.ts"' }
    ],
    [
      "a concept knows the list of all",
      { "concepts/payout/Payouts.ts": 'import { x } from "../../store/lists.ts"' }
    ],
    [
      "a concept imports memory",
      { "concepts/payout/Payouts.ts": 'import { x } from "../../reference/memory/MemoryStore.ts"' }
    ],
    [
      "a reference adapter imports the host",
      { "reference/sandbox/Sandbox.ts": 'import { x } from "../../host/Quittance.ts"' }
    ],
    ["a concept imports an entrance", { "concepts/payout/Payouts.ts": 'import { x } from "../../index.ts"' }],
    [
      "a decider takes Effect",
      { "concepts/payout/Payout.ts": `import { Effect, Schema } from "effect"\n${decider}` }
    ],
    [
      "a decider takes Effect by subpath",
      { "concepts/payout/Payout.ts": `import * as Effect from "effect/Effect"\n${decider}` }
    ],
    [
      "a decider takes all of effect",
      { "concepts/payout/Payout.ts": `import * as E from "effect"\n${decider}` }
    ],
    ["postings take Effect", { "concepts/payout/PayoutPostings.ts": 'import type { Effect } from "effect"' }],
    ["money takes Effect", { "kernel/money/Money.ts": 'import { Layer } from "effect"' }],
    [
      "core takes an unstable module",
      { "concepts/payout/Payouts.ts": 'import { HttpClient } from "effect/http"' }
    ],
    [
      "a decider imports a service",
      {
        "concepts/payout/Payout.ts": `import { x } from "./Payouts.ts"\n${decider}`,
        "concepts/payout/Payouts.ts": 'import { Effect } from "effect"'
      }
    ],
    [
      "a service takes the store",
      { "concepts/payout/Payouts.ts": 'import { type X, Store } from "../../kernel/ports/Store.ts"' }
    ],
    [
      "a service takes the store by another name",
      { "concepts/payout/Payouts.ts": 'import { Store as S } from "../../kernel/ports/Store.ts"' }
    ],
    [
      "a service takes all that is beside the store",
      { "concepts/payout/Payouts.ts": 'import * as s from "../../kernel/ports/Store.ts"' }
    ],
    [
      "a port imports a service",
      {
        "kernel/ports/Store.ts": 'import { x } from "../../concepts/payout/Payouts.ts"',
        "concepts/payout/Payouts.ts": 'import { Layer } from "effect"'
      }
    ],
    [
      "a name of a concept in the kernel",
      {
        "concepts/payout/Payout.ts": "",
        "kernel/ports/Job.ts": '/** Such as "payout.dispatch". */\nconst kinds = ["payout.dispatch"]'
      }
    ]
  ])("%s", (_, texts) => assert.strictEqual(coreFindings(core(texts)).length, 1))

  it("and leaves alone what core may do", () =>
    clean(
      coreFindings(
        core({
          "index.ts": 'export { x } from "./host/Quittance.ts"',
          "host/Quittance.ts": 'import { x } from "../reference/memory/MemoryStore.ts"',
          "reference/memory/MemoryStore.ts":
            'import { Effect } from "effect"\nimport { x } from "../../kernel/ports/Store.ts"',
          "concepts/payout/Payout.ts":
            'import { Result, Schema } from "effect"\nimport { x } from "../../kernel/money/Money.ts"',
          "concepts/payout/Payouts.ts":
            'import { Effect } from "effect"\nimport { type StoreUnavailable } from "../../kernel/ports/Store.ts"',
          "kernel/transact/Transact.ts": 'import { Store } from "../ports/Store.ts"',
          "kernel/ports/Store.ts":
            'import { Context } from "effect"\nimport type { Posting } from "../ledger/JournalEntry.ts"'
        })
      )
    ))

  it("names for hosts without a docstring, and too many", () => {
    const shown = core({
      "index.ts": 'export { type A, B } from "./host/A.ts"\nexport * as C from "./kernel/C.ts"',
      "host/A.ts": "/** Says it. */\nexport interface A {}\nexport const B = 1\n",
      "kernel/C.ts": "/** Says it. */\nexport const layer = 1\n"
    })
    const found = (folders: number, names: number) =>
      entranceFindings(shown, { folders, names }).map((finding) => finding.found)
    assert.deepStrictEqual(found(2, 3), ["B"])
    assert.deepStrictEqual(found(1, 2), ["2 folders", "3 names for hosts", "B"])
  })

  it("import cycles, each once", () => {
    const cyclic = {
      "a/A.ts": 'import "../b/B.ts"',
      "b/B.ts": 'export * from "./C.ts"',
      "b/C.ts": 'import("../a/A.ts")'
    }
    assert.deepStrictEqual(
      cycleFindings(core(cyclic)).map(({ found }) => found),
      ["import cycle A.ts → B.ts → C.ts → A.ts"]
    )
    clean(cycleFindings(core({ ...cyclic, "b/C.ts": "" })))
  })

  it("folders that need each other, without a cycle of files", () => {
    const knot = {
      "concepts/a/A.ts": 'import "../b/B.ts"',
      "concepts/b/B.ts": 'import "../d/D.ts"',
      "concepts/b/D.ts": 'import "../c/C.ts"',
      "concepts/c/C.ts": 'import "../a/E.ts"',
      "concepts/a/E.ts": 'import "../d/D.ts"',
      "concepts/d/D.ts": 'import "../e/E.ts"',
      "concepts/e/E.ts": ""
    }
    clean(cycleFindings(core(knot)))
    assert.deepStrictEqual(
      componentFindings(core(knot)).map(({ found }) => found),
      ["folders need each other: concepts/a → concepts/b → concepts/c → concepts/a"]
    )
    clean(componentFindings(core({ ...knot, "concepts/c/C.ts": "" })))
    // A port stands on the kernel alone.
    clean(componentFindings(core({ ...knot, "concepts/a/E.ts": 'import "../../kernel/money/Money.ts"' })))
  })

  for (const ban of bans) {
    const path = samplePaths.find((sample) => ban.where.test(sample)) ?? ""
    const found = (text: string) =>
      banFindings(files({ [path]: text })).filter((finding) => finding.found.startsWith(`${ban.name}:`))
        .length
    it(`${ban.name}`, () => {
      for (const bad of ban.bad) assert.isAbove(found(bad), 0, bad)
      for (const good of ban.good) assert.strictEqual(found(good), 0, good)
      for (const allowed of ban.except ?? [])
        assert.isEmpty(banFindings(files({ [allowed]: ban.bad.join("\n") })))
    })
  }

  it("empty names", () => {
    const paths = [
      "packages/core/src/utils.ts",
      "tests/helpers/clock.ts",
      "benchmarks/types.d.ts",
      "examples/Common.ts"
    ]
    assert.strictEqual(
      nameFindings(files(Object.fromEntries(paths.map((path) => [path, ""])))).length,
      paths.length
    )
    clean(
      nameFindings(files({ "packages/core/src/kernel/money/Money.ts": "", "examples/typesetting.ts": "" }))
    )
  })

  it("wide comments, but not what is set in columns", () => {
    const found = (line: string) => commentFindings(files({ "examples/a.ts": line })).length
    const words = "word ".repeat(24)
    assert.deepStrictEqual(
      [
        `// ${words}`,
        ` * ${words}`,
        `// ${words.slice(5)}`,
        ` * npm start   ${words}`,
        `const a = "${words}"`
      ].map(found),
      [1, 1, 0, 0, 0]
    )
  })

  it("long sources", () => {
    const lines = (count: number) => lengthFindings(files({ "packages/core/src/a.ts": "x\n".repeat(count) }))
    assert.deepStrictEqual([lines(300).near.length, lines(301).near.length], [0, 1])
    assert.deepStrictEqual([lines(400).over.length, lines(401).over.length], [0, 1])
  })
})

describe("reading code", () => {
  it("blanks comments, strings, templates and regular expressions, keeping every index", () => {
    const text =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the code under test is a template
      'a // b\n/* c\n */ "d" + `e${f + `g${{ h: 1 }.h}`}i` / j / k; const l = /["m]/.test(n) // \'o'
    const masked = maskCode(text)
    assert.strictEqual(masked.length, text.length)
    assert.strictEqual(masked.replace(/[^a-z\n]/g, ""), "a\n\nfhhjkconstltestn")
  })

  it("reads every form of import, and none out of comments and strings", () => {
    const text = `import { A, type B as C } from "./one.ts"
import type D from 'two'
import * as E from "three"
import "four"
export * from "./five.ts"
export {
  F
} from "./six.ts"
const g = await import("seven")
// import { H } from "eight"
const i = 'import { J } from "nine"'
export interface K { readonly from: string }
`
    assert.deepStrictEqual(
      importsOf({ path: "a.ts", text })
        .toSorted((a, b) => a.line - b.line)
        .map(({ specifier, names, line }) => `${line} ${specifier} ${names.join()}`),
      ["1 ./one.ts A,B", "2 two D", "3 three *", "4 four *", "5 ./five.ts *", "8 ./six.ts F", "9 seven *"]
    )
  })
})
