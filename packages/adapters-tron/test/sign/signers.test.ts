import { assert, describe, it } from "@effect/vitest"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { Hex } from "@quittance/adapters-evm"
import {
  bytesOf,
  type Call,
  checkedSigner,
  forbiddenCall,
  guardedSigner,
  hexOf,
  hostSigner,
  transferCall,
  walletSigner
} from "@quittance/adapters-evm/parts"
import { AesGcmVault } from "@quittance/core"
import { type ChainWallet, Vault, walletKeyContext } from "@quittance/core/adapter"
import { Chance } from "@quittance/testing"
import { Effect } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import { TronWeb, utils } from "tronweb"
import { hexOfAddress } from "../../src/address.ts"
import { rawData, type TronTransaction, transactionId } from "../../src/encode/TronTransaction.ts"
import { digestSigner } from "../../src/sign/digestSigner.ts"
import { tronForm } from "../../src/sign/tronForm.ts"

const network = "tron"
const key: Hex = `0x${"44".repeat(32)}`
const wallet = String(TronWeb.address.fromPrivateKey(key.slice(2)))
const token: Hex = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c"
const factory: Hex = `0x${"fa".repeat(20)}`
const stranger: Hex = `0x${"55".repeat(20)}`

const asked = (number: number, call?: Call): TronTransaction => ({
  owner: hexOfAddress(wallet),
  ...(call ?? { to: token, data: transferCall(stranger, 1_000_000n + BigInt(number)) }),
  refBlockBytes: "0x1234",
  refBlockHash: "0x0011223344556677",
  expiration: 1_800_000_060_000,
  timestamp: 1_800_000_000_000 + number,
  feeLimitSun: 30_000_000n
})

const signerOf = (sealedKey: string) =>
  Effect.map(Vault, (vault) =>
    walletSigner(tronForm, vault, undefined, () =>
      Effect.succeed({ partnerId: network, sealedKey } as ChainWallet)
    )
  )

const withVault = Effect.provide(AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))

describe("a wallet whose key the store keeps sealed", () => {
  it.effect("signs as tronweb does, and the id is that of the transaction without its signature", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const signer = yield* signerOf(yield* vault.seal(key, walletKeyContext(network, wallet)))
      for (let number = 0; number < 20; number++) {
        const transaction = asked(number)
        const txID = transactionId(rawData(transaction)).slice(2)
        const { signature } = utils.crypto.signTransaction(key.slice(2), { txID } as never) as {
          readonly signature: ReadonlyArray<string>
        }
        const { bytes, hash } = yield* signer.sign(wallet, transaction)
        assert.strictEqual(hash, txID)
        assert.isTrue(bytes.endsWith(String(signature[0]).toLowerCase()))
        assert.isUndefined(tronForm.faultOf(wallet, transaction, bytes))
      }
    }).pipe(withVault)
  )

  it.effect("does not sign with a key that was sealed for another wallet", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const signer = yield* signerOf(yield* vault.seal(key, walletKeyContext("ethereum", wallet)))
      const { reason } = yield* Effect.flip(signer.sign(wallet, asked(1)))
      assert.match(reason, /^the key of wallet T\w{33} cannot be opened/)
    }).pipe(withVault)
  )
})

