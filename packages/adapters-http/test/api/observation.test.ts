import { MemoryStore, type Mode, StoreUnavailable } from "@quittance/core"
import {
  PayoutProcessor,
  PayoutProcessorUnavailable,
  StoreHealth,
  StoreHold,
  WaitingWork,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { assert, describe, it } from "vitest"
import { idleChains } from "../idleChains.ts"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

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

describe("a store in trouble", () => {
  it("that takes no writes is not ready, and says why", async () => {
    for (const _tag of ["full", "damaged", "upgraded"] as const) {
      const condition = Effect.succeed({ _tag, reason: `the disk is ${_tag}` })
      await using api = await startTestApi({
        workers: "elsewhere",
        store: Layer.merge(MemoryStore.layer, Layer.succeed(StoreHealth, condition))
      })
      const ready = await get(api, "/readyz")
      assert.strictEqual(ready.status, 503)
      const body = JSON.parse(await ready.text())
      assert.deepStrictEqual(body.checks, { storage: false, workers: true })
      assert.deepStrictEqual(body.storage, { fault: `the disk is ${_tag}` })
    }
  })

  it("that is on hold is degraded, and says why it is on hold", async () => {
    const reason = "This store is on hold: it is a backup. Run `quittance payouts release`."
    const held = Layer.effectDiscard(
      Effect.flatMap(StoreHold, ({ place }) => Effect.orDie(place({ reason, since: 0 })))
    )
    await using api = await startTestApi({
      workers: "elsewhere",
      store: Layer.provideMerge(held, MemoryStore.layer)
    })
    const ready = await get(api, "/readyz")
    assert.strictEqual(ready.status, 200)
    const { hold, reasons, status } = JSON.parse(await ready.text())
    assert.deepStrictEqual(hold, { reason, since: "1970-01-01T00:00:00.000Z" })
    assert.strictEqual(status, "degraded")
    const message = `no payout and no deposit address is created. ${reason}`
    assert.deepStrictEqual(reasons, [{ code: "hold", message }])
  })
})

describe("webhooks that were disabled", () => {
  const observed = async (api: TestApi) => {
    const ready = await get(api, "/readyz")
    const metrics = await (await get(api, "/metrics")).text()
    return {
      status: ready.status,
      webhooks: JSON.parse(await ready.text()).webhooks,
      gauge: /^quittance_webhooks_disabled (\d+)$/m.exec(metrics)?.[1]
    }
  }

  it("are told in health and metrics, without making the process any less ready", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer, workers: "elsewhere" })
    assert.deepStrictEqual(await observed(api), { status: 200, webhooks: { disabled: 0 }, gauge: "0" })
    const url = "https://shop.test/hooks"
    const made = await api.fiat("webhooks", { body: { url, events: ["invoice.created"] } })
    await api.transit("webhook", { method: "PUT", body: { url, enabled: false } })
    receivers.set(url, 410)
    await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
    await api.work()
    const shown = await api.fiat(`webhooks/${made.body.id}`)
    assert.deepInclude(shown.body, { active: false, disabledReason: "gone" })
    // What its partner disabled is as it should be.
    assert.deepStrictEqual(await observed(api), { status: 200, webhooks: { disabled: 1 }, gauge: "1" })
    await api.fiat(`webhooks/${made.body.id}`, { method: "PATCH", body: { active: true } })
    assert.deepStrictEqual(await observed(api), { status: 200, webhooks: { disabled: 0 }, gauge: "0" })
  })

  const storeWith = (disabledCount: WebhookReader["Service"]["disabledCount"]) =>
    Layer.provideMerge(
      Layer.effect(
        WebhookReader,
        Effect.map(WebhookReader, (reader) => ({ ...reader, disabledCount }))
      ),
      MemoryStore.layer
    )
  const unobserved = { status: 200, webhooks: { disabled: null }, gauge: undefined }

  it("are not told when the storage cannot answer, and everything else is", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" })
    await using api = await startTestApi({ store: storeWith(Effect.fail(failure)), workers: "elsewhere" })
    assert.deepStrictEqual(await observed(api), unobserved)
  })

  it("are not waited for when the store does not answer", async () => {
    let asked = () => {}
    const hangs = Effect.andThen(
      Effect.sync(() => asked()),
      Effect.never
    )
    await using api = await startTestApi({ store: storeWith(hangs), workers: "elsewhere" })
    /** What is answered once its time is up. */
    const late = async (path: string) => {
      const hanging = new Promise<void>((resolve) => {
        asked = resolve
      })
      const answering = get(api, path)
      await hanging
      await api.sandbox("clock/advance", { seconds: 2 })
      return answering
    }
    const ready = await late("/readyz")
    assert.deepStrictEqual(
      [ready.status, JSON.parse(await ready.text()).webhooks],
      [unobserved.status, unobserved.webhooks]
    )
    const metrics = await (await late("/metrics")).text()
    assert.notInclude(metrics, "quittance_webhooks_disabled")
    assert.include(metrics, "process_resident_memory_bytes")
  })
})

