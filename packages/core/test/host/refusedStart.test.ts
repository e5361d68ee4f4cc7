import {
  createQuittance,
  defaultSettings,
  type InvalidInput,
  MemoryStore,
  noFee,
  type StorePorts
} from "@quittance/core"
import { Pictures } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe, expect, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")

/** A store that tells whether it is open. */
const watchedStore = () => {
  const seen = { opened: 0, closed: 0 }
  const opening = Layer.effectDiscard(
    Effect.acquireRelease(
      Effect.sync(() => (seen.opened += 1)),
      () => Effect.sync(() => (seen.closed += 1))
    )
  )
  const store: Layer.Layer<StorePorts> = MemoryStore.layer.pipe(Layer.provideMerge(opening))
  return { seen, store }
}

/** Settings of a host that has no compiler. */
const untyped = (settings: object): object => settings

describe("a start that is refused", () => {
  it.each([untyped({ mode: "prod" }), untyped({ webhok: {} }), untyped({ publicUrl: "pay.example" })])(
    "for its settings opens nothing: %j",
    async (settings) => {
      const { seen, store } = watchedStore()
      const refusal: InvalidInput = await createQuittance({ store, masterKey, settings }).then(
        () => assert.fail("it started"),
        (error) => error
      )
      assert.strictEqual(refusal._tag, "InvalidInput")
      assert.strictEqual(refusal.issues[0]?.field, `settings.${Object.keys(settings)[0]}`)
      assert.deepStrictEqual(seen, { opened: 0, closed: 0 })
    }
  )

  it("for its master key closes the store that it had opened", async () => {
    const { seen, store } = watchedStore()
    await expect(createQuittance({ store, masterKey: "short" })).rejects.toThrow("32 bytes in base64")
    assert.strictEqual(seen.closed, seen.opened)
  })

  it("for one of its providers closes the store that it had opened", async () => {
    const { seen, store } = watchedStore()
    const pictures = Layer.effect(Pictures, Effect.fail(new Error("no pictures today")))
    await expect(createQuittance({ store, masterKey, pictures })).rejects.toThrow("no pictures today")
    assert.deepStrictEqual(seen, { opened: 1, closed: 1 })
  })
})

describe("settings are merged deeply", () => {
  it("a host may name one thing of a group", async () => {
    const { seen, store } = watchedStore()
    const host = await createQuittance({ store, masterKey, settings: { webhook: { allowPrivate: true } } })
    await host.close()
    assert.deepStrictEqual(seen, { opened: 1, closed: 1 })
  })

  it("links of a public URL that ends in a slash have one slash", async () => {
    const settings = { publicUrl: "https://pay.example/" }
    const host = await createQuittance({ store: MemoryStore.layer, masterKey, settings, workers: false })
    const { id } = await host.partners.ensure("shop")
    const { paymentLink } = await host.cryptoInvoices.create(id, {
      amount: 5,
      network: "tron",
      externalId: "1"
    })
    assert.match(paymentLink, /^https:\/\/pay\.example\/[a-z]/)
    await host.close()
  })
})

it("an invoice is charged by the partner's terms, then the network's, then the deployment's", async () => {
  const networks = defaultSettings.networks.map((network) =>
    network.name === "bsc" ? { ...network, invoiceFee: { ...noFee, basisPoints: 300 } } : network
  )
  const host = await createQuittance({
    store: MemoryStore.layer,
    masterKey,
    settings: { networks },
    workers: false
  })
  const { id } = await host.partners.ensure("shop")
  const feeOn = async (network: string, externalId: string): Promise<number> =>
    (await host.cryptoInvoices.create(id, { amount: 100, network, externalId })).feeAmount
  assert.deepStrictEqual([await feeOn("tron", "1"), await feeOn("bsc", "2")], [1, 3])
  await host.partners.setTerms("shop", { invoiceFee: { fixedMinor: 500_000n } })
  assert.deepStrictEqual([await feeOn("tron", "3"), await feeOn("bsc", "4")], [0.5, 0.5])
  await host.close()
})

describe("the terms of a partner", () => {
  it("that cannot be used are refused, and those that stand stay", async () => {
    const host = await createQuittance({ store: MemoryStore.layer, masterKey, workers: false })
    const { id } = await host.partners.ensure("shop")
    await host.partners.setTerms("shop", { invoiceFee: { basisPoints: 250 } })
    const refused = (terms: object): Promise<string> =>
      host.partners.setTerms("shop", terms).then(
        () => "accepted",
        ({ message }: InvalidInput) => message
      )
    assert.match(
      await refused(untyped({ invoiceFee: "1%" })),
      /^invoiceFee must be an object, but is a text$/
    )
    assert.match(
      await refused(untyped({ fee: {} })),
      /^fee is not a term; the terms are feePayer, invoiceFee, payoutFees, payee, timeZone$/
    )
    assert.match(
      await refused({ payoutFees: { trn: { fixedMinor: 1n } } }),
      /^payoutFees\.trn is not a network; the networks are tron, ethereum, bsc, polygon$/
    )
    assert.match(
      await refused(untyped({ feePayer: "me", invoiceFee: { basisPoints: 1.5, minMinor: -1n } })),
      /^feePayer must be .*; invoiceFee\.basisPoints must be a whole number.*; invoiceFee\.minMinor must be from 0/
    )
    const invoice = await host.cryptoInvoices.create(id, { amount: 100, network: "tron", externalId: "1" })
    assert.strictEqual(invoice.feeAmount, 2.5)
    await host.close()
  })
})
