import { assert, describe, layer } from "@effect/vitest"
import { ChainOperators, type Hex, type Rpc } from "@quittance/adapters-evm"
import { bytesOf, hexOf, transferCall } from "@quittance/adapters-evm/parts"
import { ChainNetworks, type SignedForm } from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import { hexOfAddress } from "../../src/address.ts"
import { fullNodesOf, jsonRpcOf } from "../../src/node/fullNodes.ts"
import type { TronApi } from "../../src/node/TronApi.ts"
import { provenExpired } from "../../src/send/provenExpired.ts"
import { transactionFor } from "../../src/send/transactionFor.ts"
import { tronForm } from "../../src/sign/tronForm.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import type { Customer } from "./Customer.ts"
import { amountMinor, deployment, issue, name, paid, payOut, type Services, until } from "./NileDeployment.ts"

const urls = (process.env.QUITTANCE_TRON_NILE_URL ?? "").split(",").flatMap((url) => url.trim() || [])
const [firstUrl = "", ...otherUrls] = urls
const key: Hex = `0x${(process.env.QUITTANCE_TRON_NILE_KEY ?? "").trim().replace(/^0x/i, "")}`
/** USDT of Nile. */
const usdt = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf"
const token = process.env.QUITTANCE_TRON_NILE_TOKEN || usdt
const isGiven = firstUrl !== "" && key !== "0x"

/** Nile's, which every node tells. */
const chainId = 3_448_148_188

/** What a run needs: the contract for deposit addresses is the dearest. */
const coinsMin = 300n

const minutes = (count: number) => ({ timeout: count * 60_000 })

interface NileShape {
  readonly api: TronApi
  readonly rpc: Rpc["Service"]
  /** Its wallet is its treasury too, so that what is moved comes back. */
  readonly host: Context.Context<Services>
  readonly owner: Customer
  /** Signed at the beginning, and never broadcast. */
  readonly unsent: SignedForm
}

class Nile extends Context.Service<Nile, NileShape>()("test/nile/Nile") {}

/** A transaction that pays one minor unit, in a form that is never broadcast. */
const signUnsent = Effect.fnUntraced(function* (api: TronApi, owner: Customer) {
  const { energyPriceSun } = yield* api.parameters
  const reference = { head: yield* api.head, solid: yield* api.solidHead }
  const transaction = transactionFor(
    { to: hexOfAddress(token), data: transferCall(owner.neighbour.hex, 1n) },
    owner.hex,
    0,
    reference,
    200_000n * energyPriceSun
  )
  const { recoveryId, signature } = signRecoverable(tronForm.digestOf(transaction), bytesOf(key))
  const bytes = tronForm.signedBytes(transaction, {
    r: hexOf(signature.subarray(0, 32)),
    s: hexOf(signature.subarray(32)),
    yParity: recoveryId === 1 ? 1 : 0
  })
  return {
    ...{ hash: tronForm.hashOf(bytes, transaction), bytes, expiresAt: transaction.expiration },
    ...{ isCancel: false, maxFeeWei: 0n, maxTipWei: 0n, at: reference.head.timestamp }
  } satisfies SignedForm
})

const nile = Layer.effect(
  Nile,
  Effect.gen(function* () {
    const nodes = { chainId, rpcUrls: [firstUrl, ...otherUrls] } as const
    const api = yield* fullNodesOf(nodes)
    const rpc = yield* jsonRpcOf(nodes)
    // Its program takes half a second to load, also where the suite is skipped.
    const { Customer } = yield* Effect.promise(() => import("./Customer.ts"))
    const owner = new Customer(key, firstUrl, api)
    const network: TronNetwork = {
      ...{ name, ...nodes, token: { address: token, decimals: 6 } },
      ...{ confirmations: 1, finality: "finalized", treasury: owner.address, energy: "burn" }
    }
    return Nile.of({
      ...{ api, rpc, owner, host: yield* deployment(network) },
      unsent: yield* signUnsent(api, owner)
    })
  })
)

const onHost = <A, E>(work: Effect.Effect<A, E, Services>) =>
  Effect.flatMap(Nile, ({ host }) => Effect.provideContext(work, host))

const operators = <A, E>(use: (operators: ChainOperators["Service"]) => Effect.Effect<A, E>) =>
  onHost(Effect.flatMap(ChainOperators, use))

const chains = <A, E>(use: (chains: ChainNetworks["Service"]) => Effect.Effect<A, E>) =>
  onHost(Effect.flatMap(ChainNetworks, use))

