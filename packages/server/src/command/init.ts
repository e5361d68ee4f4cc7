import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { shellQuoted } from "../cli/shellQuoted.ts"
import { UsageError } from "../cli/UsageError.ts"
import { writeFailure } from "../start/fileFailure.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { printJson, printLine, printLines } from "./print.ts"
import { type Framework, frameworks, packageText } from "./projectPackage.ts"
import { runToEnd } from "./runToEnd.ts"

const templates = fileURLToPath(new URL("../../templates/", import.meta.url))

/** `quittance init`: a project that takes payments, from files of this package. It asks nobody and installs nothing. */
export const run: RunCommand = (input) => {
  const folder = pathIn("FOLDER", input.operand, "./payments")
  const framework = input.required("--framework") as Framework
  refuseIfTaken(folder, input.operand)
  return runToEnd(
    Effect.gen(function* () {
      const files = yield* Effect.try({
        try: () => makeProject(folder, framework),
        catch: (error) => new StartRefused({ message: `${writeFailure(folder, error)}.` })
      })
      if (input.has("--json")) printJson({ folder, framework, files })
      else {
        printLine(`Made a project of ${frameworks[framework].title} in ${folder}.\n`)
        printLines([`  cd ${shellQuoted(input.operand)}`, "  npm install", "  npm test", "  npm start"])
      }
      return 0
    })
  )
}

const refuseIfTaken = (folder: string, typed: string): void => {
  if (/^\s*$|\p{C}/u.test(basename(folder)))
    throw new UsageError("FOLDER must have a name of characters that are seen, such as ./payments.")
  const parent = statSync(dirname(folder), { throwIfNoEntry: false })
  if (parent?.isDirectory() !== true)
    throw new UsageError(
      `FOLDER must be in a folder that exists, and ${dirname(typed)} is none: make it first.`
    )
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return
    throw new UsageError(`FOLDER must be empty or not exist, and ${typed} is a link to nothing.`)
  }
  if (!found.isDirectory()) throw new UsageError(`FOLDER must be a folder, and ${typed} is a file.`)
  if (readdirSync(folder).length > 0)
    throw new UsageError(`FOLDER must be empty or not exist, and ${typed} has files: name another one.`)
}

/** Made beside and then moved into place, so that none is left half made. Returns the files in it. */
const makeProject = (folder: string, framework: Framework): ReadonlyArray<string> => {
  const draft = `${folder}.draft-${process.pid}`
  try {
    // Of one folder: with its parents, Node never ends where the system lets nobody make any, as in /proc.
    mkdirSync(draft)
    for (const each of frameworks[framework].folders)
      cpSync(join(templates, each), draft, { recursive: true })
    // npm packs no file of that name.
    renameSync(join(draft, "gitignore"), join(draft, ".gitignore"))
    const files = filesIn(draft)
    for (const file of files) fillIn(join(draft, file), projectName(folder), framework)
    writeFileSync(join(draft, "package.json"), packageText(projectName(folder), framework))
    // One that is there may be where somebody works, and stays.
    if (existsSync(folder))
      for (const each of readdirSync(draft)) renameSync(join(draft, each), join(folder, each))
    else renameSync(draft, folder)
    return [...files, "package.json"].sort()
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))

const fillIn = (file: string, name: string, framework: Framework): void => {
  const text = readFileSync(file, "utf8")
  const filled = text.replaceAll("{{name}}", name).replaceAll("{{framework}}", frameworks[framework].title)
  if (filled !== text) writeFileSync(file, filled)
}

/** As npm allows names. */
const projectName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "") || "payments"
