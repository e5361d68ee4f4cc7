import type { Mode } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi } from "../TestApi.ts"

const get = (api: TestApi, path: string, headers: Record<string, string> = {}) =>
  api.handler(new Request(`http://api.test${path}`, { headers }))

describe("health", () => {
  it("is alive while it runs", async () => {
    await using api = await startTestApi()
    const response = await get(api, "/healthz")
    assert.strictEqual(response.status, 200)
    assert.strictEqual(JSON.parse(await response.text()).status, "ok")
  })

  it("is ready only while the workers run", async () => {
    await using api = await startTestApi()
    const idle = await get(api, "/readyz")
    assert.strictEqual(idle.status, 503)
    assert.deepStrictEqual(JSON.parse(await idle.text()).checks, { storage: true, workers: false })
    api.startWork()
    const working = await get(api, "/readyz")
    assert.strictEqual(working.status, 200)
  })

  it("is ready without workers where they run elsewhere", async () => {
    await using api = await startTestApi({ workers: "elsewhere" })
    assert.strictEqual((await get(api, "/readyz")).status, 200)
  })
})

describe("metrics", () => {
  it("counts requests by operation and status, with bounded labels", async () => {
    await using api = await startTestApi()
    await api.createPayout()
    await api.call({ path: "/api/v2/crypto/payouts/one" })
    await api.call({ path: "/api/v2/crypto/payouts/two" })
    await get(api, "/wp-login.php")
    await get(api, "/.env")
    const response = await get(api, "/metrics")
    assert.include(response.headers.get("content-type"), "text/plain; version=0.0.4")
    const text = await response.text()
    const lines = text.split("\n")
    const total = (labels: string) =>
      lines.find((line) => line.startsWith(`quittance_http_requests_total{${labels}}`))?.split(" ")[1]
    assert.strictEqual(total('method="POST",route="/api/v2/crypto/payouts",status="400"'), "1")
    assert.strictEqual(total('method="GET",route="/api/v2/crypto/payouts/{id}",status="404"'), "2")
    assert.strictEqual(total('method="other",route="unmatched",status="404"'), "2")
    const duration = 'method="GET",route="/api/v2/crypto/payouts/{id}",status="404"'
    assert.include(text, `quittance_http_request_duration_seconds_bucket{${duration},le="+Inf"} 2\n`)
    assert.include(text, `quittance_http_request_duration_seconds_count{${duration}} 2\n`)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    assert.notMatch(text, /wp-login|\.env/)
  })

  it.each([
    ["sandbox", "203.0.113.9", {}, 200],
    ["live", "203.0.113.9", {}, 403],
    ["live", "127.0.0.1", {}, 200],
    ["live", "::1", {}, 200],
    ["live", "127.0.0.1", { "x-forwarded-for": "203.0.113.9" }, 403],
    ["live", "203.0.113.9", { authorization: "Bearer right" }, 200],
    ["live", "203.0.113.9", { authorization: "Bearer wrong" }, 403],
    ["live", "203.0.113.9", { authorization: "right" }, 403]
  ] satisfies ReadonlyArray<readonly [Mode, string, object, number]>)(
    "%s, from %s with %o: %i",
    async (mode, address, headers, status) => {
      await using api = await startTestApi({
        mode,
        keyScopes: ["crypto:read"],
        remoteAddress: () => address,
        metricsToken: "right"
      })
      assert.strictEqual((await get(api, "/metrics", headers)).status, status)
    }
  )
})
