import { posix } from "node:path"
import { importsOf } from "./importsOf.ts"
import { codeOf } from "./maskCode.ts"
import { type Finding, isTypeScript, lineAt, type SourceFile } from "./SourceFile.ts"

/**
 * The rule table: the doors of `packages/core/src`, in their order. A file imports from its own door and from those
 * before it. So the kernel knows no concept, no concept knows a list of all, and only the host chooses an adapter.
 */
const doors = ["kernel", "concepts", "store", "reference", "host"]
const pureFolders = ["kernel/machine", "kernel/money", "kernel/ledger"]

/**
 * Who may name the `Store` port: what decides and commits, the reference store, and the ports. Everybody else takes
 * `Transact`.
 */
const storeFolders = ["kernel/transact", "kernel/ports", "store", "reference/memory"]

/**
 * The modules of `effect` that run or wire things. A pure file takes data modules only: Schema, Result, Option and the
 * like.
 */
const runtimeModules = new Set(
  `Cache Cause Clock Config ConfigProvider Console Context Deferred Effect Exit Fiber FiberHandle FiberMap FiberSet Latch Layer
   Logger ManagedRuntime Metric PubSub Queue Random Ref Runtime Schedule Scope Semaphore Sink Stream SubscriptionRef
   SynchronizedRef Tracer`.split(/\s+/)
)

/** Entry points of `effect` that its authors do not call stable. Adapters may use them, at an exact version. */
const unstable = /^effect\/(http|http-api|sql|persistence|workflow|cluster|rpc|cli|ai|crypto|Arbitrary)(\/|$)/

const coreRoot = "packages/core/src/"

/** Files that promise to be pure: money, ledger and machine, postings, and every file that holds a machine. */
const promisesPurity = (file: SourceFile): boolean =>
  pureFolders.includes(folderOf(file.path)) ||
  file.path.endsWith("Postings.ts") ||
  /\bconst\s+\w+\s*:\s*(?:Decider|Transitions)\b/.test(codeOf(file))

export const coreFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const core = files.filter((file) => isTypeScript(file) && file.path.startsWith(coreRoot))
  const concepts = new Set(core.flatMap(({ path }) => (doorOf(path) === "concepts" ? [conceptOf(path)] : [])))
  const effectful = new Set(core.filter((file) => runtimeImport(file) !== undefined).map((file) => file.path))
  return core.flatMap((file) => {
    const from = folderOf(file.path)
    const own = runtimeImport(file)
    const impure: ReadonlyArray<Finding> =
      promisesPurity(file) && own !== undefined
        ? [
            {
              path: file.path,
              line: own.line,
              found: `import ${own.name} from "effect"`,
              instead: "a pure file takes Schema, Result, Option …; move what runs to the service"
            }
          ]
        : []
    const crossing = relativeImports(file).flatMap(({ target, line }): ReadonlyArray<Finding> => {
      const finding = (instead: string) => [
        { path: file.path, line, found: `import ${target.slice(coreRoot.length)}`, instead }
      ]
      if (promisesPurity(file) && effectful.has(target))
        return finding("a pure file imports only pure files; move what runs to the service")
      const [fromDoor, toDoor] = [doorOf(file.path), doorOf(target)]
      if (fromDoor === toDoor || fromDoor === "") return []
      if (toDoor === "") return finding("the entrances are for other packages: import the file itself")
      if (doors.indexOf(toDoor) < doors.indexOf(fromDoor)) return []
      return finding(
        `${fromDoor}/ may import only [${doors.slice(0, doors.indexOf(fromDoor) + 1).join(", ")}]: depend on a port`
      )
    })
    const unsteady = importsOf(file)
      .filter(({ specifier }) => unstable.test(specifier))
      .map(({ specifier, line }) => ({
        path: file.path,
        line,
        found: `import "${specifier}"`,
        instead: "core takes stable modules only; put it behind a port"
      }))
    const committing = relativeImports(file)
      .filter(({ names, target }) => target === `${coreRoot}kernel/ports/Store.ts` && takesStore(names))
      .map(({ line }) => ({
        path: file.path,
        line,
        found: "import { Store }",
        instead: "commit by kernel/transact/Transact.ts, which finds out what became of an unclear commit"
      }))
    const named = doorOf(file.path) === "kernel" ? namesOfConcepts(file, concepts) : []
    const isStoreFolder = from === "" || storeFolders.includes(from)
    return [...impure, ...unsteady, ...crossing, ...named, ...(isStoreFolder ? [] : committing)]
  })
}

