import { assert, it } from "@effect/vitest"
import { credentialsIn, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath } from "./signedFetch.ts"

it.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["0.0.0.0", false]
])(
  "a sandbox on %s gives the string to sign to whoever fails for the 11th time: %s",
  async (host, isGiven) => {
    const folder = temporaryFolder()
    const server = await serveHere(folder, { HOST: host })
    const { publicKey } = credentialsIn(folder)
    const headers = {
      "x-api-key": publicKey,
      "x-timestamp": String(Date.now()),
      "x-signature": "0".repeat(64)
    }
    const url = `http://localhost:${new URL(server.url).port}${balancePath}`
    const answers = []
    // More than the rate lets through while the requests take their time.
    for (let count = 1; count <= 20; count++) answers.push(await fetch(url, { headers }))
    const limited = answers.find(({ status }) => status === 429)
    const body = await limited?.text()
    assert.strictEqual(body?.includes("string_to_sign"), isGiven)
  }
)
