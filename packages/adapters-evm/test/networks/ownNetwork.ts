import {
  addressClaimKey,
  AesGcmVault,
  ChainJournal,
  ChainNetworks,
  ChainUpkeeps,
  ChainWallets,
  Ids,
  MemoryStore,
  ownClaim,
  Store,
  Vault,
  walletKeyContext,
  WorkQueue
} from "@quittance/core"
import { Clock, Effect, Layer, Option } from "effect"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { hexOf } from "../../src/hex.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"

/** The account of the wallet that pays: it has coins on every test chain. */
export const payer = accountOf(1)

export const payerKey = hexOf(payer.getHdKey().privateKey ?? new Uint8Array())

/** A chain with a token that the wallet owns, as a deployment is told of it. */
export const startNetwork = async (
  contract: Parameters<TestChain["deploy"]>[0],
  decimals: number
): Promise<{ readonly chain: TestChain; readonly token: Deployed; readonly network: EvmNetwork }> => {
  const chain = await TestChain.start()
  const token: Deployed = await chain.deploy(contract)
  const network: EvmNetwork = {
    name: "ethereum",
    rpcUrls: [chain.anvil.url],
    chainId: chain.anvil.chainId,
    token: { address: token.address, decimals },
    confirmations: 3,
    finality: 2,
    treasury: accountOf(3).address
  }
  await chain.mint(token, payer.address, 10n ** 24n)
  await chain.mine()
  return { chain, token, network }
}

/** Puts the contract for deposit addresses on the chain. */
export const deployFactory = async (chain: TestChain, { treasury }: EvmNetwork): Promise<void> => {
  const { data, to } = deterministicDeployment(treasury as `0x${string}`)
  await chain.mined(await chain.send({ to, data }))
}

/** The store learns of the wallet and of the contract for deposit addresses, as from an operator. */
const beginNetwork = Effect.fnUntraced(function* ({ name, treasury }: EvmNetwork) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  yield* journal.recordFactory(name, deterministicDeployment(treasury as `0x${string}`).address)
  const sealedKey = yield* vault.seal(payerKey, walletKeyContext(name, payer.address))
  yield* wallets.addWallet({ address: payer.address, partnerId: name, sealedKey, nextNonce: 0 })
})

const masterKey = Buffer.alloc(32, 7).toString("base64")

/** A provider of core on a network and a store of its own, perhaps with another way to it. */
export const onOwnNetwork = <P, E>(
  network: EvmNetwork,
  provider: Layer.Layer<P, E, ChainJournal | ChainNetworks | ChainWallets>,
  {
    store = Layer.empty,
    sealedWith = masterKey
  }: {
    readonly store?: Layer.Layer<Store, never, Store> | Layer.Layer<never>
    readonly sealedWith?: string
  } = {}
) =>
  Layer.effectDiscard(Effect.provide(beginNetwork(network), AesGcmVault.layer(sealedWith))).pipe(
    Layer.provideMerge(provider),
    Layer.provideMerge(EvmNetworks.layer({ networks: [network] })),
    Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainWallets.layer, ChainUpkeeps.layer)),
    Layer.provideMerge(store),
    Layer.provideMerge(
      Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))
    )
  )

/** The store gives the address out, once. */
export const giveOut = Effect.fnUntraced(function* (name: string, address: string) {
  const store = yield* Store
  const journal = yield* ChainJournal
  if (Option.isSome(yield* journal.ownerOf(name, address))) return
  yield* store.commit({
    aggregates: [],
    entries: [],
    claims: [ownClaim({ id: address, partnerId: "shop" }, "depositAddress", addressClaimKey(name, address))],
    events: [],
    counters: [],
    outbox: [],
    erasures: [],
    jobs: [],
    completion: undefined
  })
})

/** One turn of a network's work, under a lease of its own, as the worker of a process takes it. Answers when to look again. */
export const takeTurn = Effect.fnUntraced(function* (kind: "chain.read" | "chain.send") {
  const queue = yield* WorkQueue
  const chains = yield* ChainNetworks
  const now = yield* Clock.currentTimeMillis
  const claimed = yield* queue.claim({ kind, owner: "test", now, leaseUntil: now + 30_000, limit: 1 })
  const [job] = claimed
  if (job === undefined) throw new Error(`${kind} is not due`)
  const { againMillis } = yield* kind === "chain.read"
    ? chains.read(job.subjectId, job)
    : chains.send(job.subjectId, job)
  yield* queue.release(job, 0)
  return againMillis
})
