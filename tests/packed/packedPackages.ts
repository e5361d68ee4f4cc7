import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { locks } from "node:worker_threads"

const root = resolve(import.meta.dirname, "../..")

const cache = join(root, "node_modules/.cache")

/** Other files give another folder. */
const folderOfSources = (): string => {
  const hash = createHash("sha256")
  const exclude = (path: string) => /\/(?:dist|node_modules|test)$/.test(path)
  for (const file of globSync(["packages/*/**", "scripts/build/*"], { cwd: root, exclude }).sort()) {
    const entry = statSync(join(root, file))
    if (entry.isFile()) hash.update(`${file} ${entry.size} ${entry.mtimeMs}\n`)
  }
  return join(cache, `quittance-packed-${hash.digest("hex").slice(0, 16)}`)
}

const run = (command: string, args: ReadonlyArray<string>) =>
  promisify(execFile)(command, args, { cwd: root, maxBuffer: 2 ** 26 }).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`)
  })

const pack = async (folder: string): Promise<void> => {
  // Those of other sources are of no use any more.
  for (const name of globSync("quittance-packed-*", { cwd: cache }))
    rmSync(join(cache, name), { recursive: true })
  // What is not built anew after the tests: the gate's build finds it done.
  await run("npm", ["run", "--silent", "build"])
  const fresh = mkdtempSync(`${folder}-`)
  const workspaces = readdirSync(join(root, "packages")).map((name) => `--workspace=packages/${name}`)
  await run("npm", ["pack", "--silent", "--ignore-scripts", `--pack-destination=${fresh}`, ...workspaces])
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Another run of the tests was first: its folder is as good as ours.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** A package as `npm publish` would send it. */
export interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string }
  /** The path of its tarball. */
  readonly file: string
}

/**
 * All packages of this repository, built and packed: once for each state of the sources, whatever number of test files
 * asks. The tarballs lie below `node_modules`.
 */
export const packedPackages = async (): Promise<ReadonlyArray<PackedPackage>> => {
  const folder = folderOfSources()
  // Of all workers of this process one builds, and the others wait for it.
  await locks.request(folder, () => (existsSync(folder) ? undefined : pack(folder)))
  return readdirSync(join(root, "packages")).map((name) => {
    const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))
    const file = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`
    return { manifest, file: join(folder, file) }
  })
}
