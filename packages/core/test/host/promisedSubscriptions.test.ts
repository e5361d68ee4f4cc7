import { createQuittance, type InvalidInput, MemoryStore } from "@quittance/core"
import { assert, describe, expectTypeOf, it } from "vitest"

/** Subscriptions as hosts without Effect have them. */

const options = { name: "shop", from: "now" } as const

const opened = async () => {
  const quittance = await createQuittance({ store: MemoryStore.layer, masterKey: btoa("k".repeat(32)) })
  const { id } = await quittance.partners.ensure("shop")
  await quittance.sandbox.credit(id, { amount: 100 })
  const pay = (key: string) =>
    quittance.payouts.create(id, key, {
      amount: 1,
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      network: "tron"
    })
  return { quittance, pay }
}

describe("a subscription of a host without Effect", () => {
  it("hands the event of its type to a function, and ends with the host, which waits for it", async () => {
    const { pay, quittance } = await opened()
    const begun = Promise.withResolvers<string>()
    const go = Promise.withResolvers<void>()
    const ended: Array<string> = []
    let isAborted = false
    const { name, stop } = await quittance.on(
      "payout.completed",
      options,
      async ({ data, type }, { signal }) => {
        signal.addEventListener("abort", () => {
          isAborted = true
        })
        expectTypeOf(type).toEqualTypeOf<"payout.completed">()
        expectTypeOf(data.object.amount).toEqualTypeOf<number>()
        begun.resolve(data.object.id)
        await go.promise
        ended.push(data.object.id)
      }
    )
    assert.strictEqual(name, "shop")
    const { id } = await pay("one")
    assert.strictEqual(await begun.promise, id)
    let isClosed = false
    const closing = quittance.close().then(() => {
      isClosed = true
    })
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    assert.deepStrictEqual([ended, isAborted, isClosed], [[], false, false])
    go.resolve()
    await closing
    assert.deepStrictEqual([ended, isAborted], [[id], false])
    await stop()
  })

  it("is stopped by its signal, and lets its name be used again", async () => {
    const { quittance } = await opened()
    const ending = new AbortController()
    const { stop } = await quittance.on("payout.completed", { ...options, signal: ending.signal }, () => {})
    ending.abort()
    await stop()
    await quittance.on("payout.completed", options, () => {})
    await quittance.close()
  })

  it("types each of several events by its name, and refuses others", async () => {
    const { quittance } = await opened()
    await quittance.on(["payout.completed", "wallet.created"], options, (event) => {
      if (event.type === "wallet.created")
        expectTypeOf(event.data.object.coins).toExtend<ReadonlyArray<string>>()
      else expectTypeOf(event.data.object.status).toEqualTypeOf<"PENDING" | "COMPLETED" | "FAILED">()
    })
    expectTypeOf<"payout.complete">().not.toExtend<Parameters<typeof quittance.on<"payout.completed">>[0]>()
    const refusal = await quittance
      .on("payout.complete" as "payout.completed", options, () => {})
      .then(
        () => undefined,
        (error: InvalidInput) => error
      )
    assert.strictEqual(refusal?._tag, "InvalidInput")
    assert.deepInclude(refusal?.issues[0], { field: "event", code: "invalid_value" })
    await quittance.close()
  })
})
