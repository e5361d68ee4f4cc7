import { createQuittance, defaultNetworks, MemoryStore, SandboxClock } from "@quittance/core"
import { ChainJournal, ChainNetworks, type RecordedTransaction } from "@quittance/core/adapter"
import { afterwards } from "@quittance/testing"
import { Effect, Layer, Metric, Option } from "effect"
import type { Hex } from "viem"
import { depositAddress } from "../../src/depositAddress.ts"
import { Rpc, type RpcOptions } from "../../src/rpc/Rpc.ts"
import { evmSpelling, type Spelling } from "../../src/Spelling.ts"
import { agreeingOf } from "../../src/watch/agreedHead.ts"
import { type ChainWatcher, makeChainWatcher } from "../../src/watch/ChainWatcher.ts"
import { type WatchedNetwork, watchedNodes } from "../../src/watch/WatchedNetwork.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const pollMillis = 1_000

const reversals = Metric.withAttributes(
  Metric.counter("quittance_alerts_total", {
    description: "Situations that need an operator",
    incremental: true
  }),
  { kind: "deposit.reversed" }
)

/** A kind of networks that are watched the same way. */
export interface WatchedKind {
  /** One of the default networks. */
  readonly network: string
  readonly spelling: Spelling
  /** The deposit address of a salt. */
  readonly addressOf: (salt: string) => string
  readonly nodesOf: (
    rpc: Rpc["Service"],
    token: Hex
  ) => Pick<WatchedNetwork, "node" | "nodes" | "other" | "token">
}

const factory = "0x00000000000000000000000000000000000000f1"
const implementation = "0x00000000000000000000000000000000000000f2"

export const evmKind: WatchedKind = {
  network: "ethereum",
  spelling: evmSpelling,
  addressOf: (salt) => depositAddress(factory, implementation, salt),
  nodesOf: watchedNodes
}

export interface HostOptions extends RpcOptions {
  readonly token: Hex
  readonly decimals?: number
  readonly confirmations?: number
}

/** A deployment in memory whose only own network is watched. It looks once when told. */
export const watchedHost = async (
  { addressOf, network, nodesOf, spelling }: WatchedKind,
  { confirmations = 3, decimals = 18, token, ...rpc }: HostOptions
) => {
  let watcher: ChainWatcher | undefined
  const chains = Layer.effect(
    ChainNetworks,
    Effect.gen(function* () {
      const nodes = yield* Rpc.make(rpc)
      const made = yield* makeChainWatcher({
        name: network,
        spelling,
        ...nodesOf(nodes, token),
        agreeing: agreeingOf(nodes.nodes, undefined),
        ...{ decimals, confirmations, pollMillis }
      })
      watcher = made
      return ChainNetworks.of({
        networks: [network],
        forbidden: () => [],
        decimals: () => decimals,
        addressOf: (_, salt) => Effect.succeed(addressOf(salt)),
        isComplete: () => Effect.void,
        height: () => made.height,
        health: () => Effect.die("nobody asks"),
        status: () => Effect.die("nobody asks"),
        read: (_, job) => made.read(job),
        send: () =>
          Effect.succeed({ changed: [] as ReadonlyArray<RecordedTransaction>, againMillis: 3_600_000 }),
        sweep: () => Effect.succeed({ againMillis: 3_600_000 }),
        compare: () => Effect.succeed({ differenceCount: 0, differences: [] })
      })
    })
  )
  const ofNetwork = defaultNetworks.find(({ name }) => name === network)
  if (ofNetwork === undefined) throw new Error(`no network ${network}`)
  const host = await createQuittance({
    store: MemoryStore.layer,
    masterKey,
    chains,
    workers: false,
    settings: { mode: "sandbox", networks: [{ ...ofNetwork, confirmations }] }
  })
  afterwards(() => host.close())
  // Metrics are those of the whole test process.
  const reversalsEver = async () => Number((await host.runtime.runPromise(Metric.value(reversals))).count)
  const reversalsBefore = await reversalsEver()
  let invoices = 0
  const partner = await host.partners.ensure("shop")
  return {
    host,
    partnerId: partner.id,
    state: () => Effect.runPromise(watcher?.state ?? Effect.die("no watcher")),
    /** Looks at the network, and does all other work that is due. */
    look: async () => {
      await host.runtime.runPromise(
        Effect.flatMap(Effect.serviceOption(SandboxClock), (clock) =>
          Option.getOrThrow(clock).advance(pollMillis)
        )
      )
      await host.drain()
    },
    /** An invoice of so many USDT. */
    invoice: (amount: number) => {
      invoices += 1
      return host.cryptoInvoices.create(partner.id, { amount, network, externalId: `order-${invoices}` })
    },
    /** What the journal holds of the network, lowest block first. */
    transfers: () =>
      host.runtime.runPromise(Effect.flatMap(ChainJournal, (journal) => journal.transfersAbove(network, 0))),
    /** How many reversals operators were told of. */
    reversals: async () => (await reversalsEver()) - reversalsBefore,
    invoiceNow: (id: string) => host.cryptoInvoices.get(partner.id, id)
  }
}
