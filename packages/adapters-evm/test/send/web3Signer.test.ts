import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "viem"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { keccak256, parseTransaction, serializeTransaction } from "viem/utils"
import { checkedSigner } from "../../src/send/OutsideSigner.ts"
import { order } from "../../src/send/rawSignature.ts"
import type { UnsignedTransaction } from "../../src/send/Signer.ts"
import { evmForm } from "../../src/send/TransactionForm.ts"
import { web3Signer } from "../../src/send/web3Signer.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { type Lie, signerKey, startSignerDouble } from "./signerDouble.ts"

const chainId = 31_337
const account = privateKeyToAccount(`0x${"4".repeat(64)}`)
const stranger = privateKeyToAccount(`0x${"5".repeat(64)}`)
const token: Hex = `0x${"c1".repeat(20)}`
const recipient: Hex = `0x${"d2".repeat(20)}`

const asked: UnsignedTransaction = {
  chainId,
  nonce: 7,
  to: token,
  data: transferCall(recipient, 1_000_000n),
  gas: 65_000n,
  fees: { maxFeeWei: 30_000_000_000n, maxTipWei: 1_000_000_000n }
}

const startSigner = (accounts: ReadonlyArray<PrivateKeyAccount> = [account], chain = chainId) =>
  Effect.promise(() => startSignerDouble(chain, accounts))

const reasonFor = Effect.fnUntraced(function* (lie: Lie) {
  const double = yield* startSigner()
  double.behaviour.lie = lie
  const signer = checkedSigner(evmForm, yield* web3Signer(double.url))
  const { reason } = yield* Effect.flip(signer.sign(account.address, asked))
  assert.notInclude(reason, signerKey)
  assert.notInclude(reason, "\n")
  return reason.replace(double.host, "HOST")
})

/** The same signature for the twin of its s: as good to mathematics, and refused by networks. */
const withHighS = (bytes: Hex): Hex => {
  const { r, s, yParity, ...fields } = parseTransaction(bytes as `0x02${string}`)
  if (r === undefined || s === undefined) throw new Error("it is signed")
  const twin = `0x${(order - BigInt(s)).toString(16).padStart(64, "0")}` as const
  return serializeTransaction({ ...fields, type: "eip1559" }, { r, s: twin, yParity: 1 - (yParity ?? 0) })
}

const unused = (why: string): string =>
  `the signer's answer for wallet ${account.address} is not used: ${why}`

describe("a Web3Signer", () => {
  it.effect("signs what it is asked for, and its answer is stored as it is", () =>
    Effect.gen(function* () {
      const double = yield* startSigner()
      const outside = yield* web3Signer(double.url)
      assert.deepStrictEqual(yield* outside.accounts, [account.address.toLowerCase()])
      for (const nonce of [0, 1, 255, 256]) {
        const { bytes, hash } = yield* checkedSigner(evmForm, outside).sign(account.address, {
          ...asked,
          nonce
        })
        const expected = yield* Effect.promise(() =>
          account.signTransaction({
            ...{ type: "eip1559", chainId, nonce, to: token, data: asked.data, gas: 65_000n },
            ...{ maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
          })
        )
        assert.deepStrictEqual({ bytes, hash }, { bytes: expected, hash: keccak256(expected) })
      }
    })
  )

  it.effect.each<readonly [string, Lie, string]>([
    [
      "another amount",
      { signs: (same) => ({ ...same, data: transferCall(recipient, 2_000_000n) }) },
      unused(
        `its data is ${transferCall(recipient, 2_000_000n).slice(0, 80)}, not ${asked.data.slice(0, 80)}`
      )
    ],
    [
      "another recipient of the coin",
      { signs: (same) => ({ ...same, to: recipient }) },
      unused(`its to is ${recipient}, not ${token}`)
    ],
    ["coins besides", { signs: (same) => ({ ...same, value: 5n }) }, unused("its value is 5, not 0")],
    ["another nonce", { signs: (same) => ({ ...same, nonce: 8 }) }, unused("its nonce is 8, not 7")],
    ["more gas", { signs: (same) => ({ ...same, gas: 65_001n }) }, unused("its gas is 65001, not 65000")],
    [
      "a higher fee",
      { signs: (same) => ({ ...same, maxFeePerGas: 31_000_000_000n }) },
      unused("its maxFeePerGas is 31000000000, not 30000000000")
    ],
    ["another chain", { signs: (same) => ({ ...same, chainId: 1 }) }, unused("its chainId is 1, not 31337")],
    [
      "an access list",
      { signs: (same) => ({ ...same, accessList: [{ address: recipient, storageKeys: [] }] }) },
      unused("it contains more than was requested")
    ],
    ["with another key", { by: stranger }, unused(`it is signed by ${stranger.address}, not by the wallet`)],
    ["with a high s", { answers: withHighS }, unused("its signature has a high s, which networks refuse")],
    ["with bytes behind", { answers: (bytes) => `${bytes}00` }, unused("it is not a signed transaction")],
    [
      "nothing",
      {
        answers: (bytes) =>
          serializeTransaction({
            ...parseTransaction(bytes),
            type: "eip1559",
            r: undefined,
            s: undefined,
            yParity: undefined
          } as never)
      },
      unused("it has no signature")
    ],
    [
      "as nodes do, with an object",
      { answers: (raw) => ({ raw, tx: {} }) },
      "the signer HOST did not sign: it is not an answer of this method"
    ],
    [
      "for a reader of web pages",
      { meets: { status: 200, type: "text/html", body: "<html>Welcome</html>" } },
      "the signer HOST did not sign: it answers with a web page, not JSON-RPC"
    ],
    [
      "only for who logs in",
      { meets: { status: 401, type: "text/plain", body: "who are you?" } },
      "the signer HOST did not sign: it wants a login, or refuses the one that it got (status 401)"
    ],
    [
      "too much",
      { answers: () => `0x${"00".repeat(200_000)}` },
      "the signer HOST did not sign: the answer has more than 262144 bytes"
    ]
  ])("that signs %s is not used, and one sentence says why", ([, lie, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonFor(lie), expected)
    })
  )

  it.effect("that has no such key says so", () =>
    Effect.gen(function* () {
      const double = yield* startSigner([stranger])
      const signer = checkedSigner(evmForm, yield* web3Signer(double.url))
      const { reason } = yield* Effect.flip(signer.sign(account.address, asked))
      assert.strictEqual(reason, `the signer ${double.host} refuses: No unlocked account matches the Sender`)
    })
  )

  it.effect("that hangs is given up after ten seconds", () =>
    Effect.gen(function* () {
      const double = yield* startSigner()
      double.behaviour.lie = { hangs: true }
      const signer = checkedSigner(evmForm, yield* web3Signer(double.url))
      const signing = yield* Effect.forkChild(Effect.flip(signer.sign(account.address, asked)))
      yield* TestClock.adjust("10 seconds")
      const { reason } = yield* Fiber.join(signing)
      assert.strictEqual(reason, `the signer ${double.host} did not sign: no answer in 10000 ms`)
    })
  )
})
