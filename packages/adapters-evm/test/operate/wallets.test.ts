import { assert, describe, it } from "@effect/vitest"
import { ChainWallets, Vault, walletKeyContext } from "@quittance/core/adapter"
import { Effect } from "effect"
import {
  createWallet,
  importWallet,
  recordWallet,
  slotAfterUsed,
  type WalletHome
} from "../../src/operate/wallets.ts"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { evmSpelling, type Spelling } from "../../src/Spelling.ts"
import { payer, payerKey } from "../networks/ownNetwork.ts"
import { addressOf, moving, name } from "./FakeMoves.ts"

const home: WalletHome = { name, spelling: evmSpelling, firstSlotOf: () => Effect.succeed(7) }
const outside = addressOf(8)
const reasonOf = <A, R>(effect: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)
const signerOf = (...accounts: ReadonlyArray<string>) => ({ accounts: Effect.succeed(accounts) })
const all = Effect.flatMap(ChainWallets, (wallets) => wallets.wallets(name))

describe("a wallet is added", () => {
  moving("with its sealed key and its next slot, once", (_fake) =>
    Effect.gen(function* () {
      const added = { network: name, address: payer.address }
      assert.deepStrictEqual(yield* importWallet(home, payerKey), { ...added, isNew: true })
      assert.deepStrictEqual(yield* importWallet(home, payerKey), { ...added, isNew: false })
      const [wallet, ...others] = yield* all
      assert.deepStrictEqual(others, [])
      assert.strictEqual(wallet?.nextNonce, 7)
      const vault = yield* Vault
      const opened = yield* vault.open(wallet?.sealedKey ?? "", walletKeyContext(name, payer.address))
      assert.strictEqual(opened, payerKey)
    })
  )

  moving("with a key that was made for it", (_fake) =>
    Effect.gen(function* () {
      const made = [yield* createWallet(home), yield* createWallet(home)]
      assert.sameMembers(
        (yield* all).map(({ address }) => address),
        made.map(({ address }) => address)
      )
      assert.lengthOf(new Set(made.map(({ address }) => address)), 2)
    })
  )

  moving("not by what is no key", (_fake) =>
    Effect.gen(function* () {
      for (const key of ["", `${payerKey}0`, `a${payerKey}`, `0x${"0".repeat(64)}`, `0x${"g".repeat(64)}`])
        assert.include(yield* reasonOf(importWallet(home, key)), "a private key is 0x and 64 hex digits", key)
      assert.deepStrictEqual(yield* all, [])
    })
  )

  moving("without a key, if the signer has that, in whatever case it says so", (_fake) =>
    Effect.gen(function* () {
      const signer = signerOf(addressOf(9), payer.address.toUpperCase())
      assert.deepStrictEqual(yield* recordWallet(home, signer, payer.address.toLowerCase()), {
        ...{ network: name, address: payer.address, isNew: true }
      })
      assert.deepStrictEqual(
        (yield* all).map(({ sealedKey }) => sealedKey),
        [""]
      )
      assert.strictEqual(
        yield* reasonOf(recordWallet(home, signer, outside)),
        `the signer of ethereum has no key of ${outside}`
      )
      assert.strictEqual(
        yield* reasonOf(recordWallet(home, undefined, outside)),
        "a wallet without a key here needs a signer: the configuration names none in networks.ethereum.signer"
      )
      assert.strictEqual(
        yield* reasonOf(recordWallet(home, signer, "0x1")),
        "an address is 0x and 40 hex digits, with the EIP-55 checksum if the case is mixed"
      )
      const tron = { ...home, spelling: { ...evmSpelling, format: "tron" } satisfies Spelling }
      assert.strictEqual(
        yield* reasonOf(recordWallet(tron, undefined, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")),
        "the server signs for wallets of ethereum itself: import the key, with --key-file"
      )
    })
  )

  moving("not both with and without a key", (_fake) =>
    Effect.gen(function* () {
      yield* importWallet(home, payerKey)
      const known = `wallet ${payer.address} of ethereum was already added, with its key`
      assert.strictEqual(
        yield* reasonOf(recordWallet(home, signerOf(payer.address), payer.address)),
        `${known} in the store`
      )
      const { address } = yield* recordWallet({ ...home, name: "bsc" }, signerOf(outside), outside)
      assert.strictEqual(address, outside)
      yield* recordWallet({ ...home, name: "bsc" }, signerOf(payer.address), payer.address)
      assert.strictEqual(
        yield* reasonOf(importWallet({ ...home, name: "bsc" }, payerKey)),
        `wallet ${payer.address} of bsc was already added, with its key outside`
      )
    })
  )
})

describe("the first slot of a wallet", () => {
  it.effect("follows those that it has used, once no transaction waits", () =>
    Effect.gen(function* () {
      const first = (mined: number, pending: number) =>
        slotAfterUsed(name, {
          transactionCount: (_account: string, tag: unknown) =>
            Effect.succeed(tag === "latest" ? mined : pending)
        } as unknown as Rpc["Service"])(outside)
      assert.strictEqual(yield* first(4, 4), 4)
      // Nodes need not agree.
      assert.strictEqual(yield* first(4, 3), 4)
      assert.strictEqual(
        yield* reasonOf(first(4, 6)),
        `wallet ${outside} has 2 transactions on ethereum that no block contains yet: wait for them`
      )
    })
  )
})
