import { assert, it } from "@effect/vitest"
import type { Fetch } from "@quittance/adapters-evm"
import { walletSigner } from "@quittance/adapters-evm/parts"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainUpkeeps,
  ChainWallets,
  chainJobs,
  emptyMemoryState,
  type RecordedTransaction,
  Vault,
  WorkQueue,
  walletKeyContext
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { fullNodesOf, jsonRpcOf } from "../../src/node/fullNodes.ts"
import { makeCompleteness } from "../../src/send/completeness.ts"
import { makeTronSender } from "../../src/send/TronSender.ts"
import type { TronSenderOptions } from "../../src/send/TronSenderOptions.ts"
import { tronForm } from "../../src/sign/tronForm.ts"
import { tronSpelling } from "../../src/spelling.ts"
import type { Hex } from "../node/bytes.ts"
import { type ChainTerms, TronChain, token } from "../node/TronChain.ts"
import { TronNode } from "../node/TronNode.ts"

/** A network's name in the tests. */
export const network = "tron"

export const payerKey: Hex = `0x${"44".repeat(32)}`

/** The wallet of this key. */
export const payer: Hex = "0x7564105e977516c53be337314c7e53838967bdac"

export const treasury: Hex = `0x${"7e".repeat(20)}`

export const noLimits = { perPayoutMinor: undefined, perHourMinor: undefined, perDayMinor: undefined }

const hosts = ["one", "two", "three"]

/** Asks each node under a host of its own. */
export const fetchFrom =
  (nodes: ReadonlyArray<TronNode>) =>
  (url: string, request: RequestInit): Promise<Response> => {
    const node = nodes[hosts.indexOf(new URL(url).hostname.split(".")[0] ?? "")]
    return node === undefined
      ? Promise.reject(new TypeError("fetch failed"))
      : node.fetch(String(url), request ?? {})
  }

/** What a wallet has at first: 1 000 of the token, and TRX for a long time. */
export const tokensAtFirst = 1_000_000_000n
export const sunAtFirst = 10_000_000_000n

/** A store of its own. */
export const storeOf = () =>
  Layer.mergeAll(ChainJournal.layer, ChainWallets.layer, ChainUpkeeps.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryStore.layerOver(emptyMemoryState()),
        Ids.layer,
        AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
      )
    )
  )

/** A chain with a wallet that has money, some nodes, and a store. */
export const startPaying = (
  given: Partial<TronSenderOptions> = {},
  { nodeCount = 2, ...terms }: Partial<ChainTerms> & { readonly nodeCount?: number } = {}
) => {
  const chain = new TronChain(terms)
  chain.setAccount(payer, { balance: sunAtFirst })
  chain.giveToken(payer, tokensAtFirst)
  chain.produceMany(40)
  const nodes = Array.from({ length: nodeCount }, () => new TronNode(chain))
  const options: TronSenderOptions = {
    network,
    token: { address: addressOfHex(token), decimals: 6 },
    finality: "finalized",
    treasury: addressOfHex(treasury),
    deployment: { data: "0x6080" },
    energy: "burn",
    agreeing: 1,
    limits: noLimits,
    floors: { coinSun: undefined, tokenMinor: undefined },
    ...given
  }
  return { chain, nodes, options, services: storeOf() }
}

/** A process that works for the wallet. Another one made from the same store is the next process. */
export const startSender = Effect.fnUntraced(function* (
  chain: TronChain,
  options: TronSenderOptions,
  nodes: ReadonlyArray<TronNode>,
  fetch: Fetch = fetchFrom(nodes),
  names: ReadonlyArray<string> = hosts
) {
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  const queue = yield* WorkQueue
  const [first = "", ...others] = nodes.map((_, index) => `https://${names[index]}.example`)
  const asked = { chainId: chain.chainId, rpcUrls: [first, ...others] as const, apiKey: undefined }
  const rpc = yield* jsonRpcOf(asked, fetch)
  const api = yield* fullNodesOf(asked, fetch)
  const signer = walletSigner(tronForm, vault, undefined, (address) =>
    Effect.orDie(
      Effect.map(wallets.wallets(network), (all) => {
        const wallet = all.find((each) => each.address === address)
        if (wallet === undefined) throw new Error(`no wallet ${address}`)
        return wallet
      })
    )
  )
  const send = yield* makeTronSender(api, rpc, signer, options)
  const isComplete = yield* makeCompleteness(api, {
    ...{ name: network, rpc, spelling: tronSpelling, token: options.token }
  })
  const claim = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const [job] = yield* queue.claim({
      ...{ kind: chainJobs.send, owner: "test", now, leaseUntil: now + 30_000, limit: 1 }
    })
    if (job === undefined) throw new Error("the sender's job is not due")
    return job
  })
  return {
    isComplete,
    /** One turn, under a lease of its own. */
    turn: Effect.gen(function* () {
      const job = yield* claim
      const sending = yield* send(job)
      yield* queue.release(job, 0)
      return sending
    })
  }
})

export type Setting = ReturnType<typeof startPaying> & {
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
    const started = startPaying(...given)
    return Effect.gen(function* () {
      yield* addPayer
      yield* TestClock.setTime(started.chain.head.timestamp)
      const wallets = yield* ChainWallets
      const sender = yield* startSender(started.chain, started.options, started.nodes)
      yield* body({ ...started, wallets, sender, logged })
    }).pipe(Effect.provide(Layer.provideMerge(Logger.layer([logger]), started.services)))
  })

/** The store gets the wallet, as an operator adds it. */
export const addPayer = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const journal = yield* ChainJournal
  const vault = yield* Vault
  yield* journal.begin(network)
  const address = addressOfHex(payer)
  const sealedKey = yield* vault.seal(payerKey, walletKeyContext(network, address))
  yield* wallets.addWallet({ address, partnerId: network, sealedKey, nextNonce: 0 })
})

export const recipientOf = (number: number): Hex => `0x${(0x1000 + number).toString(16).padStart(40, "0")}`

/** A payout to be sent: 1 unit of the token and as many minor units as its number, each to an address of its own. */
export const payoutOrder = (number: number): ChainTransactionOrder => ({
  id: `reference-${number}`,
  partnerId: network,
  purpose: "payout",
  payoutId: `payout-${number}`,
  payoutPartnerId: "prt_1",
  sendBefore: Option.none(),
  recipient: addressOfHex(recipientOf(number)),
  amountMinor: 1_000_000n + BigInt(number),
  contract: "",
  data: "",
  createdAt: number
})

export const stateOf = ({ id }: Pick<ChainTransactionOrder, "id">) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transaction(network, id), (found) => Option.getOrThrow(found))
  )

export const formsOf = (transaction: RecordedTransaction) => ("forms" in transaction ? transaction.forms : [])

export const paidTo = (chain: TronChain, number: number): bigint =>
  chain.state.holding(token, recipientOf(number))

/** Enough blocks that what is in the head is solid. */
export const solidBlocks = 20

/** So many blocks. None of what waits is in them. */
export const pass = (chain: TronChain, blocks: number): void => {
  for (let block = 0; block < blocks; block++) chain.produce({ takes: () => false })
}

/** Blocks until nodes prove that what was signed now expired. */
export const expire = (chain: TronChain): void => pass(chain, 62 + 20 + solidBlocks)

export const tagsOf = (changed: ReadonlyArray<RecordedTransaction>) => changed.map(({ _tag }) => _tag)

export const assertLogged = (logged: ReadonlyArray<string>, part: string): void =>
  assert.isTrue(
    logged.some((line) => line.includes(part)),
    `${part} is not in\n${logged.join("\n")}`
  )
