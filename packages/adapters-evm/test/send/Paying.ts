import { it } from "@effect/vitest"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainWallets,
  chainJobs,
  emptyMemoryState,
  type LeasedJob,
  Vault,
  WorkQueue,
  walletKeyContext
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Logger, Option } from "effect"
import type { HDAccount } from "viem/accounts"
import { hexOf } from "../../src/hex.ts"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { Rpc } from "../../src/rpc/Rpc.ts"
import type { OutsideSigner } from "../../src/send/OutsideSigner.ts"
import { makeSender } from "../../src/send/Sender.ts"
import type { SenderOptions } from "../../src/send/SenderOptions.ts"
import { evmForm } from "../../src/send/TransactionForm.ts"
import { walletSigner } from "../../src/send/walletSigner.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"
import { SilentToken } from "../contracts/SilentToken.ts"

/** A network's name in the tests. */
export const network = "ethereum"

/** How many blocks below the head are final. */
export const finality = 3

/** The wallet's own account: it has coins on every test chain. */
export const payer = accountOf(1)

export const noLimits = { perPayoutMinor: undefined, perHourMinor: undefined, perDayMinor: undefined }

/** A chain with a token that the wallet owns, and a store that has the wallet. */
export const startPaying = Effect.fnUntraced(function* (
  given: Partial<SenderOptions> = {},
  contract: Parameters<TestChain["deploy"]>[0] = SilentToken
) {
  const chain = yield* Effect.promise(() => TestChain.start())
  const token: Deployed = yield* Effect.promise(() => chain.deploy(contract))
  yield* Effect.promise(() => chain.mint(token, payer.address, 1_000_000_000n))
  yield* Effect.promise(() => chain.mine())
  const options: SenderOptions = {
    network,
    chainId: chain.anvil.chainId,
    token: { address: token.address, decimals: 6 },
    finality,
    agreeing: 1,
    treasury: accountOf(3).address,
    limits: noLimits,
    floors: { coinWei: undefined, tokenMinor: undefined },
    ...given
  }
  const state = emptyMemoryState()
  const services = Layer.mergeAll(ChainJournal.layer, ChainWallets.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryStore.layerOver(state),
        Ids.layer,
        AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
      )
    )
  )
  return { chain, token, options, services }
})

/** A process that works for the wallet. Another one made from the same store is the next process. */
export const startSender = Effect.fnUntraced(function* (
  chain: TestChain,
  options: SenderOptions,
  fetch?: Fetch,
  outside?: OutsideSigner,
  others: ReadonlyArray<string> = []
) {
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  const queue = yield* WorkQueue
  const rpc = yield* Rpc.make({
    urls: [chain.anvil.url, ...others],
    chainId: options.chainId,
    ...(fetch !== undefined && { fetch })
  })
  const signer = walletSigner(evmForm, vault, outside, (address) =>
    Effect.orDie(
      Effect.map(wallets.wallets(network), (all) => {
        const wallet = all.find((each) => each.address === address)
        if (wallet === undefined) throw new Error(`no wallet ${address}`)
        return wallet
      })
    )
  )
  const send = yield* makeSender(rpc, signer, options)
  const claim = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const jobs = yield* queue.claim({
      kind: chainJobs.send,
      owner: "test",
      now,
      leaseUntil: now + 30_000,
      limit: 1
    })
    const [job] = jobs
    if (job === undefined) throw new Error("the sender's job is not due")
    return job
  })
  return {
    /** One turn, under a lease of its own. */
    turn: Effect.gen(function* () {
      const job: LeasedJob = yield* claim
      const sending = yield* send(job)
      yield* queue.release(job, 0)
      return sending
    })
  }
})

type Setting = Effect.Success<ReturnType<typeof startPaying>> & {
  readonly wallets: ChainWallets["Service"]
  readonly sender: Effect.Success<ReturnType<typeof startSender>>
  /** Each line of the log. */
  readonly logged: ReadonlyArray<string>
}

/** A test with a chain and a store of its own, in which the wallet is known. */
export const paying = <A, E>(
  name: string,
  given: Parameters<typeof startPaying>,
  body: (setting: Setting) => Effect.Effect<A, E, Effect.Services<ReturnType<typeof startSender>>>
) =>
  it.effect(name, () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => {
      logged.push([message].flat().map(String).join(" "))
    })
    return Effect.flatMap(startPaying(...given), (started) =>
      Effect.gen(function* () {
        yield* addPayer
        const wallets = yield* ChainWallets
        const sender = yield* startSender(started.chain, started.options)
        yield* body({ ...started, wallets, sender, logged })
      }).pipe(Effect.provide(Layer.provideMerge(Logger.layer([logger]), started.services)))
    )
  })

/** The store gets a wallet with the key of an account, as an operator adds it. */
export const addWallet = Effect.fnUntraced(function* (account: HDAccount) {
  const wallets = yield* ChainWallets
  const journal = yield* ChainJournal
  const vault = yield* Vault
  yield* journal.begin(network)
  const privateKey = hexOf(account.getHdKey().privateKey ?? new Uint8Array())
  const sealedKey = yield* vault.seal(privateKey, walletKeyContext(network, account.address))
  yield* wallets.addWallet({ address: account.address, partnerId: network, sealedKey, nextNonce: 0 })
})

export const addPayer = addWallet(payer)

/** A payout to be sent: 1 unit of the token and as many minor units as its number, each to an address of its own. */
export const payoutOrder = (number: number): ChainTransactionOrder => ({
  id: `reference-${number}`,
  partnerId: network,
  purpose: "payout",
  payoutId: `payout-${number}`,
  payoutPartnerId: "prt_1",
  sendBefore: Option.none(),
  recipient: recipientOf(number),
  amountMinor: 1_000_000n + BigInt(number),
  contract: "",
  data: "",
  createdAt: number
})

export const recipientOf = (number: number): `0x${string}` =>
  `0x${(0x1000 + number).toString(16).padStart(40, "0")}`