describe("a signer outside", () => {
  it.effect("of digests is asked for the id, and its signature is turned into the form that nodes take", () =>
    Effect.gen(function* () {
      const chance = new Chance("digests of TRON")
      const digests = digestSigner([
        {
          address: wallet,
          signDigest: async (digest) => {
            const extraEntropy = Uint8Array.from({ length: 32 }, () => chance.below(256))
            const { r, s } = secp256k1.sign(digest, bytesOf(key), { prehash: false, extraEntropy })
            const isHigh = chance.below(2) === 0
            return new secp256k1.Signature(r, isHigh ? secp256k1.Point.Fn.ORDER - s : s).toBytes("der")
          }
        }
      ])
      const signer = checkedSigner(tronForm, hostSigner(digests))
      for (let number = 0; number < 20; number++) {
        const { bytes, hash } = yield* signer.sign(wallet, asked(number))
        assert.strictEqual(hash, transactionId(rawData(asked(number))).slice(2))
        assert.isUndefined(tronForm.faultOf(wallet, asked(number), bytes))
      }
    })
  )

  const signature = (transaction: TronTransaction, privateKey = key) => {
    const digest = bytesOf(transactionId(rawData(transaction)))
    const { recoveryId, signature } = signRecoverable(digest, bytesOf(privateKey))
    const [r, s] = [hexOf(signature.subarray(0, 32)), hexOf(signature.subarray(32))]
    return { r, s, yParity: recoveryId === 1 ? 1 : 0 } as const
  }
  const signed = (transaction: TronTransaction, privateKey = key) =>
    tronForm.signedBytes(transaction, signature(transaction, privateKey))
  const highS = (transaction: TronTransaction) => {
    const { r, s, yParity } = signature(transaction)
    const other: Hex = `0x${(secp256k1.Point.Fn.ORDER - BigInt(s)).toString(16).padStart(64, "0")}`
    return tronForm.signedBytes(transaction, { r, s: other, yParity: yParity === 0 ? 1 : 0 })
  }

  const one = asked(1)
  const lies: ReadonlyArray<readonly [string, string, RegExp]> = [
    [
      "another recipient",
      signed(asked(1, { to: token, data: transferCall(factory, 1_000_001n) })),
      /^its data is/
    ],
    ["another contract", signed({ ...one, to: stranger }), /^its to is 0x55/],
    ["a new contract", signed(asked(1, { data: one.data })), /^its to is 0x, not/],
    ["another owner", signed({ ...one, owner: stranger }), /^its owner is 0x55/],
    [
      "a later end",
      signed({ ...one, expiration: one.expiration + 1 }),
      /^its expiration is 1800000060001, not/
    ],
    ["another time", signed({ ...one, timestamp: 5 }), /^its timestamp is 5, not/],
    ["more fees", signed({ ...one, feeLimitSun: 30_000_001n }), /^its feeLimitSun is 30000001, not/],
    ["another block", signed({ ...one, refBlockBytes: "0x1235" }), /^its refBlockBytes is/],
    ["another branch", signed({ ...one, refBlockHash: "0x0011223344556678" }), /^its refBlockHash is/],
    ["another key", signed(one, `0x${"45".repeat(32)}`), /^it is signed by T\w{33}, not by the wallet$/],
    ["a high s", highS(one), /^its signature has a high s$/],
    ["no key at all", signed(one).replace(/(1b|1c)$/, "1d"), /^it has no signature$/],
    ["v as Ethereum has it", signed(one).replace(/(1b|1c)$/, "00"), /^it has no signature$/],
    ["half of it", signed(one).slice(0, -2), /^it is not a signed transaction/],
    ["more of it", `${signed(one)}00`, /^it is not a signed transaction/],
    ["nonsense", "a promise", /^it is not a signed transaction/]
  ]
  it.each(lies)("that signs %s is not believed", (_, answer, fault) => {
    assert.match(String(tronForm.faultOf(wallet, one, answer)), fault)
  })

  it("is not changed in any bit", () => {
    const bytes = bytesOf(signed(one))
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      assert.isDefined(tronForm.faultOf(wallet, one, hexOf(changed)), `bit ${bit}`)
    }
    assert.isUndefined(tronForm.faultOf(wallet, one, hexOf(bytes).toUpperCase().replace("0X", "0x")))
  })
})

describe("what may be signed", () => {
  const deployment: Call = { data: "0x6001" }
  const allowed = { token, factory, deployment }
  const sweep: Hex = `0xfaa89528${token.slice(2).padStart(64, "0")}${(64).toString(16).padStart(64, "0")}${"1".padStart(64, "0")}${"7".padStart(64, "0")}`

  it("is a transfer of the token, a sweep by the recorded factory, and the factory's creation", () => {
    const faultOf = (purpose: Parameters<typeof forbiddenCall>[0], call: Call) =>
      forbiddenCall(purpose, wallet, call, allowed)
    assert.isUndefined(faultOf("payout", { to: token, data: transferCall(stranger, 5n) }))
    assert.isUndefined(faultOf("sweep", { to: factory, data: sweep }))
    assert.isUndefined(faultOf("deployment", deployment))
    assert.strictEqual(faultOf("payout", { data: transferCall(stranger, 5n) }), "it creates a contract")
    assert.strictEqual(faultOf("sweep", { data: sweep }), "it creates a contract")
    assert.isDefined(faultOf("deployment", { data: "0x6002" }))
    assert.isDefined(faultOf("deployment", { to: stranger, data: "0x6001" }))
    assert.isDefined(faultOf("payout", { to: stranger, data: transferCall(stranger, 5n) }))
    assert.isDefined(faultOf("sweep", { to: stranger, data: sweep }))
  })

  it.effect("is looked at once more before it is signed", () =>
    Effect.gen(function* () {
      let signedCount = 0
      const signer = guardedSigner(
        { sign: () => Effect.sync(() => ({ bytes: "", hash: String(++signedCount) })) },
        "tron",
        allowed,
        () => deployment
      )
      const { reason } = yield* Effect.flip(
        signer.sign(wallet, "payout", asked(1, { to: stranger, data: transferCall(stranger, 5n) }))
      )
      assert.match(reason, /^a payout is not signed: it calls 0x55/)
      assert.strictEqual(signedCount, 0)
      yield* signer.sign(wallet, "payout", asked(1))
      assert.strictEqual(signedCount, 1)
    })
  )
})
