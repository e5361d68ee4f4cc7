import { createQuittance, MemoryStore } from "@quittance/core"
import { emptyMemoryState } from "@quittance/core/adapter"
import { expect, it } from "vitest"
import { fetchHandler } from "../src/index.ts"

it("a handler made for a host without Effect keeps working in the background until the host closes", async () => {
  const state = emptyMemoryState()
  const quittance = await createQuittance({
    store: MemoryStore.layerOver(state),
    masterKey: Buffer.alloc(32, 7).toString("base64")
  })
  const key = await quittance.keys.create({ partner: "acme" })
  const handle = await fetchHandler(quittance.runtime)

  const answer = await handle(
    new Request("http://api.test/sandbox/v1/balance/credit", {
      method: "POST",
      headers: { "x-api-key": key.secret, "content-type": "application/json" },
      body: JSON.stringify({ amount: 5 })
    })
  )
  await quittance.close()

  expect(answer.status).toBe(200)
  // Uses of keys are noted in memory and written when the application ends, which must not be before the host does.
  expect([...state.keyUses.keys()]).toEqual([key.id])
})