describe("networks on which the server acts by itself", () => {
  const age = (ageMillis: number) => Option.some({ number: 100, ageMillis })
  const secret = "node.example: it wants a login, or refuses the one that it got (status 401)"
  const healthOf = {
    ethereum: { faults: [], head: age(-4_400), cursor: age(12_000), nodes: [] },
    bsc: {
      ...{ faults: [secret], head: Option.none(), cursor: Option.none() },
      nodes: [
        {
          host: "node.example",
          answers: Option.some(false),
          lastError: Option.some({ reason: "eth_call: status 401", ageMillis: 90_000 })
        },
        { host: "other.example", answers: Option.none(), lastError: Option.none() }
      ]
    }
  }
  const names = Object.keys(healthOf)
  const shown = {
    status: "ok",
    head: { block: 100, delaySeconds: -4 },
    cursor: { block: 100, ageSeconds: 12 }
  }
  const failing = { status: "degraded", head: null, cursor: null }
  const known = Effect.succeed(healthOf)
  const observed = async (options: TestApiOptions) => {
    await using api = await startTestApi({ workers: "elsewhere", ...options })
    const ready = await get(api, "/readyz")
    const { chains, status } = JSON.parse(await ready.text())
    return { code: ready.status, status, chains }
  }
  const providers = idleChains(names, (name) => Effect.map(known, (all) => all[name as keyof typeof all]))

  it("are told with their nodes, and never make the process any less ready", async () => {
    assert.deepStrictEqual(await observed({ providers }), {
      ...{ code: 200, status: "ready" },
      chains: {
        ethereum: { ...shown, faults: [], nodes: [] },
        bsc: {
          ...{ ...failing, faults: [secret] },
          nodes: [
            {
              ...{ host: "node.example", answers: false },
              lastError: { reason: "eth_call: status 401", ageSeconds: 90 }
            },
            { host: "other.example", answers: null, lastError: null }
          ]
        }
      }
    })
    assert.deepStrictEqual((await observed({})).chains, {})
  })

  it("are told without their nodes to those who may not read the metrics", async () => {
    const { chains: outside } = await observed({ providers, metricsToken: "right" })
    assert.deepStrictEqual(outside, { ethereum: shown, bsc: failing })
  })

  it("are not told when the store does not answer, and everything else is", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" })
    assert.deepStrictEqual(await observed({ providers: idleChains(names, () => Effect.fail(failure)) }), {
      ...{ code: 200, status: "ready", chains: null }
    })
  })
})

