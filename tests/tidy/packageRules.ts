import { builtinModules } from "node:module"
import { posix } from "node:path"
import { importsOf } from "./importsOf.ts"
import { type Finding, isTypeScript, type SourceFile } from "./SourceFile.ts"

/**
 * The rule table. What the sources of a workspace folder may import from the other packages; "all" is every package.
 */
const mayImport: Record<string, ReadonlyArray<string> | "all"> = {
  "packages/core": [],
  // It runs where the core does not.
  "packages/client": ["@quittance/webhook-receiver"],
  "packages/testing": ["@quittance/core"],
  // The screens of those who sign in, with the parts of the hosted pages (`docs/adr/0069`).
  "packages/console": ["@quittance/core", "@quittance/adapters-http", "@quittance/adapters-signin"],
  "packages/server": "all",
  examples: "all",
  benchmarks: "all",
  attacks: "all",
  "tests/generators": "all",
  tests: "all"
}
/**
 * What the tests of the core may import: suites and faults. It is declared in the root's manifest, because a package
 * that named in its own what is built after it would close a circle of builds.
 */
const coreTestMayImport = ["@quittance/testing"]
/** Every folder of `packages` that is not named above is an adapter. */
const adapterMayImport = ["@quittance/core"]
/**
 * What an adapter may be built on beyond the core, and why: TRON runs the EVM and speaks its JSON-RPC
 * (`docs/adr/0029`); what reads files from strangers does so in processes of their own (`docs/adr/0038`).
 */
const builtOn: Record<string, ReadonlyArray<string>> = {
  "packages/adapters-sharp": ["@quittance/decoding"],
  "packages/ml-signature": ["@quittance/decoding"],
  "packages/adapters-tron": ["@quittance/adapters-evm"]
}
/**
 * What the tests of an adapter may import beyond its sources: a page that takes pictures is tried with a real reader of
 * them, and one that says what to transfer with what a real account asks for.
 */
const adapterTestMayImport = [
  "@quittance/testing",
  "@quittance/adapters-sharp",
  "@quittance/adapters-bank-transfer"
]
/**
 * Modules that the main one of `effect` has and that its authors do not call stable. A package that works with a range
 * of versions uses neither these nor modules beside the main one.
 */
const unstable = new Set(
  `Arbitrary Bytes ByteSize ChannelSchema ErrorReporter ExecutionPlan FileSystem Graph HashRing LayerMap LayerRef Newtype
   PartitionedSemaphore Path PlatformError SemVer SemVerRange Stdio Terminal TxChunk Version`.split(/\s+/)
)

/** Nobody imports these. */
const leaves = ["@quittance/examples", "@quittance/benchmarks", "@quittance/attacks"]

/** What the tests of the client may import beyond its sources: the server that it calls. */
const clientTestMayImport = ["@quittance/adapters-http", "@quittance/webhook-receiver"]

interface Workspace {
  readonly folder: string
  readonly name: string
  readonly runtime: ReadonlySet<string>
  readonly development: ReadonlySet<string>
  /** Whether its build puts dependencies of development into `dist`. */
  readonly bundles: boolean
  /** The versions of effect that its host may have. */
  readonly effectRange: string
}

export const packageFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> => {
  const workspaces = files.filter((file) => /(^|\/)package\.json$/.test(file.path)).map(workspaceOf)
  const root = workspaces.find((workspace) => workspace.folder === ".")
  const ours = new Set(workspaces.map((workspace) => workspace.name))
  return files.filter(isTypeScript).flatMap((file) => {
    const owner = ownerOf(file.path, workspaces)
    if (owner === undefined) return []
    const isSource = file.path.startsWith(`${owner.folder}/src/`)
    return importsOf(file).flatMap(({ names, specifier, line }): ReadonlyArray<Finding> => {
      const finding = (instead: string) => [
        { path: file.path, line, found: `import "${specifier}"`, instead }
      ]
      if (specifier.startsWith(".")) {
        const target = ownerOf(posix.join(posix.dirname(file.path), specifier), workspaces)
        // What builds the packages is tried where there is something to build.
        const isBuild = !isSource && target === root && specifier.includes("/scripts/build/")
        return target === owner || isBuild
          ? []
          : finding(`import the package by its name, ${target?.name ?? "from its own folder"}`)
      }
      const name = packageNameOf(specifier)
      // Some built-in modules exist with the prefix only, and are listed with it.
      if (specifier.startsWith("node:") || name === owner.name) return []
      if (builtinModules.includes(name)) return finding(`"node:${specifier}"`)
      if (leaves.includes(name))
        return finding("nobody imports examples, benchmarks or attacks: move the shared part into a package")
      if (name === "effect" && isSource && owner.effectRange.startsWith("^")) {
        const used = specifier === "effect" ? names.filter((each) => unstable.has(each)) : [specifier]
        if (used.length > 0)
          return finding(`${used.join(", ")} is not stable: do without, or pin effect in ${owner.folder}`)
      }
      if (ours.has(name)) {
        const allowed = allowedFor(owner.folder, isSource)
        if (allowed !== "all" && !allowed.includes(name))
          return finding(
            `${owner.folder} may import only [${allowed.join(", ")}]: depend on a port of @quittance/core`
          )
      }
      const declared =
        owner.runtime.has(name) ||
        (owner.bundles && owner.development.has(name)) ||
        (!isSource &&
          (owner.development.has(name) ||
            root?.development.has(name) === true ||
            root?.runtime.has(name) === true))
      return declared || owner === root ? [] : finding(`declare "${name}" in ${owner.folder}/package.json`)
    })
  })
}

const workspaceOf = (file: SourceFile): Workspace => {
  const manifest = JSON.parse(file.text) as Record<string, unknown>
  const keys = (...fields: ReadonlyArray<string>) =>
    new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {})))
  return {
    folder: posix.dirname(file.path),
    name: String(manifest.name),
    runtime: keys("dependencies", "peerDependencies", "optionalDependencies"),
    development: keys("devDependencies"),
    bundles: /package\.ts src\//.test(textIn(manifest, "scripts", "build")),
    effectRange: textIn(manifest, "peerDependencies", "effect")
  }
}

const textIn = (manifest: Record<string, unknown>, field: string, name: string): string =>
  String(Object(manifest[field])[name] ?? "")

/** The innermost workspace that holds the path; the root workspace holds the rest. */
const ownerOf = (path: string, workspaces: ReadonlyArray<Workspace>): Workspace | undefined =>
  workspaces
    .filter(({ folder }) => folder === "." || path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0]

const allowedFor = (folder: string, isSource: boolean): ReadonlyArray<string> | "all" => {
  if (folder === "packages/core" && !isSource) return coreTestMayImport
  const listed = folder === "." ? mayImport.tests : mayImport[folder]
  if (folder === "packages/client" && !isSource) return clientTestMayImport
  const sources = [...adapterMayImport, ...(builtOn[folder] ?? [])]
  if (folder === "packages/console" && listed !== "all" && !isSource)
    return [...(listed ?? []), "@quittance/testing"]
  return listed ?? (isSource ? sources : [...sources, ...adapterTestMayImport])
}

const packageNameOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
