import { codeOf } from "./maskCode.ts"
import { lineAt, type SourceFile } from "./SourceFile.ts"

/** One import or re-export: the module it names, the names it takes from it (`*` for all) and the line it stands on. */
export interface ImportLine {
  readonly specifier: string
  readonly names: ReadonlyArray<string>
  readonly line: number
}

const named = /\b(?:import|export)\s+([\w$*{},\s]*?)\bfrom\s*(["'])(\s*)\2/g
const bare = /\bimport\s*\(?\s*(["'])(\s*)\1/g

export const importsOf = (file: SourceFile): ReadonlyArray<ImportLine> => {
  const code = codeOf(file)
  const line = (index: number, matched: string, length: number, names: ReadonlyArray<string>): ImportLine => {
    const end = index + matched.length - 1
    return { specifier: file.text.slice(end - length, end), names, line: lineAt(file.text, end) }
  }
  return [
    ...[...code.matchAll(named)].map((m) => line(m.index, m[0], m[3]?.length ?? 0, namesIn(m[1] ?? ""))),
    ...[...code.matchAll(bare)].map((m) => line(m.index, m[0], m[2]?.length ?? 0, ["*"]))
  ]
}

const namesIn = (clause: string): ReadonlyArray<string> =>
  (clause.split(/\b(?:import|export)\b/).at(-1) ?? "")
    .split(/[{},]/)
    .map((part) =>
      part
        .trim()
        .replace(/^type\s+/, "")
        .replace(/\s+as\s+.*$/, "")
    )
    .filter((name) => name !== "" && name !== "type")
