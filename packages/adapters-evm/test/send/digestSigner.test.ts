import { assert, describe, it } from "@effect/vitest"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Chance } from "@quittance/testing"
import { Effect } from "effect"
import type { Hex } from "viem"
import { bytesOf, type Hex as HexBytes } from "../../src/hex.ts"
import { publicKeyAddress } from "../../src/publicKeyAddress.ts"
import { type DigestKey, digestSigner } from "../../src/send/digestSigner.ts"
import { checkedSigner, hostSigner } from "../../src/send/OutsideSigner.ts"
import { order } from "../../src/send/rawSignature.ts"
import type { UnsignedTransaction } from "../../src/send/Signer.ts"
import { evmForm } from "../../src/send/TransactionForm.ts"
import { transferCall } from "../../src/tokenCalls.ts"

const privateKey = new Uint8Array(32).fill(0x44)
const address = "0x7564105E977516C53bE337314c7E53838967bDaC"
const to: Hex = `0x${"c1".repeat(20)}`

/** Signs as key management services do: another signature each time, with s in both halves, in their own form. */
const keyService = (chance: Chance, form: "der" | "compact" = "der") => {
  const seen = { high: 0, low: 0 }
  const key: DigestKey = {
    address: address.toLowerCase(),
    signDigest: async (digest) => {
      const extraEntropy = Uint8Array.from({ length: 32 }, () => chance.below(256))
      const { r, s } = secp256k1.sign(digest, privateKey, { prehash: false, extraEntropy })
      const isHigh = chance.below(2) === 0
      seen[isHigh ? "high" : "low"] += 1
      return new secp256k1.Signature(r, isHigh ? order - s : s).toBytes(form)
    }
  }
  return { key, seen }
}

const asked = (nonce: number): UnsignedTransaction => ({
  chainId: 1,
  nonce,
  ...{ to, data: transferCall(address, 1_000_000n + BigInt(nonce)), gas: 65_000n },
  fees: { maxFeeWei: 30_000_000_000n, maxTipWei: 1n }
})

describe("a key that signs digests", () => {
  it("has the address of its public key, in each form in which it is given", () => {
    const uncompressed = secp256k1.getPublicKey(privateKey, false)
    const subject = bytesOf("0x3056301006072a8648ce3d020106052b8104000a034200" as HexBytes)
    for (const given of [
      secp256k1.getPublicKey(privateKey, true),
      uncompressed,
      Uint8Array.of(...subject, ...uncompressed)
    ])
      assert.strictEqual(publicKeyAddress(given), address)
    assert.throws(() => publicKeyAddress(new Uint8Array(65)))
  })

  for (const form of ["der", "compact"] as const)
    it.effect(`signs what networks take, whatever half and key its signature is of: ${form}`, () =>
      Effect.gen(function* () {
        const seed = "digests 1"
        const { key, seen } = keyService(new Chance(seed), form)
        const signer = checkedSigner(evmForm, hostSigner(digestSigner([key])))
        const hashes = new Set<string>()
        // It is checked bit by bit, and by the address that its key recovers to.
        for (let nonce = 0; nonce < 12; nonce++) hashes.add((yield* signer.sign(address, asked(nonce))).hash)
        hashes.add((yield* signer.sign(address, asked(0))).hash)
        assert.strictEqual(hashes.size, 13, seed)
        assert.isTrue(seen.high > 2 && seen.low > 2, `${seed}: ${seen.high} high, ${seen.low} low`)
      })
    )

  it.effect("that is another one, is not there or answers nonsense is told in a sentence", () =>
    Effect.gen(function* () {
      const reasonOf = (signDigest: DigestKey["signDigest"], of: Hex = address) =>
        Effect.map(
          Effect.flip(
            checkedSigner(evmForm, hostSigner(digestSigner([{ address, signDigest }]))).sign(of, asked(1))
          ),
          ({ reason }) => reason
        )
      const stranger = (digest: Uint8Array) =>
        Promise.resolve(
          secp256k1.sign(digest, new Uint8Array(32).fill(0x55), { prehash: false }).toBytes("der")
        )
      assert.strictEqual(
        yield* reasonOf(stranger),
        `the signer failed: its signature is not that of ${address}`
      )
      assert.strictEqual(yield* reasonOf(stranger, to), `the signer failed: it has no key of ${to}`)
      assert.match(
        yield* reasonOf(() => Promise.resolve(new Uint8Array([1, 2]))),
        /^the signer failed: [^\n]+$/
      )
      assert.strictEqual(
        yield* reasonOf(() => Promise.reject(new Error("no credentials\nat line 1"))),
        "the signer failed: no credentials"
      )
    })
  )
})
