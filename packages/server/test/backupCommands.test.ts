import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, signedFetch } from "./signedFetch.ts"

describe("quittance backup and quittance restore", () => {
  it("copy a store that is served, refuse one that is in use, and put it back on hold", async () => {
    const folder = temporaryFolder()
    const file = join(folder, "backup.db")
    const server = await QuittanceServer.start(folder)
    const credentials = credentialsIn(folder)
    const told = await quittance(["backup", file, "--json"], folder)
    assert.strictEqual(told.status, 0, told.stderr)
    const copy = JSON.parse(told.stdout)
    assert.deepInclude(copy, { file, mode: "sandbox", payoutCount: 0 })
    assert.match(copy.link, /^[\w-]{43}$/)
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    const again = await quittance(["backup", file], folder)
    assert.strictEqual(again.status, 1)
    assert.match(again.stderr, /^quittance: .* is there already/)
    const inUse = await quittance(["restore", file], folder)
    assert.strictEqual(inUse.status, 1)
    assert.match(inUse.stderr, /is open in another process: stop every server and command on it/)
    await server.stop()

    const restored = await quittance(["restore", file], folder)
    assert.strictEqual(restored.status, 0, restored.stderr)
    assert.match(restored.stdout, /is on hold[\s\S]*quittance payouts release/)
    const kept = /kept +(\S+)/.exec(restored.stdout)?.[1] ?? ""
    assert.isTrue(existsSync(kept))
    const after = await QuittanceServer.start(folder)
    const ready = await fetch(`${after.url}/readyz`)
    assert.strictEqual(ready.status, 200)
    assert.match(JSON.parse(await ready.text()).hold.reason, /restored from a backup/)
    assert.strictEqual((await signedFetch(after.url, credentials, { path: balancePath })).status, 200)
    assert.match(after.stdout + after.stderr, /This store is on hold: it was restored/)
    await after.stop()
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  }, 60_000)
})
