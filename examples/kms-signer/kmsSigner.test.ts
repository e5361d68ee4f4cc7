/**
 * Payouts on a local network, signed by a service that answers as AWS KMS does: DER, another signature each time, half
 * of them with a high s.
 */
import { randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { ChainOperators, EvmNetworks } from "@quittance/adapters-evm"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ChainJournal,
  ChainNetworks,
  type ChainTransactionOrder,
  ChainUpkeeps,
  ChainWallets,
  chainJobs,
  WorkQueue
} from "@quittance/core/adapter"
import { AnvilNode, anvilAccounts, DemoToken } from "@quittance/testing/chain"
import { Clock, Effect, Layer, Option } from "effect"
import { assert, it } from "vitest"
import { type Kms, kmsSigner } from "./kmsSigner.ts"

const network = "ethereum"
const payoutCount = 8

const localKms = (keyId: string) => {
  const privateKey = secp256k1.utils.randomSecretKey()
  const halves = { high: 0, low: 0 }
  const kms: Kms = {
    publicKey: async (asked) => {
      assert.strictEqual(asked, keyId)
      const header = Buffer.from("3056301006072a8648ce3d020106052b8104000a034200", "hex")
      return Buffer.concat([header, secp256k1.getPublicKey(privateKey, false)])
    },
    sign: async (asked, digest) => {
      assert.strictEqual(asked, keyId)
      const { r, s } = secp256k1.sign(digest, privateKey, { prehash: false, extraEntropy: randomBytes(32) })
      const isHigh = halves.high <= halves.low
      halves[isHigh ? "high" : "low"] += 1
      return new secp256k1.Signature(r, isHigh ? secp256k1.Point.Fn.ORDER - s : s).toBytes("der")
    }
  }
  return { kms, halves }
}

const recipientOf = (number: number): string => `0x${(0x1000 + number).toString(16).padStart(40, "0")}`

const orderOf = (number: number): ChainTransactionOrder => ({
  ...{
    id: `reference-${number}`,
    partnerId: network,
    purpose: "payout",
    payoutId: `payout-${number}`,
    payoutPartnerId: "prt_1",
    sendBefore: Option.none()
  },
  ...{ recipient: recipientOf(number), amountMinor: 1_000_000n + BigInt(number), createdAt: number },
  ...{ contract: "", data: "" }
})

it("pays with keys that never leave the service", async () => {
  const node = await AnvilNode.start([])
  try {
    const token = await DemoToken.deploy(node)
    const { halves, kms } = localKms("alias/payouts")
    const signer = await kmsSigner(kms, ["alias/payouts"])
    const [address = ""] = await signer.accounts()
    await token.mint(address, 10n ** 9n)
    await node.rpc("anvil_setBalance", [address, "0xde0b6b3a7640000"])
    const chains = EvmNetworks.layer({
      networks: [
        {
          ...{ name: network, rpcUrls: [node.url], chainId: 31_337, signer },
          token: { address: token.address, decimals: 6 },
          ...{ confirmations: 1, finality: 1, treasury: anvilAccounts.receiver.address }
        }
      ]
    })
    const pay = Effect.gen(function* () {
      const wallets = yield* ChainWallets
      const operators = yield* ChainOperators
      yield* operators.recordWallet(network, address)
      for (let number = 0; number < payoutCount; number++) yield* wallets.queue(orderOf(number))
      const now = yield* Clock.currentTimeMillis
      const lease = { owner: "example", now, leaseUntil: now + 60_000, limit: 1 }
      const [job] = yield* (yield* WorkQueue).claim({ kind: chainJobs.send, ...lease })
      if (job === undefined) throw new Error("the sender's job is not due")
      return yield* (yield* ChainNetworks).send(network, job)
    }).pipe(
      Effect.provide(chains),
      Effect.provide(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
      Effect.provide(
        Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(randomBytes(32).toString("base64")))
      )
    )
    const { changed } = await Effect.runPromise(pay)
    assert.strictEqual(changed.length, payoutCount)
    assert.isTrue(halves.high > 0 && halves.low > 0)
    for (let number = 0; number < payoutCount; number++) {
      const data = `0x70a08231${recipientOf(number).slice(2).padStart(64, "0")}`
      const balance = await node.rpc("eth_call", [{ to: token.address, data }, "latest"])
      assert.strictEqual(BigInt(String(balance)), 1_000_000n + BigInt(number))
    }
  } finally {
    await node.stop()
  }
})
