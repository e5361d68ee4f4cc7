/**
 * Makes `dist` of the package in the current folder: declarations with tsc, and JavaScript beside them. With the names
 * of modules it bundles those, what they share and the dependencies of development that they use: Node then loads five
 * files instead of hundreds.
 *
 *     node ../../scripts/build/package.ts [src/index.ts src/adapter.ts …]
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { rolldown } from "rolldown"
import { directImports } from "./directImports.ts"

const modules = new URL("../../node_modules/", import.meta.url)

/** On one thread: other packages are built beside it, and each thread of the compiler does a part of the work again. */
const typescript = (...options: ReadonlyArray<string>): void => {
  const compiler = new URL("typescript/bin/tsc", modules).pathname
  const given = [compiler, "-p", "tsconfig.build.json", "--singleThreaded", ...options]
  const { status } = spawnSync(process.execPath, given, { stdio: "inherit" })
  if (status !== 0) process.exit(1)
}

/** The sources are in the package, so the map need not have them too. */
const withoutContents = (map: string): string => {
  const { sourcesContent: _, ...others } = JSON.parse(map)
  return JSON.stringify(others)
}

/** The terms of what is bundled, which must be where its code is. */
const licensesOf = (inlined: Iterable<string>): string =>
  Array.from(inlined, (name) => {
    const [file = ""] = globSync("LICENSE*", { cwd: new URL(`${name}/`, modules) })
    return `${name}\n\n${readFileSync(new URL(`${name}/${file}`, modules), "utf8").trim()}\n`
  }).join("\n---\n\n")

const bundle = async (entries: ReadonlyArray<string>): Promise<void> => {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"))
  const installed = [...Object.keys(dependencies), ...Object.keys(peerDependencies), "node:"]
  const inlined = new Set<string>()
  const made = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/^src\/|\.ts$/g, ""), file])),
    platform: "node",
    external: (id) => installed.some((each) => id.startsWith(each)),
    plugins: [
      {
        name: "imports",
        renderChunk: (code, { moduleIds }) => {
          for (const id of moduleIds) {
            const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
            if (name !== undefined) inlined.add(name)
          }
          return { code: directImports(code), map: null }
        }
      }
    ]
  })
  const names = {
    entryFileNames: "[name].js",
    chunkFileNames: "shared-[hash].js",
    minifyInternalExports: false
  }
  await made.write({ dir: "dist", format: "esm", sourcemap: true, ...names })
  await made.close()
  for (const map of globSync("dist/**/*.js.map"))
    writeFileSync(map, withoutContents(readFileSync(map, "utf8")))
  if (inlined.size > 0) writeFileSync("dist/licenses.txt", licensesOf([...inlined].sort()))
}

const entries = process.argv.slice(2)
rmSync("dist", { recursive: true, force: true })
if (entries.length > 0) {
  typescript("--emitDeclarationOnly")
  await bundle(entries)
} else {
  typescript()
  for (const file of globSync("dist/**/*.js")) {
    const code = readFileSync(file, "utf8")
    const direct = directImports(code)
    if (direct !== code) writeFileSync(file, direct)
  }
}
