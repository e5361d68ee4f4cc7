import {
  Closed,
  createQuittance,
  type InvalidInput,
  MemoryStore,
  type Operations,
  type QuittanceHost
} from "@quittance/core"
import type { Promised } from "@quittance/core/adapter"
import type { Effect } from "effect"
import { assert, describe, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const store = MemoryStore.layer

/** Options of a host that has no compiler. */
const untyped = (options: object) => options as Parameters<typeof createQuittance>[0]

const refusalOf = (options: object): Promise<InvalidInput> =>
  createQuittance(untyped(options)).then(
    () => assert.fail("it started"),
    (error) => error
  )

describe("options that a host misspelt are refused before anything is opened", () => {
  it.each([
    [{ store, masterkey: masterKey }, "masterkey is not an option; did you mean masterKey?"],
    [{ store, masterKey, setings: {} }, "setings is not an option; did you mean settings?"],
    [{ store, masterKey, settings: { publicURL: "x" } }, "settings.publicURL is not a setting; the settings"],
    [{ masterKey }, "store must be a layer, such as SqliteStore.layer("],
    [{ store: "quittance.db", masterKey }, "store must be a layer, such as SqliteStore.layer("],
    [{ store, masterKey: Buffer.alloc(32) }, "masterKey must be a text: 32 bytes in base64"],
    [{ store, masterKey, workers: "no" }, "workers must be true or false"],
    [{ store, masterKey, webhookTransport: {} }, "webhookTransport must be a layer, such as UndiciTransport"],
    [
      { store, masterKey, payoutProcessor: { submit: async () => ({}), lookup: async () => ({}) } },
      "payoutProcessor.abandon must be a function that returns a Promise"
    ],
    [
      { store, masterKey, kycChecker: "manual" },
      'kycChecker must be "manualReview" or an object with open, lookup'
    ]
  ])("%o", async (options, sentence) => {
    const refusal = await refusalOf(options)
    assert.strictEqual(refusal.code, "invalid_input")
    assert.include(refusal.message, sentence)
  })
})

const withHost = async (use: (host: QuittanceHost) => Promise<void>): Promise<void> => {
  const host = await createQuittance({ store, masterKey, workers: false })
  await use(host).finally(() => host.close())
}

describe("payouts.open", () => {
  it("takes what it can return at once, and refuses anything else by its name", () =>
    withHost(async (host) => {
      assert.deepStrictEqual(await host.payouts.open({ limit: 1000, after: "", step: "unknown" }), [])
      const refused = (asked: object): Promise<string> =>
        host.payouts.open(asked).then(
          () => "taken",
          ({ message }: InvalidInput) => message
        )
      assert.strictEqual(await refused({ limit: 1001 }), "limit must be a whole number from 1 to 1000")
      assert.strictEqual(await refused({ limit: "5" }), "limit must be a whole number from 1 to 1000")
      assert.strictEqual(await refused({ after: 5 }), "after must be a text: the id of a payout")
      assert.match(await refused({ step: "paid" }), /^step must be one of awaiting, reserved, submitting/)
      assert.strictEqual(await refused({ afer: "x" }), "afer is not an option; did you mean after?")
    }))
})

describe("after close()", () => {
  it("everything rejects with Closed, and closing again is no fault", async () => {
    const host = await createQuittance({ store, masterKey, workers: false })
    const { id } = await host.partners.ensure("shop")
    await host.close()
    for (const call of [
      () => host.payouts.get(id, "pay"),
      () => host.as("customer").balances.get(id),
      () => host.keys.reseal("check")
    ]) {
      const error: Closed = await call().then(
        () => assert.fail("it answered"),
        (rejected) => rejected
      )
      assert.instanceOf(error, Closed)
      assert.strictEqual(error.code, "closed")
      assert.match(error.message, /closed/)
    }
    await host.close()
  })
})

/** Compiled, never run. */
const complete = (host: QuittanceHost): Promised<Operations["Service"]> => host

type Failure<Of> = Of extends (...given: never) => Effect.Effect<unknown, infer E>
  ? E
  : Of extends object
    ? { readonly [Name in keyof Of]: Failure<Of[Name]> }[keyof Of]
    : never

/** Compiled, never run: a failure without a code does not fit. */
const codeOf = (failure: Failure<Operations["Service"]>): string => failure.code

describe("the types of a host", () => {
  it("have every operation, and every failure has a code", () => {
    assert.isFunction(complete)
    assert.isFunction(codeOf)
  })

  it("a code is the name of the refusal in the spelling of the API", () =>
    withHost(async (host) => {
      const { id } = await host.partners.ensure("shop")
      const { _tag, code } = await host.payouts.get(id, "none").then(
        () => assert.fail("it was found"),
        (error) => error
      )
      assert.deepStrictEqual([_tag, code], ["NotFound", "not_found"])
    }))
})

it("an id that is no text is the id of nothing", async () => {
  const quittance = await createQuittance({ store, masterKey, workers: false })
  const { id } = await quittance.partners.ensure("shop")
  for (const wrong of [undefined, 7, {}]) {
    const asked = wrong as unknown as string
    for (const call of [() => quittance.payouts.get(id, asked), () => quittance.subscribers.remove(asked)]) {
      const refusal = await call().then(
        () => assert.fail("it was found"),
        (error) => error
      )
      assert.strictEqual(refusal.code, "not_found")
    }
  }
  await quittance.close()
})
