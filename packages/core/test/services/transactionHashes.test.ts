import { assert, describe } from "@effect/vitest"
import type { ShownTransfer } from "@quittance/core"
import { DepositAddresses, SandboxChain } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { balanceOfPartner, fundedPartner, testIn, usdt } from "./Deployment.ts"
import { booksAreRight } from "./fiatInvoices.ts"
import { issue, refresh, transfersOf } from "./invoices.ts"
import { depositsOf, openWallet, refreshWallet } from "./wallets.ts"

const digits = "aBcD".repeat(16)

/** The spellings of one hash that sources are known to use. */
const spellings = [
  `0x${digits.toLowerCase()}`,
  `0x${digits}`,
  `0X${digits.toUpperCase()}`,
  digits,
  digits.toLowerCase()
]

/** A careless source: it spells the one transfer differently each time it is asked, and twice in one answer. */
const careless = () => {
  let asked = 0
  const transferOf = (txHash: string): ShownTransfer => ({
    txHash,
    logIndex: 0,
    amountMinor: 500_000_000n,
    confirmations: 100,
    seenAt: 0,
    dropped: false
  })
  return Layer.effect(
    DepositAddresses,
    Effect.map(DepositAddresses, (inner) =>
      DepositAddresses.of({
        ...inner,
        transfers: () =>
          Effect.sync(() => {
            // Before it is given out, nothing has arrived at an address.
            const spelling = asked++ === 0 ? [] : [spellings[asked % 5], spellings[(asked + 1) % 5]]
            return spelling.flatMap((txHash) => (txHash === undefined ? [] : [transferOf(txHash)]))
          })
      })
    )
  ).pipe(Layer.provide(SandboxChain.layer))
}

describe.each(["ethereum", "tron"])(
  "a transaction on %s whose hash is told in several spellings",
  (network) => {
    testIn({ addresses: careless() })("pays a crypto invoice once", function* () {
      const partnerId = yield* fundedPartner(0)
      const order = yield* issue(partnerId, 500, { network })
      for (let time = 0; time < 6; time++) {
        yield* refresh(order)
        assert.lengthOf(yield* transfersOf(order), 1)
      }
      assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 495n * usdt)
      yield* booksAreRight
    })

    testIn({ addresses: careless() })("is credited to a transit wallet once", function* () {
      const partnerId = yield* fundedPartner(0)
      const wallet = yield* openWallet(partnerId, network)
      for (let time = 0; time < 6; time++) assert.strictEqual(yield* refreshWallet(wallet), 500n * usdt)
      const deposits = yield* depositsOf(wallet)
      assert.deepStrictEqual(
        deposits.map(({ order }) => order.txHash),
        [network === "tron" ? digits.toLowerCase() : `0x${digits.toLowerCase()}`]
      )
      assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 500n * usdt)
      yield* booksAreRight
    })
  }
)