/** They run on a real network, in this order: each needs what the ones before it did. */
describe.skipIf(!isGiven)("TRON on Nile; needs QUITTANCE_TRON_NILE_URL and QUITTANCE_TRON_NILE_KEY", () => {
  layer(nile, { excludeTestServices: true, timeout: "2 minutes" })((it) => {
    it.effect("nodes have the chain id of Nile, and no other", () =>
      Effect.gen(function* () {
        for (const url of urls) {
          const right = { chainId, rpcUrls: [url] } as const
          const wrong = { chainId: chainId + 1, rpcUrls: [url] } as const
          yield* (yield* jsonRpcOf(right)).head("latest")
          yield* (yield* fullNodesOf(right)).head
          const refusals = [
            yield* Effect.flip((yield* jsonRpcOf(wrong)).head("latest")),
            yield* Effect.flip((yield* fullNodesOf(wrong)).head)
          ]
          for (const { reason } of refusals) assert.include(reason, String(chainId))
        }
      })
    )

    it.effect("nodes tell the same blocks over both interfaces", () =>
      Effect.gen(function* () {
        const { api, rpc } = yield* Nile
        for (const [index, node] of api.nodes.entries()) {
          const asked = rpc.nodes[index] ?? rpc
          const { id, number, parentId, timestamp } = yield* node.solidHead
          const same = Option.getOrThrow(yield* asked.block(number))
          assert.deepInclude(same, { number, hash: id, parentHash: parentId, timestamp })
          assert.strictEqual(Number(`0x${id.slice(2, 18)}`), number, "an id begins with the number")
          const head = yield* node.head
          assert.isAtLeast(head.number, number)
          assert.isBelow(head.number - number, 100, "the solid head is far behind")
          assert.isAtLeast((yield* asked.head("finalized")).number, number)
          const others = yield* Effect.forEach(api.nodes, (each) => each.block(number - 20))
          assert.strictEqual(new Set(others.map((each) => Option.getOrThrow(each).id)).size, 1)
        }
      })
    )

    it.effect("the token has 6 decimals, and the wallet enough to spend", () =>
      Effect.gen(function* () {
        const { owner } = yield* Nile
        const added = yield* operators(({ importWallet }) => importWallet(name, key))
        assert.strictEqual(added.address, owner.address)
        // It asks the contract for its decimals first.
        const { nodes, wallets } = yield* chains(({ status }) => status(name))
        assert.deepStrictEqual(
          nodes.map(({ fault }) => fault),
          urls.map(() => null)
        )
        const [wallet] = wallets
        assert.isAtLeast(Number(BigInt(wallet?.coinWei ?? 0) / 10n ** 18n), Number(coinsMin), owner.address)
        assert.isAtLeast(Number(wallet?.tokenMinor), Number(amountMinor), `${owner.address} has no token`)
      })
    )

    it.effect("a transfer needs energy, and more to an address without the token", () =>
      Effect.gen(function* () {
        const { api, owner } = yield* Nile
        const contract = hexOfAddress(token)
        const energyTo = (recipient: Hex) =>
          api.energyOf({ owner: owner.hex, contract, data: transferCall(recipient, amountMinor) })
        const known = yield* energyTo(owner.hex)
        const stranger = hexOf(crypto.getRandomValues(new Uint8Array(20)))
        const unknown = yield* energyTo(stranger)
        assert.isAbove(Number(known), 5_000)
        assert.isAbove(Number(unknown), Number(known))
        const { energyPriceSun, maxFeeLimitSun } = yield* api.parameters
        assert.isBelow(Number(unknown * energyPriceSun), Number(maxFeeLimitSun))
      })
    )

    it.effect("what was never broadcast is not proven to be expired while it may still be sent", () =>
      Effect.gen(function* () {
        const { api, unsent } = yield* Nile
        const { _tag } = yield* provenExpired(api.nodes, [unsent])
        assert.strictEqual(_tag, "unproven")
      })
    )

    it.effect(
      "the contract for deposit addresses is made once",
      () =>
        Effect.gen(function* () {
          const first = yield* operators(({ deploy }) => deploy(name))
          assert.isNotNull(first.txHash)
          const again = yield* operators(({ deploy }) => deploy(name))
          assert.deepStrictEqual(again, { ...first, txHash: null })
        }),
      minutes(5)
    )

    it.effect(
      "a payout is completed by its transaction, in a block that cannot be replaced",
      () =>
        Effect.gen(function* () {
          const { api, owner } = yield* Nile
          const payout = yield* onHost(payOut(owner.neighbour.address))
          assert.strictEqual(payout._tag, "confirmed", JSON.stringify(payout.calls))
          const hash = Option.getOrThrow(payout.processingId)
          const info = Option.getOrThrow(yield* api.info(`0x${hash}`))
          assert.isTrue(info.isSuccess)
          assert.isAtMost(info.blockNumber, (yield* api.solidHead).number)
        }),
      minutes(8)
    )

    it.effect(
      "a deposit to a new address is seen, and pays its invoice",
      () =>
        Effect.gen(function* () {
          const { owner } = yield* Nile
          const customer = owner.neighbour
          yield* owner.sendCoins(customer.address, 30_000_000)
          const { address, id } = yield* onHost(issue)
          yield* customer.sendTokens(token, address, amountMinor)
          assert.strictEqual((yield* onHost(paid(id)))._tag, "paid")
        }),
      minutes(8)
    )

    it.effect(
      "a sweep empties that address into the treasury",
      () =>
        Effect.gen(function* () {
          const report = yield* operators(({ sweep }) => sweep(name))
          const { addresses, amountMinor: moved, skipped } = report
          assert.deepStrictEqual(
            { addresses, moved, skipped },
            { addresses: 1, moved: amountMinor, skipped: 0 }
          )
          const compared = yield* operators(({ reconcile }) => reconcile(name))
          assert.deepStrictEqual(compared.differences, [])
        }),
      minutes(8)
    )

    it.effect.skipIf(otherUrls.length === 0)(
      "what was never broadcast is proven to be expired by two nodes (needs a second URL)",
      () =>
        Effect.gen(function* () {
          const { api, unsent } = yield* Nile
          const proof = yield* until(
            Effect.map(
              provenExpired(api.nodes, [unsent]),
              Option.liftPredicate(({ _tag }) => _tag === "proven")
            )
          )
          assert.strictEqual(proof._tag, "proven")
          const refused = yield* Effect.flip(api.broadcast(unsent.bytes as Hex))
          assert.strictEqual(refused._tag, "BroadcastRefused")
        }),
      minutes(8)
    )
  })
})
