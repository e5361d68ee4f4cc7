import { createQuittance, InvalidInput, MemoryStore } from "@quittance/core"
import { emptyMemoryState } from "@quittance/core/adapter"
import { assert, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")

it("a host says who acts, and is the system where it does not", async () => {
  const state = emptyMemoryState()
  const quittance = await createQuittance({ store: MemoryStore.layerOver(state), masterKey, workers: false })
  try {
    const { id } = await quittance.partners.ensure("acme")
    const anna = quittance.as("user:anna")
    await anna.balances.adjust(id, { amount: 100, reason: "by Anna" })
    const { id: payoutId } = await anna.payouts.create(id, "one", {
      amount: 1,
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      network: "tron"
    })
    await Promise.all([
      quittance.as("operator:root").payouts.resolve(payoutId, "failed", "never sent"),
      quittance.balances.adjust(id, { amount: 1, reason: "by nobody" })
    ])
    await anna.keys.reseal()
    const found = [...state.events.values()].map(({ actor, event }) => `${event._tag} ${actor}`)
    assert.sameMembers(found, [
      "PartnerCreated system",
      "BalanceAdjusted user:anna",
      "PayoutReserved user:anna",
      "PayoutGivenUp operator:root",
      "BalanceAdjusted system"
    ])
    for (const text of ["anna", "user:", "user:an na", "user:\u001f", `user:${"a".repeat(101)}`]) {
      let refusal: unknown
      try {
        quittance.as(text as "system")
      } catch (error) {
        refusal = error
      }
      assert.instanceOf(refusal, InvalidInput)
      assert.match(String(refusal), /actor must be system, customer, or user:ID/)
    }
  } finally {
    await quittance.close()
  }
})
