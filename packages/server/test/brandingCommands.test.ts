import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

describe("quittance branding", () => {
  const folder = temporaryFolder()
  const run = (...args: ReadonlyArray<string>) =>
    quittance(["branding", ...args, "--partner", "shop"], folder)
  const jsonOf = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args, "--json")
    assert.deepStrictEqual([status, stderr], [0, ""])
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    const made = await quittance(["keys", "create", "--partner", "shop"], folder)
    assert.strictEqual(made.status, 0, made.stderr)
    writeFileSync(join(folder, "sign.png"), drawnPng(1))
    writeFileSync(join(folder, "sign.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>")
  }, 60_000)

  it("sets what is given, from a file too, and an empty value takes it away", async () => {
    const logo = join(folder, "sign.png")
    const set = await jsonOf("set", "--name", "Corner Shop", "--logo", logo, "--colour", "#0A7D5C")
    assert.deepInclude(set, { partner: "shop", name: "Corner Shop", colour: "#0a7d5c", logoDark: null })
    assert.isAtMost(set.logo.width, 480)
    assert.isAtMost(set.logo.height, 160)
    const fewer = await jsonOf("set", "--logo", "", "--support", "help@shop.example")
    assert.deepInclude(fewer, { logo: null, support: "help@shop.example", colour: "#0a7d5c" })
    assert.deepStrictEqual(await jsonOf("show"), fewer)
    assert.match((await run("show")).stdout, /^What shop shows to its customers:\n\n.*Name.* Corner Shop\n/)
    const terms = await quittance(["terms", "show", "--partner", "shop"], folder)
    assert.include(terms.stdout, "Corner Shop")
  })

  it("refuses what is wrong by its flag, with what would be right", async () => {
    for (const [args, said] of [
      [["--colour", "green"], "--colour must be a colour as # and six hexadecimal digits, such as #0a7d5c."],
      [["--support", "call us"], "--support must be an https URL or a mail address"],
      [["--terms", "shop.example"], "--terms must be an absolute URL that starts with https:// or http://."],
      [["--logo", join(folder, "sign.svg")], "--logo must be a PNG, JPEG or WebP picture, not an SVG"],
      [["--logo", "https://shop.example/logo.png"], "--logo must be a path on this machine"],
      [[], "Name what changes: --name, --colour"]
    ] as const) {
      const { status, stderr, stdout } = await run("set", ...args)
      assert.deepStrictEqual([status, stdout], [2, ""], said)
      assert.include(stderr, said)
    }
  })
})
