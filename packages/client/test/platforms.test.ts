import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { bundledClient } from "./bundle.ts"
import { startClient } from "./TestClient.ts"

const bytesMax = 12 * 1024

/** What every platform of the web has and the language has not: no `Buffer`, no `process`, no `require`. */
const platform = {
  AbortController,
  Blob,
  clearTimeout,
  crypto,
  File,
  FormData,
  ReadableStream,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams
}

describe("on a platform that has only what the web has", async () => {
  const script = await bundledClient()
  const run = async (
    fetch: (url: string, init: RequestInit) => Promise<Response>,
    given: object,
    program: string
  ) => {
    const context = createContext({ ...platform, fetch, given: JSON.stringify(given) })
    const call = `(async ({ createClient, ...all }, given) => { ${program} })(quittance, JSON.parse(given))`
    return JSON.parse(
      await runInContext(
        `${script}\n${call}.then(JSON.stringify, (error) => JSON.stringify({ name: error.name, message: error.message }))`,
        context
      )
    )
  }

  it(`the client is at most ${bytesMax} bytes, minified and compressed`, () => {
    const { length } = gzipSync(script, { level: 9 })
    console.log(`The client: ${length} bytes minified and compressed, ${script.length} before`)
    assert.isAtMost(length, bytesMax)
  })

  it("calls are signed, files uploaded and lists walked", async () => {
    await using started = await startClient()
    const { publicKey, secret } = await started.api.createKey({ bind: "idempotency" })
    const program = `
      const client = createClient({ ...given.options, platform: { now: () => given.now } })
      await client.sandbox.credit({ amount: 500 })
      const payout = await client.crypto.payouts.create({ amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" })
      const { created } = await client.fiat.batches.create({ file: new Blob(["amount,currency\\n5,USD\\n"]) })
      const { invoices } = await client.fiat.invoices.list()
      return [payout.status, created, invoices.length]`
    const options = { baseUrl: "http://api.test", publicKey, secret }
    const given = { options, now: started.api.wall.now }
    assert.deepStrictEqual(await run(started.line.fetch, given, program), ["PENDING", 1, 1])
  })

  it("the receiver of webhooks is there", async () => {
    const program = `return [typeof all.verifyWebhook, typeof all.isStale, typeof all.WebhookVerificationError]`
    assert.deepStrictEqual(await run(fetch, {}, program), ["function", "function", "function"])
  })

  it("the want of Web Crypto is said in a sentence", async () => {
    const context = createContext({ ...platform, crypto: undefined, fetch })
    const program = `quittance.createClient({ baseUrl: "http://a.test", publicKey: "pk_test_a", secret: "sk_test_a" })
      .crypto.balance.get().catch(({ code, message }) => code + ": " + message)`
    assert.match(
      await runInContext(`${script}\n${program}`, context),
      /^invalid_option: Web Crypto is missing/
    )
  })
})
