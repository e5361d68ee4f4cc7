import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import { packedPackages } from "./packedPackages.ts"

const packages = resolve(import.meta.dirname, "../../packages")

// Their declarations are what is looked at.
beforeAll(() => packedPackages(), 600_000)

/** The modules of a package that others import. */
const entrancesOf = (name: string): ReadonlyArray<string> =>
  (name === "core" ? ["index.d.ts", "adapter.d.ts"] : ["index.d.ts"]).map((file) =>
    join(packages, name, "dist", file)
  )

const target = (from: string, specifier: string) =>
  resolve(dirname(from), specifier.replace(/\.[jt]s$/, ".d.ts"))

const namesIn = (list: string) =>
  list.split(",").map(
    (each) =>
      each
        .trim()
        .replace(/^type /, "")
        .split(" as ")[0] ?? ""
  )

/** Asks for each file once: a module is reached over and over. */
const onceFor = <A>(of: (file: string) => A): ((file: string) => A) => {
  const known = new Map<string, A>()
  return (file) => {
    const before = known.get(file)
    if (before !== undefined) return before
    const found = of(file)
    known.set(file, found)
    return found
  }
}

/** `file#name` of whatever a module exports, where it is declared. */
const exportsOf = onceFor((file): ReadonlyArray<string> => {
  const text = readFileSync(file, "utf8")
  const declared = /^export (?:declare )?(?:abstract )?(?:const|function|class|interface|type|enum) (\w+)/gm
  return [
    ...[...text.matchAll(declared)].map(([, name]) => `${file}#${name}`),
    ...[...text.matchAll(/^export (?:type )?\*(?: as \w+)? from "(.*)";/gm)].flatMap(([, from = ""]) =>
      exportsOf(target(file, from))
    ),
    ...[...text.matchAll(/^export (?:type )?\{([^}]*)\} from "(\..*)";/gm)].flatMap(
      ([, list = "", from = ""]) => namesIn(list).map((name) => originOf(target(file, from), name))
    )
  ]
})

/** Where a name that a module exports is declared. */
const originOf = (file: string, name: string): string =>
  exportsOf(file).find((each) => each.endsWith(`#${name}`)) ?? `${file}#${name}`

const keywords = "(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type|enum)"

/** What the top-level declarations of a module say, by name. */
const declarationsIn = onceFor((file): ReadonlyMap<string, string> => {
  const pieces = readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split(new RegExp(`^(?=${keywords} \\w)`, "m"))
  const named = new RegExp(`^${keywords} (\\w+)`)
  return new Map(
    pieces.flatMap((piece) => [...(named.exec(piece)?.slice(1) ?? [])].map((name) => [name, piece]))
  )
})

/**
 * What an exported declaration takes from other modules of its package, by itself or through others of its own module.
 */
const namedBy = (exported: string): ReadonlyArray<string> => {
  const [file = "", name = ""] = exported.split("#")
  const text = readFileSync(file, "utf8")
  const all = declarationsIn(file)
  const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]*)";/gm)].flatMap(
    ([, list = "", from = ""]) => namesIn(list).map((each) => ({ name: each, from }))
  )
  // Grows while it is walked.
  const reached = new Set([name])
  const found: Array<string> = []
  for (const each of reached) {
    const said = all.get(each) ?? ""
    const words = new Set(said.match(/\w+/g))
    for (const other of all.keys()) if (words.has(other)) reached.add(other)
    for (const one of imports) if (words.has(one.name)) found.push(originOf(target(file, one.from), one.name))
    for (const [, from = "", one = ""] of said.matchAll(/import\("(\.[^"]*)"\)\.(\w+)/g))
      found.push(originOf(target(file, from), one))
  }
  return found
}

describe("every type that a public signature names is exported", () => {
  for (const name of readdirSync(packages))
    it(name, () => {
      const exported = entrancesOf(name).flatMap(exportsOf)
      const missing = exported.flatMap(namedBy).filter((each) => !exported.includes(each))
      assert.deepStrictEqual(
        [...new Set(missing)].map((each) => each.slice(packages.length + 1)),
        []
      )
    })
})
