import { assert, describe, it } from "vitest"
import { defaultNetworks } from "../../../src/concepts/network/Network.ts"
import { feeOn } from "../../../src/kernel/money/Fee.ts"
import { formatMinor } from "../../../src/kernel/money/Money.ts"

describe("the networks that a deployment offers by default", () => {
  const contract = [
    { name: "tron", format: "tron", confirmations: 20, invoices: true, payoutFee: "2" },
    { name: "ethereum", format: "evm", confirmations: 12, invoices: true, payoutFee: "5" },
    { name: "bsc", format: "evm", confirmations: 15, invoices: true, payoutFee: "1" },
    { name: "polygon", format: "evm", confirmations: 128, invoices: false, payoutFee: "1" }
  ]

  it("are those of the contract, with its confirmations and fixed payout fees", () =>
    assert.deepStrictEqual(
      defaultNetworks.map(({ addressFormat, confirmations, invoices, name, payoutFee }) => ({
        name,
        format: addressFormat,
        confirmations,
        invoices,
        payoutFee: formatMinor(feeOn(1n, payoutFee), "USDT")
      })),
      contract
    ))

  for (const network of defaultNetworks) {
    it(`${network.name}: invoices of 1 to 100 000 USDT, payouts of 1 to 50 000`, () =>
      assert.deepStrictEqual(
        [
          network.minInvoiceMinor,
          network.maxInvoiceMinor,
          network.minPayoutMinor,
          network.maxPayoutMinor
        ].map((minor) => formatMinor(minor, network.currency)),
        ["1", "100000", "1", "50000"]
      ))
  }
})
