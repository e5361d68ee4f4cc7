import { createQuittance, InvalidInput, MemoryStore } from "@quittance/core"
import { assert, it } from "vitest"
import { permissionOf } from "../../src/host/operations/permissions.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")

type Call = (...given: ReadonlyArray<unknown>) => Promise<unknown>

/** The operation of a path such as `payouts.get`, which takes anything. */
const callOf = (host: object, name: string): Call =>
  name.split(".").reduce((within: unknown, part) => Object(within)[part], host) as Call

const hosted = async (test: (host: object) => Promise<void>) => {
  const quittance = await createQuittance({ store: MemoryStore.layer, masterKey, workers: false })
  try {
    await test(quittance)
  } finally {
    await quittance.close()
  }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "was taken",
    (error: unknown) => error
  )

it("whoever an operation is for is named by a text, or it is refused by one sentence", () =>
  hosted(async (host) => {
    let count = 0
    for (const [name, { of }] of permissionOf) {
      if (of === "deployment" || of === "requested") continue
      const call = callOf(host, name)
      for (const given of [undefined, null, 7, {}, [], Symbol("a"), () => "a"]) {
        const error = await refusal(call(given, {}, {}))
        assert.instanceOf(error, InvalidInput, name)
        assert.match(String(error), /(partnerId|id) must be an id, as a text/, name)
        count++
      }
    }
    assert.isAbove(count, 400)
  }))

it("a partner has a name of visible characters on one line, which is no id", () =>
  hosted(async (host) => {
    const ensure = callOf(host, "partners.ensure")
    for (const name of [
      undefined,
      null,
      7,
      {},
      "",
      " shop",
      "a\nb",
      "a".repeat(101),
      `prt_${"0".repeat(32)}`
    ]) {
      const error = await refusal(ensure(name))
      assert.instanceOf(error, InvalidInput, String(name))
      assert.match(String(error), /name must/)
    }
    await ensure("shop")
  }))
