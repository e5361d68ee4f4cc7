import { assert, it } from "@effect/vitest"
import { invoiceTransitions } from "../../../src/concepts/invoice/Invoice.ts"
import { statesTaking } from "../../../src/kernel/machine/statesTaking.ts"

it("the states in which a command is possible are those of the table, of existing things", () => {
  assert.deepStrictEqual(statesTaking(invoiceTransitions, "Cancel"), ["pending"])
  assert.deepStrictEqual(statesTaking(invoiceTransitions, "Pay"), ["pending", "paid", "expired"])
  assert.deepStrictEqual(statesTaking(invoiceTransitions, "Issue"), [])
})
