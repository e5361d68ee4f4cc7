import { posix } from "node:path"
import { importsOf } from "./importsOf.ts"
import { codeOf } from "./maskCode.ts"
import { type Finding, isTypeScript, type SourceFile } from "./SourceFile.ts"

/**
 * The rule table. What the files of a folder in `packages/core/src` may import from the other folders there. Every folder
 * that is not named is a concept: it may import all but the reference adapters. Those that are named are the kernel, which knows no
 * concept. Files beside the folders may import all.
 * A single file of another folder is allowed by its path.
 */
const mayImport: Record<string, ReadonlyArray<string> | "all"> = {
  machine: [],
  time: ["machine"],
  money: ["machine", "time"],
  concept: ["machine", "time", "money"],
  ledger: ["machine", "time", "money", "concept"],
  counter: ["machine", "time", "money", "concept"],
  outbox: ["time", "money", "concept"],
  setting: ["time", "money"],
  ports: ["time", "money", "concept", "ledger", "counter", "outbox", "setting"],
  transact: ["machine", "time", "ports"],
  work: ["time", "concept", "ports", "transact"],
  memory: "all",
  operations: "all",
  sandbox: "all"
}
const pureFolders = ["machine", "money", "ledger"]

/** Who may name the `Store` port: what decides and commits, the reference store, and the ports. Everybody else takes `Transact`. */
const storeFolders = ["transact", "memory", "ports", "store"]
const referenceAdapters = ["memory", "sandbox"]

/** The modules of `effect` that run or wire things. A pure file takes data modules only: Schema, Result, Option and the like. */
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
      const to = folderOf(target)
      const finding = (instead: string) => [
        { path: file.path, line, found: `import ${target.slice(coreRoot.length)}`, instead }
      ]
      if (promisesPurity(file) && effectful.has(target))
        return finding("a pure file imports only pure files; move what runs to the service")
      if (from === to || from === "") return []
      const allowed = mayImport[from] ?? "concept"
      if (allowed === "all") return []
      if (to === "") return finding("only the reference adapters may import the files beside the folders")
      if (referenceAdapters.includes(to))
        return finding("depend on the port; only layers at the top choose an adapter")
      if (allowed === "concept" || allowed.includes(to) || allowed.includes(target.slice(coreRoot.length)))
        return []
      return finding(`${from}/ may import only [${allowed.join(", ")}]`)
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
      .filter(({ names, target }) => target === `${coreRoot}ports/Store.ts` && takesStore(names))
      .map(({ line }) => ({
        path: file.path,
        line,
        found: "import { Store }",
        instead: "commit by transact/Transact.ts, which finds out what became of an unclear commit"
      }))
    const isStoreFolder = from === "" || storeFolders.includes(from)
    return [...impure, ...unsteady, ...crossing, ...(isStoreFolder ? [] : committing)]
  })
}

/** Import cycles between the files of core, imports of types included, each printed once, from the first file in the alphabet. */
export const cycleFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const core = files.filter((file) => isTypeScript(file) && file.path.startsWith(coreRoot))
  const imports = new Map(core.map((file) => [file.path, relativeImports(file).map(({ target }) => target)]))
  return cyclesIn(imports).map((cycle) => ({
    path: cycle[0] ?? "",
    line: 1,
    found: `import cycle ${cycle.map((step) => posix.basename(step)).join(" → ")}`,
    instead: "move what both need into a third file"
  }))
}

/** Folders of core that need each other, over however many others: none of them can be understood, or taken out, by itself. */
export const componentFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const core = files.filter((file) => isTypeScript(file) && file.path.startsWith(coreRoot))
  const imports = new Map<string, Set<string>>()
  for (const file of core) {
    const from = folderOf(file.path)
    const known = imports.get(from) ?? new Set()
    imports.set(from, known)
    for (const { target } of relativeImports(file)) if (folderOf(target) !== from) known.add(folderOf(target))
  }
  return cyclesIn(imports).map((cycle) => ({
    path: `${coreRoot}${cycle[0] ?? ""}`,
    line: 1,
    found: `folders need each other: ${cycle.map((folder) => folder || "the composition").join(" → ")}`,
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

const folderOf = (path: string): string => {
  const parts = path.slice(coreRoot.length).split("/")
  return parts.length > 1 ? (parts[0] ?? "") : ""
}

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
