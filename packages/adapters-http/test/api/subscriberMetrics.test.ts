import { Subscriptions } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

describe("metrics of subscribers", () => {
  it("tell of each subscriber what waits, since when, and for how long nobody has taken it", async () => {
    await using api = await startTestApi()
    const metrics = async () => {
      const text = await (await api.handler(new Request("http://localhost/metrics"))).text()
      return [...text.matchAll(/^quittance_subscriber_(\w+)\{subscriber="books"\} (\S+)$/gm)].map(
        ([, name, value]) => [name, Number(value)]
      )
    }
    assert.isEmpty(await metrics())
    const subscribe = api.runtime.runPromise(
      Subscriptions.use((all) =>
        all.onDrain("invoice.created", { name: "books", from: "now" }, () => Effect.void)
      )
    )
    await api.runtime.runPromise((await subscribe).stop)
    assert.deepStrictEqual(await metrics(), [
      ["waiting", 0],
      ["oldest_age_seconds", 0],
      ["unattended_seconds", 0]
    ])
    await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
    api.wall.now += 7_000
    assert.deepStrictEqual(await metrics(), [
      ["waiting", 1],
      ["oldest_age_seconds", 7],
      ["unattended_seconds", 7]
    ])
  })
})
