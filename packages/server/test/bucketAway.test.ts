import { assert, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, QuittanceServer, temporaryFolder } from "./QuittanceProcess.ts"
import { startBucket } from "./S3Bucket.ts"
import { sendOnPage, sentOnPage } from "./verificationPerson.ts"

it("while the bucket of documents is away, uploads are answered 503, and work again when it is back", async () => {
  const bucket = await startBucket()
  const folder = temporaryFolder()
  const server = await QuittanceServer.start(folder, bucket.variables)
  const client = fiatClient(server.url, credentialsIn(folder))
  const newSession = async () =>
    String((await client.post("/api/v1/kyc/sessions", { level: "basic" })).verificationUrl)
  const sessions = [await newSession(), await newSession()]

  await bucket.stop()
  const refused = await Promise.all(sessions.map((each) => sentOnPage(server.url, each, drawnPng(1))))
  for (const { headers, status } of refused) {
    assert.strictEqual(status, 503)
    assert.match(headers.get("retry-after") ?? "", /^\d+$/)
  }
  // What needs no documents goes on.
  assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)

  await bucket.start()
  for (const [person, each] of sessions.entries()) await sendOnPage(server.url, each, drawnPng(1 + person))
  assert.lengthOf(bucket.documents(), sessions.length)
  assert.strictEqual(await server.stop(), 0)
  const warnings = server.lines
    .map(({ message }) => String(message))
    .filter((each) => each.startsWith("s3://"))
  assert.deepStrictEqual(warnings, [
    "s3://documents/kyc/ cannot store documents: there is no connection to it (ECONNREFUSED). Uploads are answered 503, and documents are unavailable until it can.",
    "s3://documents/kyc/ can store documents again."
  ])
})
