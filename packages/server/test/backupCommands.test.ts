import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, signedFetch } from "./signedFetch.ts"

describe("quittance backup and quittance restore", () => {
  it.each(["backup", "restore"])(
    "%s names the tools of PostgreSQL where that is the store",
    async (command) => {
      const folder = temporaryFolder()
      const { status, stderr, stdout } = await quittance([command, "copy.db"], folder, {
        QUITTANCE_DB: "postgres://me:s3cret@127.0.0.1:1/money"
      })
      assert.deepStrictEqual([status, stdout], [1, ""])
      assert.strictEqual(
        stderr,
        `quittance: quittance ${command} works on a SQLite file, and QUITTANCE_DB names a PostgreSQL database: use pg_dump and pg_restore, or pg_basebackup with point-in-time recovery; see docs/guides/backup-and-restore.md.\n`
      )
      assert.isEmpty(readdirSync(folder))
    }
  )

  it("copy a store that is served, refuse one that is in use, and put it back on hold", async () => {
    const folder = temporaryFolder()
    const file = join(folder, "backup.db")
    const server = await serveHere(folder)
    const credentials = credentialsIn(folder)
    const printed = await quittance(["backup", file, "--json"], folder)
    assert.strictEqual(printed.status, 0, printed.stderr)
    const copy = JSON.parse(printed.stdout)
    assert.deepInclude(copy, { file, mode: "sandbox", payoutCount: 0, faults: [] })
    assert.match(copy.link, /^[\w-]{43}$/)
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    const again = await quittance(["backup", file], folder)
    assert.strictEqual(again.status, 1)
    assert.match(again.stderr, /^quittance: .* already exists/)
    const inUse = await quittance(["restore", file], folder)
    assert.strictEqual(inUse.status, 1)
    assert.match(inUse.stderr, /is open in another process: stop every server and command on it/)
    await server.stop()

    const restored = await quittance(["restore", file], folder)
    assert.strictEqual(restored.status, 0, restored.stderr)
    assert.match(restored.stdout, /is on hold[\s\S]*quittance payouts release/)
    const kept = /kept +(\S+)/.exec(restored.stdout)?.[1] ?? ""
    assert.isTrue(existsSync(kept))
    const after = await serveHere(folder)
    const ready = await fetch(`${after.url}/readyz`)
    assert.strictEqual(ready.status, 200)
    assert.match(JSON.parse(await ready.text()).hold.reason, /restored from a backup/)
    assert.strictEqual((await signedFetch(after.url, credentials, { path: balancePath })).status, 200)
    assert.match(after.logged.join("\n"), /This store is on hold: it was restored/)
    await after.stop()
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  })
  it("refuse a copy with a row that was edited by hand, until its faults are accepted", async () => {
    const folder = temporaryFolder()
    const file = join(folder, "backup.db")
    const made = await quittance(["keys", "create", "--partner", "shop"], folder)
    assert.strictEqual(made.status, 0, made.stderr)
    const database = new DatabaseSync(join(folder, "quittance.db"))
    database.exec("UPDATE events SET at = at + 1")
    database.close()
    const unmade = await quittance(["backup", file], folder)
    assert.strictEqual(unmade.status, 1)
    assert.match(unmade.stderr, /no backup was made\. .*`--accept-faults`\.\n +the chain is broken at/)
    const copied = await quittance(["backup", file, "--accept-faults"], folder)
    assert.strictEqual(copied.status, 0, copied.stderr)
    assert.match(copied.stdout, /The copy has faults, which were accepted:\s+the chain is broken at/)
    const unrestored = await quittance(["restore", file], folder)
    assert.strictEqual(unrestored.status, 1)
    assert.match(unrestored.stderr, /nothing was restored\. .*`--accept-faults`/)
    const restored = await quittance(["restore", file, "--accept-faults", "--json"], folder)
    assert.strictEqual(restored.status, 0, restored.stderr)
    const { faults } = JSON.parse(restored.stdout)
    assert.match(faults.join(), /^the chain is broken at/)
  })
})
