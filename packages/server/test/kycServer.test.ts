import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { sendOnPage } from "./verificationPerson.ts"

/** Every file under a folder. */
const filesIn = (folder: string): ReadonlyArray<Buffer> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name)))

const untilSo = async (
  client: ReturnType<typeof fiatClient>,
  id: unknown,
  isSo: (session: Record<string, unknown>) => boolean
): Promise<void> => {
  while (!isSo(await client.get(`/api/v1/kyc/sessions/${id}`)));
}

describe("a live server", () => {
  it("has identities reviewed by people, who need the master key only to see what was shown", async () => {
    const folder = temporaryFolder()
    const live = {
      QUITTANCE_MODE: "live",
      QUITTANCE_MASTER_KEY: Buffer.alloc(32, 9).toString("base64"),
      QUITTANCE_PUBLIC_URL: "https://pay.shop.example"
    }
    const keyless = { ...live, QUITTANCE_MASTER_KEY: "" }
    const scopes = ["--scopes", "kyc:write,payments:read"]
    const created = await quittance(
      ["keys", "create", "--partner", "shop", "--json", ...scopes],
      folder,
      live
    )
    const server = await QuittanceServer.start(folder, live)
    const client = fiatClient(server.url, JSON.parse(created.stdout))
    const session = await client.post("/api/v1/kyc/sessions", {
      level: "basic",
      metadata: { customer: "c-17" }
    })
    const link = String(session.verificationUrl)
    assert.match(link, /^https:\/\/pay\.shop\.example\/verify\//)
    for (const drawing of [1, 2]) await sendOnPage(server.url, link, drawnPng(drawing))

    const id = String(session.id)
    const saved = join(folder, "saved")
    const [unseen, seen] = [
      await quittance(["kyc", "show", id, "--save-to", saved], folder, keyless),
      await quittance(["kyc", "show", id, "--save-to", saved, "--json"], folder, live)
    ]
    assert.deepStrictEqual([unseen.status, unseen.stdout], [2, ""])
    assert.match(unseen.stderr, /^quittance: QUITTANCE_MASTER_KEY is not set; /)
    assert.strictEqual(seen.status, 0, seen.stderr)
    const files = filesIn(saved)
    assert.lengthOf(files, 2)
    for (const file of files) {
      const part = file.subarray(file.length / 2, file.length / 2 + 16)
      assert.isFalse(filesIn(join(folder, "documents")).some((each) => each.includes(part)))
    }

    const sandbox = await fetch(`${server.url}/sandbox/v1/kyc/sessions/${id}/decide`, { method: "POST" })
    assert.strictEqual(sandbox.status, 404)
    const decided = await quittance(
      ["kyc", "decide", id, "--as", "completed", "--by", "ann"],
      folder,
      keyless
    )
    assert.strictEqual(decided.status, 0, decided.stderr)
    await untilSo(client, id, ({ status }) => status === "completed")
    assert.strictEqual(await server.stop(), 0)
    assert.notMatch(server.stdout, /c-17|\/verify\/[0-9a-f]/)
  })
})

describe("a server with a retention and a folder of its own for documents", () => {
  it("redacts what ended longer ago, by itself", async () => {
    const folder = temporaryFolder()
    const documents = join(folder, "elsewhere", "kyc")
    const server = await QuittanceServer.start(folder, {
      QUITTANCE_DOCUMENTS: documents,
      QUITTANCE_KYC_RETENTION_DAYS: "2"
    })
    assert.include(server.readyLine, { documents })
    assert.isFalse(existsSync(join(folder, "documents")))
    const client = fiatClient(server.url, credentialsIn(folder))
    const { id, verificationUrl } = await client.post("/api/v1/kyc/sessions", { level: "basic" })
    await sendOnPage(server.url, String(verificationUrl), drawnPng(3))
    assert.lengthOf(filesIn(documents), 2)
    await client.post(`/sandbox/v1/kyc/sessions/${id}/decide`, { outcome: "completed" })
    const dayAfter = () => client.post("/sandbox/v1/clock/advance", { seconds: 24 * 60 * 60 })
    await dayAfter()
    assert.include(await client.get(`/api/v1/kyc/sessions/${id}`), { redactedAt: null })
    await dayAfter()
    await dayAfter()
    await untilSo(client, id, ({ redactedAt }) => redactedAt !== null)
    const ofSession = join(documents, String(readdirSync(documents)[0]), String(id))
    while (existsSync(ofSession)) await client.get(`/api/v1/kyc/sessions/${id}`)
    assert.strictEqual(await server.stop(), 0)
  })
})

describe("a server on a machine where sharp does not run", () => {
  it("says so, and does everything but KYC sessions", async () => {
    const folder = temporaryFolder()
    const hook = join(folder, "noSharp.mjs")
    writeFileSync(
      hook,
      `import { registerHooks } from "node:module"
       registerHooks({
         resolve: (specifier, context, next) => {
           if (specifier === "sharp") throw new Error("no binary for this machine")
           return next(specifier, context)
         }
       })`
    )
    const server = await QuittanceServer.start(folder, { NODE_OPTIONS: `--import=${hook}` })
    assert.include(server.stdout, "KYC sessions answer 503: pictures cannot be read")
    assert.include(server.stdout, "no binary for this machine")
    const client = fiatClient(server.url, credentialsIn(folder))
    await client.post("/api/v1/invoices", { amount: 1, currency: "USD" })
    const { secret } = credentialsIn(folder)
    const refused = await fetch(`${server.url}/api/v1/kyc/sessions`, {
      method: "POST",
      headers: { "x-api-key": secret, "content-type": "application/json" },
      body: JSON.stringify({ level: "basic" })
    })
    assert.strictEqual(refused.status, 503, await refused.clone().text())
    assert.include(await refused.text(), "service_unavailable")
    assert.strictEqual(await server.stop(), 0)
  })
})
