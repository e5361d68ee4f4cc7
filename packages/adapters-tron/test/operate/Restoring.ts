import {
  beginWith,
  copyOf,
  lifeOn,
  type Request,
  reconcile as reconcileOn,
  request as requestOn,
  statusOf
} from "@quittance/adapters-evm/testing"
import { Holds, Worker } from "@quittance/core"
import { ChainWallets, emptyMemoryState, type MemoryState, StoreHold } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex, hexOfAddress } from "../../src/address.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import * as TronNetworks from "../../src/TronNetworks.ts"
import { bare } from "../node/bytes.ts"
import { type TronChain, token } from "../node/TronChain.ts"
import { tokenTransfer } from "../node/tronweb.ts"
import { fetchFrom, payer, payerKey, recipientOf, startPaying } from "../send/Paying.ts"

/** A deployment on TRON whose store is put back to a copy of before. */

const name = "tron"

export const [first, second] = [addressOfHex(recipientOf(1)), addressOfHex(recipientOf(2))]

/** Nothing that waits is in the block. */
export const none = { takes: () => false }

const blockMillis = 3_000

export const startRestoring = Effect.gen(function* () {
  const { chain, nodes, options } = startPaying()
  const network: TronNetwork = {
    ...{ name, chainId: chain.chainId, token: options.token, confirmations: 19, finality: "finalized" },
    ...{ rpcUrls: ["https://one.example", "https://two.example"], energy: "burn" },
    treasury: addressOfHex(recipientOf(0x7e))
  }
  yield* TestClock.setTime(chain.head.timestamp)
  const networks = TronNetworks.layer({ networks: [network], fetch: fetchFrom(nodes) })
  const state = emptyMemoryState()
  /** Each time another process on a store. */
  const on = (each: MemoryState, recordedMax?: number) => Effect.provide(lifeOn(networks, each, recordedMax))
  yield* on(state)(beginWith(name, addressOfHex(payer), payerKey))
  /** Time passes, and the process works as often as it is due. */
  const live = Effect.fnUntraced(function* (blocks: number, terms: Parameters<TronChain["produce"]>[0] = {}) {
    const worker = yield* Worker
    yield* worker.drain
    for (let block = 1; block <= blocks; block++) {
      chain.produce(terms)
      yield* TestClock.adjust(blockMillis)
      if (block % 3 === 0 || block === blocks) yield* worker.drain
    }
  })
  /** Time passes, and nobody works. */
  const pass = Effect.fnUntraced(function* (blocks: number, terms: Parameters<TronChain["produce"]>[0] = {}) {
    for (let block = 0; block < blocks; block++) chain.produce(terms)
    yield* TestClock.adjust(blocks * blockMillis)
  })
  return { chain, nodes, network, state, on, live, pass }
})

export type Restoring = Effect.Success<typeof startRestoring>

/** Blocks until what is signed in the first of them is final. */
export const settled = 30

/** Blocks until a process that does not know what was signed before it signs, and until that is final. */
export const waited = 140

/** Payouts learn what they were not told. */
export const learn = Effect.andThen(
  TestClock.adjust("2 hours"),
  Effect.flatMap(Worker, (worker) => worker.drain)
)

/** What an address got, in whole tokens. */
export const paidTo = ({ chain }: Restoring, address: string): number =>
  Number(chain.state.holding(token, hexOfAddress(address))) / 1e6

export const asked = (key: string, amount: number, recipient = first): Request => ({ key, amount, recipient })

export const request = (each: Request) => requestOn({ name }, each)

export const reconcile = (purpose: "compare" | "import") => reconcileOn(name, purpose)

export const placeHold = Effect.gen(function* () {
  const hold = yield* StoreHold
  yield* hold.place({ reason: "restored", since: yield* Clock.currentTimeMillis })
})

export const surveyed = Effect.flatMap(Holds, (holds) => holds.survey())

/** What waits for a block, or for the proof that none has it. */
export const openSlots = Effect.flatMap(ChainWallets, (wallets) => wallets.open(name))

export const doubtful = Effect.flatMap(ChainWallets, (wallets) => wallets.doubtful(name))

/** Somebody has the wallet's key. */
export const steal = ({ chain, nodes }: Restoring, to: string, amount: number) =>
  Effect.promise(async () => {
    const key = { key: bare(payerKey), address: payer }
    nodes[0]?.broadcast(await tokenTransfer(chain, key, hexOfAddress(to), BigInt(amount) * 1_000_000n))
  })

export { copyOf, statusOf }
