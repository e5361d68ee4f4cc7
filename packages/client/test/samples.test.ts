import { clientSampleOf, namedIn, operationsOf, withOwn } from "@quittance/adapters-http/testing"
import { assert, it } from "vitest"
import { createClient } from "../src/index.ts"
import { startClient } from "./TestClient.ts"

/** A tiny picture, or a table: what it is told by its name. */
const openAsBlob = async (name: string) =>
  name.endsWith(".csv")
    ? new Blob(["amount,currency\n1250.50,KZT\n"])
    : new Blob([Buffer.from("\x89PNG\r\n\x1a\n", "latin1")])

it("every call that the reference shows is made and answered", async () => {
  await using started = await startClient({}, { logLevel: "Fatal" })
  const { api, common, things } = started
  const shared = await things("reader")
  for (const operation of await operationsOf(api)) {
    const sample = clientSampleOf(operation)
    if (sample === undefined) continue
    const own = operation.method === "GET" ? shared : await things(operation.id)
    const { publicKey, secret } = own.key
    const client = createClient({ publicKey, secret, bind: "none", ...common })
    const shown: Array<unknown> = []
    const run = new Function(
      "client",
      "openAsBlob",
      "console",
      `return (async () => { ${withOwn(sample, namedIn(operation, own, "program"))} })()`
    )
    await run(client, openAsBlob, { log: (value: unknown) => shown.push(value) }).catch((error: unknown) =>
      assert.fail(`${operation.id}: ${sample}: ${String(error)}`)
    )
    if (!sample.startsWith("for await")) assert.lengthOf(shown, 1, operation.id)
  }
}, 60_000)