/** Texts of the kernel that begin with a concept and a dot, as names that stores keep do. */
const namesOfConcepts = (file: SourceFile, concepts: ReadonlySet<string>): ReadonlyArray<Finding> =>
  [...file.text.matchAll(/["'`](\w+)\.\w+/g)]
    .filter(
      ({ index, 0: [quote], 1: concept = "" }) => codeOf(file)[index] === quote && concepts.has(concept)
    )
    .map(({ index, 0: found }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      found,
      instead: "the kernel knows no concept: declare it in the …Names.ts of the concept"
    }))

/**
 * Import cycles between the files of a package, imports of types included, each printed once, from the first file in
 * the alphabet.
 */
export const cycleFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const sources = files.filter((file) => isTypeScript(file) && /^packages\/[^/]+\/src\//.test(file.path))
  const imports = new Map(
    sources.map((file) => [file.path, relativeImports(file).map(({ target }) => target)])
  )
  return cyclesIn(imports).map((cycle) => ({
    path: cycle[0] ?? "",
    line: 1,
    found: `import cycle ${cycle.map((step) => posix.basename(step)).join(" → ")}`,
    instead: "move what both need into a third file"
  }))
}

/**
 * Folders of core that need each other, over however many others: none of them can be understood, or taken out, by
 * itself. What a concept declares for others in a file that stands on the kernel alone, such as a port, ties nobody to
 * the rest of its folder.
 */
export const componentFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const core = files.filter((file) => isTypeScript(file) && file.path.startsWith(coreRoot))
  const targets = new Map(core.map((file) => [file.path, relativeImports(file).map(({ target }) => target)]))
  const standsOnKernel = (path: string, seen: ReadonlyArray<string> = []): boolean =>
    doorOf(path) === "concepts" &&
    (targets.get(path) ?? []).every(
      (target) =>
        doorOf(target) === "kernel" ||
        (folderOf(target) === folderOf(path) &&
          !seen.includes(target) &&
          standsOnKernel(target, [...seen, path]))
    )
  const imports = new Map<string, Set<string>>()
  for (const [path, own] of targets) {
    const from = folderOf(path)
    const known = imports.get(from) ?? new Set()
    imports.set(from, known)
    for (const target of own)
      if (folderOf(target) !== from && !standsOnKernel(target)) known.add(folderOf(target))
  }
  return cyclesIn(imports).map((cycle) => ({
    path: `${coreRoot}${cycle[0] ?? ""}`,
    line: 1,
    found: `folders need each other: ${cycle.map((folder) => folder || "the entrances").join(" → ")}`,
    instead: "move what both need below them, or what needs both above"
  }))
}

/** Each cycle once, from its first node in the alphabet, which stands at its end again. */
const cyclesIn = (graph: ReadonlyMap<string, Iterable<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const done = new Set<string>()
  const cycles: Array<ReadonlyArray<string>> = []
  const visit = (node: string, trail: ReadonlyArray<string>): void => {
    const start = trail.indexOf(node)
    if (start !== -1) {
      cycles.push([...trail.slice(start), node])
      return
    }
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of [...graph.keys()].sort()) visit(node, [])
  return cycles
}

/** The folder of a file of core, such as `concepts/payout`; empty for the entrances. */
const folderOf = (path: string): string => posix.dirname(path.slice(coreRoot.length)).replace(/^\.$/, "")

/** The folder of a concept, such as `payout`. */
const conceptOf = (path: string): string => folderOf(path).split("/")[1] ?? ""

const doorOf = (path: string): string => folderOf(path).split("/")[0] ?? ""

const relativeImports = (file: SourceFile) =>
  importsOf(file)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier, names, line }) => ({
      target: posix.join(posix.dirname(file.path), specifier),
      names,
      line
    }))

const takesStore = (names: ReadonlyArray<string>): boolean =>
  names.some((name) => name === "Store" || name.startsWith("*"))

const runtimeImport = (file: SourceFile): { readonly name: string; readonly line: number } | undefined =>
  importsOf(file)
    .flatMap(({ specifier, names, line }) =>
      specifier === "effect"
        ? names.map((name) => ({ name, line }))
        : specifier.startsWith("effect/")
          ? [{ name: specifier.slice("effect/".length), line }]
          : []
    )
    .find(({ name }) => runtimeModules.has(name) || name.startsWith("*"))
