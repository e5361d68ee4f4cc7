import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { assert, describe, it } from "vitest"

const root = resolve(import.meta.dirname, "..")
const pages = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((path) => path !== "")

/** The name that GitHub gives a heading in links. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const anchorsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading))

/** What links within the repository lead to nowhere. */
const broken = (path: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, path), "utf8")
  return [...text.matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].flatMap(([, link = ""]) => {
    const [file = "", anchor] = link.split("#")
    const target = file === "" ? join(root, path) : join(root, dirname(path), file)
    if (!existsSync(target)) return [link]
    return anchor === undefined || anchorsIn(readFileSync(target, "utf8")).includes(anchor) ? [] : [link]
  })
}

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((path) => existsSync(join(root, path)))

const packagesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/packages\/[\w-]+/g)].map(([name]) => name)

/** Files that a page names and neither core nor the packages of the same row or table have. */
const unmapped = (path: string): ReadonlyArray<string> =>
  readFileSync(join(root, path), "utf8")
    .split("\n\n")
    .flatMap((block) => {
      const [head = "", ...rows] = block.split("\n")
      const lines = head.startsWith("|") ? rows : [block]
      return lines.flatMap((line) => {
        const places = ["packages/core", ...packagesIn(head), ...packagesIn(line)]
        return [...line.matchAll(/`([\w./-]+\.ts)`/g)].flatMap(([, file = ""]) => {
          const isThere = sources.some(
            (source) => source.endsWith(`/${file}`) && places.some((place) => source.startsWith(`${place}/`))
          )
          return isThere ? [] : [file]
        })
      })
    })

describe("the documents", () => {
  it("are found", () => assert.isAbove(pages.length, 40))

  for (const path of pages)
    it(`${path} leads to what is there`, () => {
      assert.deepStrictEqual(broken(path), [])
    })

  it("name in the map only files that its packages have", () => {
    assert.deepStrictEqual(unmapped("docs/map.md"), [])
  })

  it("begin with a README that is read in one go", () => {
    assert.isAtMost(readFileSync(join(root, "README.md"), "utf8").split("\n").length, 150)
  })
})