describe("readiness", () => {
  const observed = async (api: TestApi, path = "/readyz") => {
    const ready = await get(api, path)
    const { reasons, status } = JSON.parse(await ready.text())
    return { code: ready.status, status, reasons }
  }
  const ready = { code: 200, status: "ready", reasons: [] }

  it("says why a process is not ready", async () => {
    await using api = await startTestApi()
    assert.deepStrictEqual(await observed(api), {
      ...{ code: 503, status: "not ready" },
      reasons: [{ code: "workers", message: "the workers do not run in this process" }]
    })
  })

  it("is degraded while a delivery has waited for its receiver for more than 30 s", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer, workers: "elsewhere" })
    const url = "https://shop.test/hooks"
    receivers.set(url, 500)
    await api.fiat("webhooks", { body: { url, events: ["invoice.created"] } })
    for (const amount of [5, 6]) await api.fiat("invoices", { body: { amount, currency: "USD" } })
    await api.work()
    api.wall.now += 30_000
    assert.deepStrictEqual(await observed(api), ready)
    api.wall.now += 1_000
    assert.deepStrictEqual(await observed(api), {
      ...{ code: 200, status: "degraded" },
      reasons: [
        { code: "receiver", message: "2 webhook deliveries wait, the oldest for 31 s, for a receiver" }
      ]
    })
    receivers.set(url, 200)
    await api.work()
    assert.deepStrictEqual(await observed(api), ready)
  })

  it("is degraded while a payout has waited for an answer for longer than the setting says", async () => {
    const unavailable = Effect.fail(new PayoutProcessorUnavailable({ reason: "no answer" }))
    const silent = Layer.succeed(PayoutProcessor, {
      submit: () => unavailable,
      lookup: () => unavailable,
      abandon: () => unavailable,
      transfersSince: () => unavailable
    })
    const settings = { health: { waitMillisMax: 10_000 } }
    await using api = await startTestApi({ providers: silent, workers: "elsewhere", settings })
    await api.sandbox("balance/credit", { amount: 1_000, currency: "USDT" })
    await api.createPayout()
    await api.work()
    api.wall.now += 10_000
    assert.deepStrictEqual(await observed(api), ready)
    api.wall.now += 1_000
    assert.deepStrictEqual((await observed(api)).reasons, [
      { code: "processor", message: "a payout has waited 11 s for an answer from the processing side" }
    ])
    const metrics = await (await get(api, "/metrics")).text()
    assert.include(metrics, 'quittance_payouts{step="unknown"} 1\n')
    assert.include(metrics, 'quittance_payouts{step="reserved"} 0\n')
    assert.include(metrics, "quittance_payout_oldest_age_seconds 11\n")
    api.wall.now += 4 * 86_400_000
    assert.match(
      (await observed(api)).reasons?.[0]?.message ?? "",
      /^a payout has waited 4 days for an answer/
    )
  })

  it("names nodes, wallets and limits to operators only", async () => {
    const wait = (code: "money" | "gas" | "limit" | "node" | "hold", ageMillis = 31_000) => ({
      ...{ code, ageMillis },
      message: `${code} of wallet TX`
    })
    const health = {
      ...{ faults: [], head: Option.none(), cursor: Option.none(), nodes: [] },
      waits: [wait("gas"), wait("limit"), wait("node"), wait("money", 30_000), wait("hold", 0)]
    }
    const providers = idleChains(["ethereum"], () => Effect.succeed(health))
    await using api = await startTestApi({ providers, workers: "elsewhere", metricsToken: "right" })
    const hold = { code: "hold", message: "hold of wallet TX" }
    assert.deepStrictEqual(await observed(api), { code: 200, status: "degraded", reasons: [hold] })
    const shown = await get(api, "/readyz", { authorization: "Bearer right" })
    assert.deepStrictEqual(JSON.parse(await shown.text()).reasons, [
      ...["gas", "limit", "node"].map((code) => ({ code, message: `${code} of wallet TX` })),
      hold
    ])
  })
})

