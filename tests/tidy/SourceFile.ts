import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A text file of the repository: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One breach of a rule: where, what was found, and what to write instead. */
export interface Finding {
  readonly path: string
  readonly line: number
  readonly found: string
  readonly instead: string
}

export const print = (finding: Finding): string =>
  `${finding.path}:${finding.line}  ${finding.found}  →  ${finding.instead}`

export const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

/** Every text file that is tracked, or would be if it were added now. */
export const repositoryFiles = (root: string): ReadonlyArray<SourceFile> =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
    .toString()
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter((file) => !file.text.includes("\0"))

/** What `quittance init` copies is no part of the program: it becomes projects of others. */
const templates = "packages/server/templates/"

export const isTypeScript = ({ path }: SourceFile): boolean =>
  path.endsWith(".ts") && !path.startsWith(templates)
