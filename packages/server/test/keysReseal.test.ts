import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, signedFetch } from "./signedFetch.ts"

const [old, next] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString("base64"))

/** A key service that "wraps" by turning the bits round, in place of one that calls a key management service. */
const program = `#!${process.execPath}
const { operation, key, wrapped, context, keyId } = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const turned = (text) => Buffer.from(text, "base64").map((byte) => byte ^ 0xff).toString("base64")
const answers = {
  current: () => ({ keyId: "kms/1" }),
  wrap: () => ({ wrapped: turned(key) + " " + context }),
  unwrap: () => keyId === "kms/1" && wrapped.endsWith(" " + context)
    ? { key: turned(wrapped.split(" ")[0]) } : { refused: "not wrapped here" }
}
console.log(JSON.stringify(answers[operation]()))
`

describe("keys reseal", () => {
  it("moves a store to another master key while a server works, and then to a key service", async () => {
    const folder = temporaryFolder()
    const shop = JSON.parse(
      (
        await quittance(["keys", "create", "--partner", "shop", "--json"], folder, {
          QUITTANCE_MASTER_KEY: old ?? ""
        })
      ).stdout
    )
    const both = { QUITTANCE_MASTER_KEY: next ?? "", QUITTANCE_MASTER_KEY_PREVIOUS: old ?? "" }
    const alone = { QUITTANCE_MASTER_KEY: next ?? "" }

    const early = await quittance(["keys", "list"], folder, alone)
    assert.strictEqual(early.status, 0)
    const refused = await quittance(["serve"], folder, alone)
    assert.match(
      refused.stderr,
      /^quittance: QUITTANCE_MASTER_KEY is not the master key that .* was sealed with: the master key [0-9a-f]{16} is needed to open what is sealed, and the configured one is [0-9a-f]{16}; nothing was changed\.\n$/
    )

    const server = await serveHere(folder, both)
    const isServed = async () => (await signedFetch(server.url, shop, { path: balancePath })).status
    assert.strictEqual(await isServed(), 200)
    const checked = JSON.parse(
      (await quittance(["keys", "reseal", "--check", "--json"], folder, both)).stdout
    )
    assert.strictEqual(checked.remaining, 1)
    const { status, stdout } = await quittance(["keys", "reseal", "--json"], folder, both)
    const report = JSON.parse(stdout)
    assert.deepStrictEqual([status, report.ok, report.rewrapped, report.remaining], [0, true, 1, 0])
    assert.deepStrictEqual(Object.keys(report.dataKeys), [report.keyId])
    assert.strictEqual(await isServed(), 200)
    await server.stop()

    const again = await serveHere(folder, alone)
    assert.strictEqual((await signedFetch(again.url, shop, { path: balancePath })).status, 200)
    await again.stop()

    const path = join(folder, "kms.cjs")
    writeFileSync(path, program)
    chmodSync(path, 0o700)
    const kms = { QUITTANCE_MASTER_KEY_COMMAND: path }
    const moved = await quittance(["keys", "reseal"], folder, {
      ...kms,
      QUITTANCE_MASTER_KEY_PREVIOUS: next ?? ""
    })
    assert.strictEqual(moved.status, 0, moved.stderr)
    assert.include(moved.stdout, "The master key is kms/1.")
    assert.include(moved.stdout, "No other master key is needed.")
    const last = await serveHere(folder, kms)
    assert.strictEqual((await signedFetch(last.url, shop, { path: balancePath })).status, 200)
    await last.stop()
    for (const text of [stdout, moved.stdout, moved.stderr, refused.stderr])
      for (const key of [old, next]) assert.notInclude(text, key ?? "none")
  })

  it("takes a new key from the first line of a sandbox's key file", async () => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], folder)
    const file = join(folder, "master.key")
    writeFileSync(file, `${next}\n${readFileSync(file, "utf8")}`)
    const { status, stdout } = await quittance(["keys", "reseal", "--json"], folder)
    assert.deepStrictEqual([status, JSON.parse(stdout).rewrapped], [0, 1])
    writeFileSync(file, `${next}\n`)
    const after = await quittance(["keys", "reseal", "--check", "--json"], folder)
    assert.deepStrictEqual([after.status, JSON.parse(after.stdout).remaining], [0, 0])
  })

  it("and the start tell in one sentence what is wrong with a key service", async () => {
    const folder = temporaryFolder()
    const missing = await quittance(["serve"], folder, { QUITTANCE_MASTER_KEY_COMMAND: "/none/of/it" })
    assert.match(
      missing.stderr,
      /^quittance: QUITTANCE_MASTER_KEY_COMMAND: the key service cannot be reached: .*\.\n$/
    )
    const failing = await quittance(["serve"], folder, { QUITTANCE_MASTER_KEY_COMMAND: "false" })
    assert.include(failing.stderr, "false ended with status 1")
    const twice = await quittance(["serve"], folder, {
      QUITTANCE_MASTER_KEY_COMMAND: "false",
      QUITTANCE_MASTER_KEY: next ?? ""
    })
    assert.include(
      twice.stderr,
      "Only one of QUITTANCE_MASTER_KEY and QUITTANCE_MASTER_KEY_COMMAND may be set."
    )
    const file = await quittance(["serve"], folder, { QUITTANCE_MASTER_KEY_FILE: join(folder, "none") })
    assert.include(file.stderr, "does not exist")
  })
})