describe("metrics of what waits", () => {
  it("count open payouts, pending deliveries and due jobs", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer })
    const values = async () => {
      const text = await (await get(api, "/metrics")).text()
      return Object.fromEntries(
        [...text.matchAll(/^(quittance_(?:payouts?|webhook_backlog|webhook_oldest|jobs_due)\S*) (\S+)$/gm)]
          .map(([, name, value]) => [name, Number(value)] as const)
          .filter(([name, value]) => value > 0 || name?.includes("{") === false)
      )
    }
    const none = {
      quittance_payout_oldest_age_seconds: 0,
      quittance_webhook_backlog: 0,
      quittance_webhook_oldest_age_seconds: 0
    }
    assert.deepStrictEqual(await values(), none)
    const url = "https://shop.test/hooks"
    receivers.set(url, 500)
    await api.fiat("webhooks", { body: { url, events: ["invoice.created"] } })
    await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
    await api.work()
    await api.sandbox("balance/credit", { amount: 1_000, currency: "USDT" })
    await api.createPayout()
    api.wall.now += 7_000
    assert.deepStrictEqual(await values(), {
      'quittance_payouts{step="reserved"}': 1,
      quittance_payout_oldest_age_seconds: 7,
      quittance_webhook_backlog: 1,
      quittance_webhook_oldest_age_seconds: 7,
      'quittance_jobs_due{kind="payout.dispatch"}': 1,
      'quittance_jobs_due{kind="webhook.deliver"}': 1
    })
  })

  it("are omitted when the storage cannot answer", async () => {
    const failure = Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" }))
    const waiting = Layer.effect(
      WaitingWork,
      Effect.map(WaitingWork, (inner) => ({ ...inner, deliveries: failure }))
    )
    await using api = await startTestApi({
      store: Layer.provideMerge(waiting, MemoryStore.layer),
      workers: "elsewhere"
    })
    const text = await (await get(api, "/metrics")).text()
    assert.notMatch(text, /quittance_(payouts|webhook_backlog|jobs_due)/)
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

  it("never name the end of a link, whether it is one or not", async () => {
    await using api = await startTestApi({ providers: kycProviders })
    const session = await api.fiat("kyc/sessions", { body: { level: "basic" } })
    const invoice = await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
    const links = [session.body.verificationUrl, invoice.body.paymentUrl].map((url) => new URL(String(url)))
    for (const { pathname } of links)
      for (const path of [pathname, `${pathname}/other`, `${pathname}0`]) await (await get(api, path)).text()
    const text = await (await get(api, "/metrics")).text()
    for (const path of ["/verify", "/pay/bank"]) assert.include(text, `route="${path}/{token}"`)
    for (const { pathname } of links) assert.notInclude(text, pathname.replace(/^.*\//, ""))
  })

  const bearer = { authorization: "Bearer right" }
  const metricsToken = "right"
  const [here, elsewhere, proxies] = ["127.0.0.1", "203.0.113.9", { trustedProxies: ["127.0.0.0/8"] }]

  it.each<readonly [Mode, string, Record<string, string>, TestApiOptions, number]>([
    ["sandbox", elsewhere, {}, { metricsToken }, 403],
    ["sandbox", elsewhere, bearer, { metricsToken }, 200],
    ["live", here, {}, { metricsToken }, 403],
    ["live", elsewhere, bearer, { metricsToken }, 200],
    ["live", here, { ...bearer, "x-forwarded-for": elsewhere }, { metricsToken }, 200],
    ["live", elsewhere, { authorization: "Bearer wrong" }, { metricsToken }, 403],
    ["live", elsewhere, { authorization: "right" }, { metricsToken }, 403],
    ["sandbox", elsewhere, {}, {}, 200],
    ["live", elsewhere, {}, {}, 403],
    ["live", elsewhere, bearer, {}, 403],
    ["live", here, {}, {}, 200],
    ["live", "::1", {}, {}, 200],
    ["live", here, { "x-forwarded-for": elsewhere }, {}, 403],
    ["live", here, { "X-Forwarded-Proto": "https" }, {}, 403],
    ["live", here, { forwarded: "for=203.0.113.9" }, {}, 403],
    ["live", here, { "x-real-ip": elsewhere }, {}, 403],
    ["live", "::1", { via: "1.1 proxy" }, {}, 403],
    // Where this machine has a trusted proxy, nobody is known to be on it.
    ["live", here, {}, proxies, 403],
    ["live", here, {}, { trustedProxies: ["10.0.0.0/8"] }, 200]
  ])("%s, from %s with %o and the options %o: %i", async (mode, address, headers, options, status) => {
    const keyScopes = ["crypto:read"]
    await using api = await startTestApi({ mode, keyScopes, remoteAddress: () => address, ...options })
    assert.strictEqual((await get(api, "/metrics", headers)).status, status)
  })
})
