import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { nodeListener } from "@quittance/adapters-http"
import { startComplete } from "@quittance/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { createClient, NoAnswerError } from "../src/index.ts"
import { failureOf } from "./TestClient.ts"
import { makePlatform, timeoutMillis } from "./TestPlatform.ts"

/** A server on a free port of this machine. */
const listen = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const keys = { publicKey: "pk_test_a", secret: "sk_test_a" }

describe("over the network", () => {
  it("calls are signed and answered, and a wrong clock is told by the server's date", async () => {
    await using api = await startComplete()
    const { publicKey, secret } = await api.createKey({ bind: "idempotency" })
    await using server = await listen(nodeListener(api.handler))
    const { clock, platform } = makePlatform(api.wall.now)
    const client = createClient({ baseUrl: server.url, publicKey, secret, platform, timeoutMillis })
    await client.sandbox.credit({ amount: 100 })
    const { status } = await client.crypto.payouts.create({
      amount: 10,
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      network: "tron"
    })
    assert.strictEqual(status, "PENDING")
    clock.now += 3_600_000
    const error = await failureOf(client.crypto.balance.get())
    assert.match(String(error), /^ClockError: This machine's clock is /)
  })

  for (const [name, end] of Object.entries({
    "before its answer": (half: boolean) => !half,
    "in the middle of its answer": (half: boolean) => half
  }))
    it(`a connection that ends ${name} is opened again for what may be repeated`, async () => {
      let requests = 0
      await using server = await listen((_, response) => {
        requests += 1
        if (requests === 1 && end(false)) return void response.destroy()
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
        if (requests === 1) return void response.write('{"balance":', () => response.destroy())
        const body = JSON.stringify({ balance: { available: 5 } })
        response.end(body.padEnd(1000))
      })
      const { platform, waits } = makePlatform(0)
      const client = createClient({ baseUrl: server.url, ...keys, platform, timeoutMillis })
      assert.strictEqual((await client.crypto.balance.get()).available, 5)
      assert.deepStrictEqual([requests, waits], [2, [250]])
    })

  it("a server that is not there is told in a sentence", async () => {
    const closed = await listen(() => undefined)
    await closed[Symbol.asyncDispose]()
    const { platform } = makePlatform(0)
    const client = createClient({ baseUrl: closed.url, ...keys, platform, timeoutMillis, retryMax: 1 })
    const error = await failureOf(client.crypto.balance.get())
    assert.instanceOf(error, NoAnswerError)
    assert.match(
      error.message,
      /^GET http:\/\/127\.0\.0\.1:\d+\/api\/v2\/crypto\/balance had no whole answer: fetch failed: .*ECONNREFUSED.*\.$/
    )
  })
})
