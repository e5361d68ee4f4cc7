import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { startBucket } from "./S3Bucket.ts"
import { sendOnPage } from "./verificationPerson.ts"

it("two servers share documents in a bucket, and a redaction deletes them there", async () => {
  const bucket = await startBucket()
  const folder = temporaryFolder()
  const first = await QuittanceServer.start(folder, bucket.variables)
  const second = await QuittanceServer.start(folder, bucket.variables)
  const endpoint = bucket.variables.QUITTANCE_DOCUMENTS.replace(/.*endpoint=/, "")
  assert.include(first.readyLine, { documents: `s3://documents/kyc at ${endpoint}` })
  const client = fiatClient(first.url, credentialsIn(folder))
  const { id, verificationUrl } = await client.post("/api/v1/kyc/sessions", { level: "basic" })
  await sendOnPage(first.url, String(verificationUrl), drawnPng(1))
  await sendOnPage(second.url, String(verificationUrl), drawnPng(2))
  assert.lengthOf(bucket.documents(), 2)
  assert.lengthOf(bucket.keys(), 1)
  assert.notInclude(readdirSync(folder), "documents")

  const saved = join(folder, "saved")
  const shown = await quittance(["kyc", "show", String(id), "--save-to", saved], folder, bucket.variables)
  assert.strictEqual(shown.status, 0, shown.stderr)
  assert.lengthOf(readdirSync(saved), 2)

  await client.post(`/api/v1/kyc/sessions/${id}/redact`, {})
  while (bucket.documents().length + bucket.keys().length > 0) await client.get(`/api/v1/kyc/sessions/${id}`)
  assert.deepStrictEqual([await first.stop(), await second.stop()], [0, 0])
})
