import { assert, describe, it } from "@effect/vitest"
import { AesGcmVault } from "@quittance/core"
import { type ChainWallet, Vault, walletKeyContext } from "@quittance/core/adapter"
import { Chance } from "@quittance/testing"
import { Effect } from "effect"
import { keccak256 } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { type Hex, word } from "../../src/hex.ts"
import type { UnsignedTransaction } from "../../src/send/Signer.ts"
import { sealedKeySigner } from "../../src/send/sealedKeySigner.ts"
import { evmForm } from "../../src/send/TransactionForm.ts"

/** 10 000 once after a change of the signature; fewer every time. */
const signatureCount = Number(process.env.QUITTANCE_SIGNATURES ?? 200)

const network = "ethereum"
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bits = (chance: Chance, count: number): bigint => {
  let found = 0n
  for (let bit = 0; bit < count; bit += 8) found = (found << 8n) | BigInt(chance.below(256))
  return found
}

const hexOf = (chance: Chance, bytes: number): Hex =>
  bytes === 0
    ? "0x"
    : `0x${bits(chance, bytes * 8)
        .toString(16)
        .padStart(bytes * 2, "0")}`

/** Small numbers and zeros as often as large ones: they are spelled in fewer bytes. */
const amount = (chance: Chance, bytesMax: number): bigint => bits(chance, 8 * chance.below(bytesMax + 1))

const someTransaction = (chance: Chance): UnsignedTransaction => {
  const maxTipWei = amount(chance, 6)
  return {
    chainId: 1 + chance.below(2 ** 31),
    nonce: chance.below(3) === 0 ? chance.below(2) : chance.below(2 ** 31),
    ...(chance.below(5) > 0 && { to: hexOf(chance, 20) }),
    data: hexOf(chance, [0, 1, 4, 55, 68, 300][chance.below(6)] ?? 0),
    gas: amount(chance, 4),
    fees: { maxTipWei, maxFeeWei: maxTipWei + amount(chance, 6) }
  }
}

describe("a signed transaction", () => {
  it.effect(`is byte for byte what viem signs, of ${signatureCount}, by keys of all sizes`, () =>
    Effect.gen(function* () {
      const chance = new Chance("signatures")
      const vault = yield* Vault
      const sealed = new Map<string, string>()
      const signer = sealedKeySigner(evmForm, vault, (address) =>
        Effect.succeed({ partnerId: network, sealedKey: sealed.get(address) ?? "" } as ChainWallet)
      )
      const keys = [
        1n,
        2n,
        order - 1n,
        ...Array.from({ length: 5 }, () => 1n + (bits(chance, 256) % (order - 1n)))
      ]
      const accounts = keys.map((key) => ({
        key: `0x${word(key)}` as const,
        account: privateKeyToAccount(`0x${word(key)}`)
      }))
      for (const { account, key } of accounts)
        sealed.set(account.address, yield* vault.seal(key, walletKeyContext(network, account.address)))
      for (let made = 0; made < signatureCount; made++) {
        const account = accounts[made % accounts.length]?.account ?? assert.fail("no account")
        const transaction = someTransaction(chance)
        const { fees, ...rest } = transaction
        const expected = yield* Effect.promise(() =>
          account.signTransaction({
            ...rest,
            type: "eip1559",
            maxFeePerGas: fees.maxFeeWei,
            maxPriorityFeePerGas: fees.maxTipWei
          })
        )
        assert.deepStrictEqual(yield* signer.sign(account.address, transaction), {
          bytes: expected,
          hash: keccak256(expected)
        })
      }
    }).pipe(Effect.provide(AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))))
  )
})
