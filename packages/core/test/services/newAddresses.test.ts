import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, type ShownTransfer, TransitWallets } from "@quittance/core"
import { addressOfBytes, DepositAddresses, SandboxChain } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { fundedPartner, Seen, test, testIn } from "./Deployment.ts"
import { issue } from "./invoices.ts"
import { openWallet } from "./wallets.ts"

const addressOf = (number: number): string => addressOfBytes("tron", new Uint8Array(20).fill(number))

const arrived: ShownTransfer = {
  txHash: "ab".repeat(32),
  logIndex: 0,
  amountMinor: 1n,
  confirmations: 1,
  seenAt: 0,
  dropped: true
}

/** A source that gives these addresses one after the other, the last one for ever; those of `used` have a history. */
const giving = (numbers: ReadonlyArray<number>, used: ReadonlyArray<number> = []) => {
  let count = 0
  return Layer.effect(
    DepositAddresses,
    Effect.map(DepositAddresses, (inner) =>
      DepositAddresses.of({
        ...inner,
        derive: () => Effect.sync(() => addressOf(numbers[Math.min(count++, numbers.length - 1)] ?? 0)),
        transfers: (_, address) => Effect.succeed(used.map(addressOf).includes(address) ? [arrived] : [])
      })
    )
  ).pipe(Layer.provide(SandboxChain.layer))
}

describe("a deposit address", () => {
  test("is derived again from the salt that is kept with what it is for", function* () {
    const partnerId = yield* fundedPartner(0)
    const source = yield* DepositAddresses
    const invoice = yield* issue(partnerId, 10)
    const wallet = yield* openWallet(partnerId, "ethereum")
    for (const { address, addressSalt, network } of [invoice, wallet]) {
      assert.match(addressSalt, /^[0-9a-f]{32}$/)
      assert.strictEqual(yield* source.derive(network, addressSalt), address)
    }
    const invoices = yield* CryptoInvoices
    const { order } = yield* invoices.get(partnerId, invoice.id)
    assert.strictEqual(order.addressSalt, invoice.addressSalt)
  })

  testIn({ addresses: giving([1, 2, 3], [1, 2]) })(
    "is another one where money has arrived already, even what was dropped since",
    function* () {
      const partnerId = yield* fundedPartner(0)
      assert.strictEqual((yield* issue(partnerId, 10)).address, addressOf(3))
    }
  )

  testIn({ addresses: giving([1, 1, 2]) })("is another one where this store gave it out", function* () {
    const partnerId = yield* fundedPartner(0)
    assert.strictEqual((yield* issue(partnerId, 10)).address, addressOf(1))
    assert.strictEqual((yield* openWallet(partnerId)).address, addressOf(2))
  })

  testIn({ addresses: giving([1], [1]) })(
    "is none where the source gives nothing but addresses with a history, and the log says so",
    function* () {
      const partnerId = yield* fundedPartner(0)
      const wallets = yield* TransitWallets
      const failure = yield* Effect.flip(wallets.create(partnerId, { label: "till", network: "tron" }))
      assert.deepInclude(failure, {
        _tag: "DepositAddressesUnavailable",
        reason: "the source gives addresses that have a history"
      })
      const { errors } = yield* Seen
      assert.deepStrictEqual(errors, ["the address source of tron gave 3 addresses with a history"])
    }
  )
})
