import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly gypfile?: boolean
}

/** Entries of the lock file by folder. */
const lock: { readonly packages: { readonly [path: string]: Entry } } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")
)

/**
 * Programs of development tools for other platforms than CI's, which the registry that wrote the lock did not have. To
 * shorten this list, put what `npm view NAME@VERSION dist.integrity` prints into the entry by hand. It never grows.
 */
const unverified: ReadonlyArray<string> = [
  "@biomejs/cli-android-arm64@2.6.8",
  "@biomejs/cli-android-x64@2.6.8",
  "@biomejs/cli-darwin-arm64@2.6.8",
  "@biomejs/cli-darwin-x64@2.6.8",
  "@biomejs/cli-linux-arm64-musl@2.6.8",
  "@biomejs/cli-linux-x64-musl@2.6.8",
  "@biomejs/cli-win32-arm64@2.6.8",
  "@biomejs/cli-win32-x64@2.6.8",
  "@oxc-parser/binding-android-arm-eabi@0.156.0",
  "@oxc-parser/binding-android-arm64@0.156.0",
  "@oxc-parser/binding-darwin-arm64@0.156.0",
  "@oxc-parser/binding-darwin-x64@0.156.0",
  "@oxc-parser/binding-freebsd-x64@0.156.0",
  "@oxc-parser/binding-linux-arm-gnueabihf@0.156.0",
  "@oxc-parser/binding-linux-arm-musleabihf@0.156.0",
  "@oxc-parser/binding-linux-ppc64-gnu@0.156.0",
  "@oxc-parser/binding-linux-riscv64-gnu@0.156.0",
  "@oxc-parser/binding-linux-riscv64-musl@0.156.0",
  "@oxc-parser/binding-linux-s390x-gnu@0.156.0",
  "@oxc-parser/binding-openharmony-arm64@0.156.0",
  "@oxc-parser/binding-win32-arm64-msvc@0.156.0",
  "@oxc-parser/binding-win32-ia32-msvc@0.156.0",
  "@oxc-parser/binding-win32-x64-msvc@0.156.0",
  "@turbo/darwin-64@2.11.11",
  "@turbo/darwin-arm64@2.11.11",
  "@turbo/windows-64@2.11.11",
  "@turbo/windows-arm64@2.11.11"
]

it("every package of the lock is named by its hash, but for tools of other platforms", () => {
  const found = Object.entries(lock.packages).filter(
    ([path, entry]) =>
      path.includes("node_modules/") &&
      entry.link !== true &&
      entry.inBundle !== true &&
      !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "")
  )
  assert.deepStrictEqual(
    found.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`),
    unverified
  )
  // None of them is ever installed by somebody who uses a package of this repository.
  for (const [path, { dev, optional }] of found) assert.isTrue(dev === true && optional === true, path)
})

it("the lock keeps npm 10 from compiling better-sqlite3", () => {
  assert.strictEqual(
    lock.packages["node_modules/better-sqlite3"]?.gypfile,
    false,
    'put `"gypfile": false` back into the entry of better-sqlite3 in package-lock.json: the package ships its binaries, but npm 10 takes this only from the lock, and npm drops it whenever it writes the lock anew'
  )
})
