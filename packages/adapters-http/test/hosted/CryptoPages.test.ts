import { defaultNetworks } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { idleChains } from "../idleChains.ts"
import { startTestApi } from "../TestApi.ts"
import { issueCrypto, origin, post, send, shown } from "./pageVisit.ts"

describe("the payment page of a crypto invoice", () => {
  it("shows the address and where it hears of changes, in the visitor's language", async () => {
    await using api = await startTestApi()
    const { address, path } = await issueCrypto(api)
    const page = await send(api, path, { headers: { "accept-language": "ru-RU,ru;q=0.9" } })
    for (const text of ['<html lang="ru">', address, `data-events="${path}/events"`])
      assert.include(page.text, text)
  })

  it("counts money that is on its way as paid, so that nobody pays twice", async () => {
    await using api = await startTestApi()
    const { address, path } = await issueCrypto(api)
    await api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 1 })
    const page = await send(api, path)
    assert.strictEqual(shown(page), "confirming|none|1")
    assert.notInclude(page.text, "copy-amount")
  })
})

describe("the payment page of a crypto invoice in a sandbox", () => {
  it("pays what is still asked for, once, and lists the transfers with how to leave unpaid", async () => {
    await using api = await startTestApi()
    const cancelUrl = "https://shop.example/cart"
    const { address, path } = await issueCrypto(api, { cancelUrl })
    assert.include((await send(api, path)).text, `href="${cancelUrl}"`)
    await api.sandbox("crypto/deposits", { address, amount: 2, confirmations: 3 })
    for (let times = 0; times < 2; times++) {
      const { headers, status } = await post(api, `${path}/simulate?lang=ru`)
      assert.deepStrictEqual([status, headers.get("location")], [303, `${path}?lang=ru`])
    }
    const { text } = await send(api, path)
    assert.lengthOf(text.match(/<li class="transfer-/g) ?? [], 2)
    for (const shownAmount of ["3", "2"]) assert.include(text, `data-plain="${shownAmount}"`)
  })

  it("is a form only where the sandbox simulates the network, which is asked for what wallets read", async () => {
    const providers = idleChains(["ethereum"], () => Effect.die("nobody asks"), {
      decimals: () => 18,
      requestable: () => ({ address: "0x55d398326f99059fF775485246999027B3197955", chainId: 97 })
    })
    await using api = await startTestApi({ providers })
    const { address, path } = await issueCrypto(api, { network: "ethereum", amount: 100_000 })
    const { text } = await send(api, path)
    const token = "0x55d398326f99059fF775485246999027B3197955@97"
    const units = `100000${"0".repeat(18)}`
    assert.include(text, `ethereum:${token}/transfer?address=${address}&amp;uint256=${units}`)
    assert.notInclude(text, 'class="simulation"')
    await post(api, `${path}/simulate`)
    assert.strictEqual(shown(await send(api, path)), "pending|none|0")
  })
})

describe("the payment page of an invoice within its tolerance", () => {
  const networks = defaultNetworks.map((network) => ({
    ...network,
    tolerance: { basisPoints: 200, fixedMinor: 0n }
  }))

  it("asks for the rest below it, and for nothing from it on", async () => {
    await using api = await startTestApi({ settings: { networks } })
    const { address, path } = await issueCrypto(api)
    await api.sandbox("crypto/deposits", { address, amount: 4.899999, confirmations: 1 })
    const part = await send(api, path)
    assert.include(part.text, 'data-copy="0.100001"')
    await api.sandbox("crypto/deposits", { address, amount: 0.000001, confirmations: 1 })
    const whole = await send(api, path)
    assert.strictEqual(shown(whole), "confirming|none|1")
    assert.notInclude(whole.text, "copy-amount")
    await api.sandbox("crypto/blocks", { network: "tron", count: 20 })
    const paid = await send(api, path)
    assert.strictEqual(shown(paid), "paid|none|20")
    assert.notInclude(paid.text, "Missing")
  })
})

describe("the events of a payment page", () => {
  it("tell the state at once and each change, and end when it is final", async () => {
    await using api = await startTestApi({ time: "running" })
    const { address, path } = await issueCrypto(api)
    const response = await api.handler(new Request(`${origin}${path}/events`))
    assert.include(response.headers.get("content-type"), "text/event-stream")
    const events: Array<string> = []
    let paying: Promise<unknown> | undefined
    for await (const bytes of response.body ?? []) {
      events.push(new TextDecoder().decode(bytes))
      paying ??= api.sandbox("crypto/deposits", { address, amount: 5 })
    }
    await paying
    const states = events.map((event) => JSON.parse(event.replace("data: ", "")))
    assert.deepStrictEqual(
      states.map(({ confirmations, exception, status }) => [status, exception, confirmations]),
      [
        ["pending", "none", 0],
        ["paid", "none", 20]
      ]
    )
  })

  it("503: more than 16 streams of a link, until one ends; other links have theirs", async () => {
    await using api = await startTestApi()
    const { path } = await issueCrypto(api)
    const open = async (link: string) => {
      const { body, headers, status } = await api.handler(new Request(`${origin}${link}/events`))
      const reader = body?.getReader()
      await reader?.read()
      return { answer: [status, headers.get("retry-after")], close: () => reader?.cancel() }
    }
    const streams = []
    for (let tab = 0; tab < 16; tab++) streams.push(await open(path))
    assert.isTrue(streams.every(({ answer }) => answer[0] === 200))
    assert.deepStrictEqual((await open(path)).answer, [503, "60"])
    const other = await open((await issueCrypto(api, { externalId: "order-2" })).path)
    await streams[0]?.close()
    const again = await open(path)
    assert.deepStrictEqual(
      [other.answer, again.answer],
      [
        [200, null],
        [200, null]
      ]
    )
    for (const { close } of [...streams.slice(1), other, again]) await close()
  })
})
