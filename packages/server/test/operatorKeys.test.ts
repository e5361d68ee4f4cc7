import { assert, describe, it } from "@effect/vitest"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

describe("operator keys on the command line", () => {
  it("are made once, listed without the key, and revoked", async () => {
    const folder = temporaryFolder()
    const json = async (...args: ReadonlyArray<string>) => {
      const { status, stderr, stdout } = await quittance([...args, "--json"], folder)
      assert.strictEqual(status, 0, stderr)
      return { value: JSON.parse(stdout), stdout }
    }
    const scopes = "terms:write,partners:read"
    const { value: made } = await json(
      ...["keys", "create", "--operator", "--name", "billing", "--scopes", scopes],
      ...["--allow-ip", "10.0.0.0/8", "--expires-in-days", "30"]
    )
    assert.match(made.secret, /^ok_test_[\w-]{40,}$/)
    assert.deepStrictEqual([made.scopes, made.name], [scopes.split(","), "billing"])
    const { stdout, value: listed } = await json("keys", "list")
    assert.lengthOf(listed, 1)
    assert.deepInclude(listed[0], {
      ...{ id: made.id, partner: "operators", name: "billing", status: "active", lastUsedAt: null },
      ...{ scopes: made.scopes, allowedIps: ["10.0.0.0/8"], publicKey: `ok_test_...${made.secret.slice(-4)}` }
    })
    assert.notInclude(stdout, made.secret)
    const { value: revoked } = await json("keys", "revoke", made.id)
    assert.deepInclude(revoked, { id: made.id, status: "revoked" })
  }, 60_000)
})
