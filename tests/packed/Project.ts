import { execFile } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { temporaryFolder } from "@quittance/testing"
import { newcomer } from "./newcomer.ts"
import { servePackages } from "./PackageRegistry.ts"

const root = resolve(import.meta.dirname, "../..")

export interface Ended {
  readonly status: number
  readonly printed: string
}

/** A TypeScript project of somebody else: an empty folder into which packages were installed as they are published. */
export interface Project {
  readonly folder: string
  readonly write: (file: string, text: string) => void
  /** Takes a folder of this repository over, under the same name. */
  readonly copy: (folder: string) => void
  /** Runs one of its files with Node, or with the arguments that are given. */
  readonly node: (...args: ReadonlyArray<string>) => Promise<Ended>
  /** Compiles these files: `strict`, and the declarations of all packages are checked too. */
  readonly compile: (...files: ReadonlyArray<string>) => Promise<Ended>
}

const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ["node"]
}

export const installed = async (...packages: ReadonlyArray<string>): Promise<Project> => {
  const folder = temporaryFolder()
  const run = async (command: string, ...args: ReadonlyArray<string>): Promise<Ended> => {
    const ended = promisify(execFile)(command, args, {
      cwd: folder,
      env: newcomer({ npm_config_registry: registry }),
      maxBuffer: 2 ** 26
    })
    return ended.then(
      ({ stderr, stdout }) => ({ status: 0, printed: `${stdout}${stderr}` }),
      ({ code, stderr, stdout }) => ({ status: Number(code), printed: `${stdout}${stderr}` })
    )
  }
  const registry = await servePackages()
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }))
  const { printed, status } = await run(
    "npm",
    ...["install", "--no-audit", "--no-fund", "--ignore-scripts", "--strict-peer-deps", "--save-exact"],
    ...packages
  )
  if (status !== 0) throw new Error(printed)
  return {
    folder,
    write,
    copy: (name) => cpSync(join(root, name), join(folder, name), { recursive: true }),
    node: (...args) => run(process.execPath, ...args),
    compile: (...files) => {
      write("tsconfig.json", JSON.stringify({ compilerOptions, files }))
      return run(process.execPath, join(folder, "node_modules/typescript/bin/tsc"), "--singleThreaded")
    }
  }
}

/** What an example of this repository prints. */
export const expectedOf = (example: string): string =>
  readFileSync(join(root, "examples", example, "expected.txt"), "utf8")
