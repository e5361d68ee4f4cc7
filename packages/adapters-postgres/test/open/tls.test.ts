import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { loopbackCertificate, temporaryFolder } from "@quittance/testing"
import { asked, startServer } from "@quittance/testing/postgres"
import { Effect, Layer, Result } from "effect"

/** A database on a server that accepts nobody without TLS but the one who sets it up. */
const encryptedDatabase = async (): Promise<string> => {
  const url = await (await startServer(["fsync = off"])).newDatabase()
  const [{ data_directory: data }] = (await asked(url, "SHOW data_directory")) as [{ data_directory: string }]
  const { gid, uid } = statSync(data)
  for (const [name, text] of [
    ["server.crt", loopbackCertificate.cert],
    ["server.key", loopbackCertificate.key]
  ] as const) {
    const file = join(data, name)
    writeFileSync(file, text)
    chmodSync(file, 0o600)
    chownSync(file, uid, gid)
  }
  const access = join(data, "pg_hba.conf")
  const rules = readFileSync(access, "utf8")
  writeFileSync(access, `hostssl all all 127.0.0.1/32 trust\nhostnossl all all 127.0.0.1/32 reject\n${rules}`)
  await asked(url, "ALTER SYSTEM SET ssl = on")
  await asked(url, "SELECT pg_reload_conf()")
  const to = new URL(url)
  // The certificate is for this name.
  to.hostname = "localhost"
  return to.href
}

/** What the operator reads where the store does not open. */
const refusal = (url: string): Promise<string | undefined> =>
  Effect.runPromise(
    Effect.scoped(Layer.build(PostgresStore.layer({ url, mode: "sandbox" }))).pipe(
      Effect.result,
      Effect.map((opened) => (Result.isFailure(opened) ? opened.failure.message : undefined))
    )
  )

describe("a server that requires TLS", () => {
  let url: string
  const authority = join(temporaryFolder(), "authority.crt")

  beforeAll(async () => {
    writeFileSync(authority, loopbackCertificate.cert)
    url = await encryptedDatabase()
    // The server reads its new settings a moment after it was told to.
    while ((await refusal(`${url}?sslmode=no-verify`)) !== undefined);
  }, 60_000)

  it("is told about to who comes without", async () => {
    for (const plain of [url, `${url}?sslmode=disable`])
      assert.match(String(await refusal(plain)), /without TLS .*; add sslmode=verify-full to the URL\.$/)
  })

  it.each(["prefer", "require", "verify-ca", "verify-full"])(
    "is believed by its certificate alone with sslmode=%s",
    async (mode) => {
      const strict = `${url}?sslmode=${mode}`
      assert.match(
        String(await refusal(strict)),
        /^The certificate of the server localhost:\d+ is not accepted \(.*; if its authority is your own, add sslrootcert=FILE/
      )
      const trusting = `${strict}&sslrootcert=${authority}`
      assert.isUndefined(await refusal(trusting))
      // Another spelling of the same address, which the certificate does not have.
      const elsewhere = trusting.replace("localhost", "127.1")
      assert.match(String(await refusal(elsewhere)), /not accepted \(Hostname\/IP does not match/)
    }
  )

  it("is not asked where the authority's file is missing", async () => {
    assert.match(
      String(await refusal(`${url}?sslmode=require&sslrootcert=${authority}.not`)),
      /^A file that the URL of localhost:\d+ names cannot be read: ENOENT/
    )
  })
})

it("a server without TLS is refused by who requires it, and an sslmode that does not exist by its name", async () => {
  const plain = await (await startServer(["fsync = off"])).newDatabase()
  assert.match(
    String(await refusal(`${plain}?sslmode=require`)),
    /has no TLS, and the sslmode of the URL requires it/
  )
  assert.strictEqual(
    await refusal(`${plain}?sslmode=on`),
    'The sslmode of the URL is "on"; it must be disable, no-verify, prefer, require, verify-ca or verify-full.'
  )
})
