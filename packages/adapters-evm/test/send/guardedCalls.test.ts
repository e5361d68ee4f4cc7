import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Hex } from "../../src/hex.ts"
import { type AllowedContracts, type Call, forbiddenCall } from "../../src/send/allowedCalls.ts"
import { guardedSigner } from "../../src/send/guardedSigner.ts"
import { hostSigner } from "../../src/send/OutsideSigner.ts"
import { SignerUnavailable, type UnsignedTransaction } from "../../src/send/Signer.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { payoutOrder } from "./Paying.ts"
import { errand } from "./Planning.ts"
import { stranger, token, wallet } from "./SlotChain.ts"

const factory: Hex = `0x${"f1".repeat(20)}`
const deployment: Call = { to: stranger, data: "0x6001" }
const allowed: AllowedContracts = { token: token.address, factory, deployment }

describe("a transaction that creates a contract", () => {
  const creates = "it creates a contract"
  const faultOf = (purpose: "deployment" | "sweep" | "payout", data: Hex, deploys: Call) =>
    forbiddenCall(purpose, wallet, { data }, { ...allowed, deployment: deploys })

  it("is signed only where that is how the factory is deployed, with just its code", () => {
    assert.isUndefined(faultOf("deployment", "0x6001", { data: "0x6001" }))
    const another = "it is not the deployment of the factory"
    assert.strictEqual(faultOf("deployment", "0x6002", { data: "0x6001" }), another)
    assert.strictEqual(faultOf("deployment", "0x6001", deployment), creates)
    for (const purpose of ["sweep", "payout"] as const)
      assert.strictEqual(faultOf(purpose, "0x6001", { data: "0x6001" }), creates)
  })

  it("is not what another deployment asks for, and a call is not where it creates", () => {
    const call: Call = { to: stranger, data: "0x6001" }
    assert.isDefined(
      forbiddenCall("deployment", wallet, call, { ...allowed, deployment: { data: "0x6001" } })
    )
    assert.isUndefined(forbiddenCall("deployment", wallet, call, allowed))
  })
})

describe("a guarded signer", () => {
  const sweeping = sweepCall(token.address, ["0".repeat(32)])
  const signed: Array<UnsignedTransaction> = []
  const signer = guardedSigner(
    {
      sign: (_: Hex, transaction: UnsignedTransaction) =>
        Effect.sync(() => {
          signed.push(transaction)
          return { hash: "0x01", bytes: "0x02" }
        })
    },
    "evm",
    allowed,
    ({ amountMinor, purpose, recipient }) =>
      purpose === "payout"
        ? { to: token.address, data: transferCall(recipient, amountMinor) }
        : { to: factory, data: sweeping }
  )
  const faultOf = (changes: Partial<ReturnType<typeof payoutOrder>>) =>
    signer.forbids(wallet, { ...payoutOrder(1), ...changes })

  it("pays the least amount to an address, and neither nothing nor less to anything", () => {
    assert.isUndefined(faultOf({ amountMinor: 1n }))
    for (const amountMinor of [0n, -1n]) assert.strictEqual(faultOf({ amountMinor }), "it pays nothing")
    assert.strictEqual(faultOf({ recipient: "0xzz" }), "its recipient is not an address")
    // A sweep has neither.
    assert.isUndefined(signer.forbids(wallet, errand("sweep")))
  })

  it.effect("looks at the call once more before it is signed", () =>
    Effect.gen(function* () {
      signed.length = 0
      const rest = { chainId: 1, nonce: 0, gas: 1n, fees: { maxFeeWei: 1n, maxTipWei: 1n } }
      const transaction = { ...rest, to: factory, data: sweeping }
      assert.deepStrictEqual(yield* signer.sign(wallet, "sweep", transaction), {
        hash: "0x01",
        bytes: "0x02"
      })
      const { reason } = yield* Effect.flip(signer.sign(wallet, "payout", transaction))
      assert.strictEqual(reason, `a payout is not signed: it calls ${factory}, which is not the token`)
      assert.deepStrictEqual(signed, [transaction])
    })
  )
})

describe("a signer of the host that rejects", () => {
  const unsigned = {} as UnsignedTransaction
  const reasonFor = (cause: unknown) =>
    Effect.map(
      Effect.flip(
        hostSigner({ accounts: () => Promise.resolve([]), sign: () => Promise.reject(cause) }).sign(
          wallet,
          unsigned
        )
      ),
      (failure) => (failure instanceof SignerUnavailable ? failure.reason : "")
    )

  it.effect("did not sign, and the first line says why, whatever it rejects with", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonFor(new Error("away\nsecret")), "the signer failed: away")
      assert.strictEqual(yield* reasonFor("busy"), "the signer failed: busy")
      assert.strictEqual(
        yield* reasonFor(new Error("x".repeat(201))),
        `the signer failed: ${"x".repeat(200)}`
      )
    })
  )
})
