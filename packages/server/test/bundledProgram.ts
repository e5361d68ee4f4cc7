import { createHash } from "node:crypto"
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const source = fileURLToPath(new URL("../src/main.ts", import.meta.url))
const cache = join(root, "node_modules/.cache")

/** Other files give another folder. */
const folderOfSources = (): string => {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")))
  for (const file of globSync("packages/*/src/**/*.ts", { cwd: root }).sort()) {
    const { mtimeMs, size } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return join(cache, `quittance-server-${hash.digest("hex").slice(0, 16)}`)
}

const isOurs = (id: string): boolean => /^(?:[./\0]|@quittance\/|@oxc-project\/|effect(?:\/|$))/.test(id)

const build = async (folder: string): Promise<void> => {
  const fresh = mkdtempSync(`${folder}-`)
  const bundle = await rolldown({
    input: source,
    platform: "node",
    treeshake: false,
    resolve: { conditionNames: ["source", "node", "import"] },
    external: (id) => !isOurs(id),
    plugins: [
      {
        name: "files beside a source are found from where it is",
        transform: (code, id) =>
          id.includes("/packages/") && code.includes("import.meta.url")
            ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
            : null
      }
    ]
  })
  await bundle.write({ dir: fresh, format: "esm" })
  await bundle.close()
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Another worker was first: its folder is as good as ours.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(folder, "main.js"))) throw error
  }
}

/**
 * The command `quittance` in a few files instead of a thousand modules, which is as quick to start as two processes are
 * the other way. It is made once for each state of the sources, and lies below `node_modules`.
 */
export const bundledProgram = async (): Promise<string> => {
  const folder = folderOfSources()
  if (!existsSync(join(folder, "main.js"))) await build(folder)
  return join(folder, "main.js")
}
