import type { Finding, SourceFile } from "./SourceFile.ts"

const coreRoot = "packages/core/src/"
const entrance = `${coreRoot}index.ts`
/** What a newcomer meets at once. A commit that raises a number says why. */
const foldersMax = 5
const namesMax = 152

/** What lies directly in the sources of core, and the names that hosts import. */
export const entranceFindings = (
  files: ReadonlyArray<SourceFile>,
  max: { readonly folders: number; readonly names: number } = { folders: foldersMax, names: namesMax }
): ReadonlyArray<Finding> => {
  const core = files.filter(({ path }) => path.startsWith(coreRoot))
  const folders = new Set(
    core.flatMap(({ path }) => {
      const [folder = "", ...rest] = path.slice(coreRoot.length).split("/")
      return rest.length > 0 ? [folder] : []
    })
  )
  const names = namesIn(core.find(({ path }) => path === entrance)?.text ?? "")
  const tooMany = (path: string, count: number, most: number, what: string): ReadonlyArray<Finding> =>
    count <= most
      ? []
      : [{ path, line: 1, found: `${count} ${what}`, instead: `at most ${most}: a newcomer reads them all` }]
  return [
    ...tooMany(coreRoot, folders.size, max.folders, "folders"),
    ...tooMany(entrance, names.length, max.names, "names for hosts"),
    ...names.flatMap(({ from, line, name }): ReadonlyArray<Finding> => {
      const text = core.find(({ path }) => path === coreRoot + from.replace("./", ""))?.text ?? ""
      return isDocumented(text, name)
        ? []
        : [{ path: entrance, line, found: name, instead: `a docstring in ${from}, which editors show` }]
    })
  ]
}

interface ExportedName {
  readonly name: string
  /** As it is declared; undefined for a whole module. */
  readonly from: string
  readonly line: number
}

const exported = /^export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)"/gm

const namesIn = (text: string): ReadonlyArray<ExportedName> =>
  [...text.matchAll(exported)].flatMap(({ 1: list = "", 2: module, 3: from = "", index }) => {
    const line = text.slice(0, index).split("\n").length
    if (module !== undefined) return [{ name: `* as ${module}`, from, line }]
    return list
      .split(",")
      .map((each) => each.trim().replace(/^type /, ""))
      .filter((each) => each !== "")
      .map((each) => ({ name: each.split(" as ")[0] ?? each, from, line }))
  })

/**
 * Whether a comment ends right before the declaration; of a whole module, before the first declaration that it exports.
 */
const isDocumented = (text: string, name: string): boolean =>
  new RegExp(
    `\\*/\\nexport (?:declare )?(?:abstract )?(?:const|function|class|interface|type) ${name.startsWith("* as ") ? "\\w+" : `${name}\\b`}`
  ).test(text)
