import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const shop = "https://pay.shop.example/base"
const own = { QUITTANCE_PUBLIC_URL: "https://laptop.example" }

/** What an operator prints and writes with links, after a server with this public URL has run. */
const linksOf = async (folder: string, store: Readonly<Record<string, string>> = {}) => {
  const file = join(folder, "invoices.csv")
  writeFileSync(file, "amount,currency\n5,EUR\n")
  const command = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await quittance(args, folder, { ...store, ...own })
    assert.strictEqual(status, 0, stderr)
    return stdout
  }
  const imported = await command("batch", "import", file, "--partner", "sandbox", "--json")
  const table = await command("batch", "import", file, "--partner", "sandbox")
  await command("invoices", "export", "--partner", "sandbox", "--output", join(folder, "out.csv"))
  const exported = readFileSync(join(folder, "out.csv"), "utf8")
  const listed = await command("invoices", "list", "--json")
  return [imported, table, exported, listed].flatMap((text) => [
    ...new Set([...text.matchAll(/(https?:\/\/\S+)\/pay\/bank\//g)].map(([, base]) => base))
  ])
}

describe("the links that commands write are those of the server that ran last", () => {
  it("on SQLite, whatever the environment of the command says", async () => {
    const folder = temporaryFolder()
    const server = await serveHere(folder, { QUITTANCE_PUBLIC_URL: `${shop}/` })
    assert.deepStrictEqual(await linksOf(folder), [shop, shop, shop, shop])
    await server.stop()
    assert.deepStrictEqual(await linksOf(folder), [shop, shop, shop, shop], "when it has stopped, too")
    const moved = await serveHere(folder)
    assert.deepStrictEqual(new Set(await linksOf(folder)), new Set([moved.url]), "of its own port")
    await moved.stop()
    // A worker without a public URL serves no page.
    await (await serveHere(folder, { QUITTANCE_ROLE: "worker" })).stop()
    assert.deepStrictEqual(new Set(await linksOf(folder)), new Set([moved.url]))
  })

  it("are those of its environment before a server has run", async () => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "sandbox"], folder)
    assert.deepStrictEqual(new Set(await linksOf(folder)), new Set([own.QUITTANCE_PUBLIC_URL]))
  })
})
