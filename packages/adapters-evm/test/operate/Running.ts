import {
  AesGcmVault,
  Balances,
  CryptoInvoices,
  defaultNetworks,
  Ids,
  MemoryStore,
  Partners,
  Payouts,
  Quittance,
  Settings,
  settingsOf,
  Worker
} from "@quittance/core"
import {
  ChainAddresses,
  ChainJournal,
  ChainProcessor,
  ChainUpkeeps,
  ChainWallets,
  emptyMemoryState,
  type MemoryState
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { beforeEach } from "vitest"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { expectedFactory } from "../../src/factory.ts"
import { blockSeconds } from "../anvil/Anvil.ts"
import type { Deployed, TestChain } from "../anvil/TestChain.ts"
import { payerKey } from "../networks/ownNetwork.ts"

/** A deployment that runs on a network by itself, and whose clock is that of the network. */

const masterKey = Buffer.alloc(32, 7).toString("base64")

/** What the store holds, which outlives every process. */
export class Memory extends Context.Service<Memory, MemoryState>()("test/operate/Memory") {}

/** Errors in the log. */
export class Errors extends Context.Service<Errors, Array<string>>()("test/operate/Errors") {}

/** A network that a deployment runs on, and how an operator sets it up. */
export interface RunNetwork {
  readonly name: string
  readonly confirmations: number
  readonly networks: ReturnType<typeof EvmNetworks.layer>
  readonly begin: Effect.Effect<void, unknown, ChainJournal | ChainOperators>
}

/** The services of one process. */
const process = ({ networks }: Pick<RunNetwork, "networks">, memory: MemoryState) =>
  Quittance.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(ChainProcessor.layer, ChainAddresses.layer)),
    Layer.provideMerge(networks),
    Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
    Layer.provideMerge(Layer.mergeAll(MemoryStore.layerOver(memory), Ids.layer, AesGcmVault.layer(masterKey)))
  )

type Services = Layer.Success<ReturnType<typeof process>>

const settings = (network: Pick<RunNetwork, "confirmations" | "name">) =>
  Result.getOrThrow(
    settingsOf({
      mode: "live",
      networks: defaultNetworks
        .filter(({ name }) => name === network.name)
        .map((each) => ({ ...each, confirmations: network.confirmations }))
    })
  )

/** Another process on the same store. */
export const anotherProcess = <A, E>(network: EvmNetwork, body: Effect.Effect<A, E, Services | Memory>) =>
  Effect.flatMap(Memory, (memory) =>
    body.pipe(
      Effect.provide(Layer.fresh(process(ofEvm(network), memory))),
      Effect.provideService(Settings, settings(network))
    )
  )

/** The work of processes that take turns on a network, from when an operator has set it up. */
export const running = <A, E>(network: EvmNetwork, body: Effect.Effect<A, E, Services | Memory | Errors>) =>
  runningOn(ofEvm(network), body)

/** The same, on a network of any kind. */
export const runningOn = <A, E>(
  network: RunNetwork,
  body: Effect.Effect<A, E, Services | Memory | Errors>
) => {
  const errors: Array<string> = []
  const memory = emptyMemoryState()
  const note = Logger.make<unknown, void>(({ logLevel, message }) => {
    if (logLevel === "Error") errors.push(String(Array.isArray(message) ? message[0] : message))
  })
  return Effect.andThen(network.begin, body).pipe(
    Effect.provide(process(network, memory)),
    Effect.provideService(Settings, settings(network)),
    Effect.provideService(Memory, memory),
    Effect.provideService(Errors, errors),
    Effect.provideService(Logger.CurrentLoggers, new Set([note])),
    Effect.scoped
  )
}

const ofEvm = (network: EvmNetwork): RunNetwork => ({
  name: network.name,
  confirmations: network.confirmations,
  networks: EvmNetworks.layer({ networks: [network] }),
  begin: Effect.gen(function* () {
    const operators = yield* ChainOperators
    yield* operators.importWallet(network.name, payerKey)
    yield* (yield* ChainJournal).recordFactory(network.name, expectedFactory(network).factory.address)
  })
})

/** Each test of the file finds the network as it is now. */
export const startsAnew = (chain: TestChain): void => {
  let snapshot: unknown
  beforeEach(async () => {
    if (snapshot !== undefined) {
      await chain.anvil.rpc("anvil_dropAllTransactions")
      await chain.anvil.rpc("evm_revert", [snapshot])
    }
    snapshot = await chain.anvil.rpc("evm_snapshot")
  })
}

/** The clock stands at the last block. */
export const setClock = (chain: TestChain) =>
  Effect.gen(function* () {
    const head = (yield* Effect.promise(() =>
      chain.anvil.rpc("eth_getBlockByNumber", ["latest", false])
    )) as { readonly timestamp: string }
    yield* TestClock.setTime(Number(head.timestamp) * 1000)
  })

/** What is due is done. */
export const work = Effect.flatMap(Worker, (worker) => worker.drain)

/** The network makes blocks, and after each of them what is due is done. */
export const live = Effect.fnUntraced(function* (chain: TestChain, blocks: number) {
  for (let block = 0; block < blocks; block++) {
    yield* Effect.promise(() => chain.mine())
    yield* TestClock.adjust(`${blockSeconds} seconds`)
    yield* work
  }
})

/** A new invoice of a partner. */
export const issue = Effect.fnUntraced(function* (network: Pick<RunNetwork, "name">, amount: number) {
  const { id } = yield* (yield* Partners).ensure("shop")
  const invoices = yield* CryptoInvoices
  const externalId = yield* (yield* Ids).token(8)
  const { value } = yield* invoices.create(id, { amount, network: network.name, externalId })
  return value.order
})

/** A customer pays to addresses, so much to each. */
export const pay = (chain: TestChain, token: Deployed, addresses: ReadonlyArray<string>, amount: bigint) =>
  Effect.promise(() => chain.mintToAll(token, addresses as ReadonlyArray<`0x${string}`>, amount))

/** A payout of a partner with enough money. */
export const payOut = Effect.fnUntraced(function* (network: EvmNetwork, amount: number, address: string) {
  const { id } = yield* (yield* Partners).ensure("shop")
  yield* (yield* Balances).adjust(id, { amount: amount + 100 })
  const payouts = yield* Payouts
  const key = yield* (yield* Ids).token(8)
  const { value } = yield* payouts.create(id, key, { amount, address, network: network.name })
  return value
})
