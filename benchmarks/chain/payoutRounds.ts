/** Payouts on their way to the node of a local network, and the same bytes without the product. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ChainOperators, EvmNetworks } from "@quittance/adapters-evm"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { AesGcmVault, Ids } from "@quittance/core"
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
import { Effect, Layer, Option } from "effect"

export type PayoutRound = { readonly ratePerSecond: number; readonly cpuMicrosPerPayout: number }

const network = "ethereum"
const leaseMillis = 60_000

/** A second node with the same history, so that it takes bytes signed for the first. */
const startNetwork = async () => {
  const node = await AnvilNode.start(["--no-mining", "--timestamp", "1700000000"])
  const token = await DemoToken.deploy(node)
  await token.mint(anvilAccounts.wallet.address, 10n ** 15n)
  await node.rpc("evm_mine")
  return { node, token }
}

const timed = async (count: number, work: () => Promise<void>): Promise<PayoutRound> => {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  const { system, user } = process.cpuUsage(cpuBefore)
  return { ratePerSecond: count / seconds, cpuMicrosPerPayout: (user + system) / count }
}

/** How many wait in the node's pool. */
const pooled = async (node: AnvilNode): Promise<number> => {
  const { pending } = (await node.rpc("txpool_status")) as { readonly pending: string }
  return Number(pending)
}

const assertPooled = async (node: AnvilNode, count: number): Promise<void> => {
  const found = await pooled(node)
  if (found !== count) throw new Error(`the node took ${found} of ${count} payouts`)
}

const orderOf = (number: number): ChainTransactionOrder => ({
  id: `reference-${number}`,
  partnerId: network,
  purpose: "payout",
  payoutId: `payout-${number}`,
  payoutPartnerId: "prt_1",
  sendBefore: Option.none(),
  recipient: `0x${(0x1000 + number).toString(16).padStart(40, "0")}`,
  amountMinor: 1_000_000n + BigInt(number),
  contract: "",
  data: "",
  createdAt: number
})

/** From the queue in the store into the node's pool: slots, fees, gas and signature. Returns the signed bytes too. */
export const measureSender = async (
  count: number
): Promise<PayoutRound & { readonly signed: ReadonlyArray<string> }> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  const { node, token } = await startNetwork()
  const base = Layer.mergeAll(
    SqliteStore.layer({ filename: join(folder, "store.db"), mode: "sandbox" }),
    AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")),
    Ids.layer
  )
  const layer = EvmNetworks.layer({
    networks: [
      {
        name: network,
        rpcUrls: [node.url],
        chainId: 31_337,
        token: { address: token.address, decimals: 6 },
        ...{ confirmations: 3, finality: 4 },
        treasury: "0x00000000000000000000000000000000000000AA"
      }
    ]
  }).pipe(
    Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
    Layer.provideMerge(base)
  )
  const run = Effect.gen(function* () {
    const wallets = yield* ChainWallets
    const queue = yield* WorkQueue
    const chains = yield* ChainNetworks
    const operators = yield* ChainOperators
    yield* operators.importWallet(network, anvilAccounts.wallet.privateKey)
    for (let number = 0; number < count; number++) yield* wallets.queue(orderOf(number))
    const send = Effect.gen(function* () {
      const now = Date.now()
      const lease = { owner: "benchmark", now, leaseUntil: now + leaseMillis, limit: 1 }
      const [job] = yield* queue.claim({ kind: chainJobs.send, ...lease })
      if (job === undefined) throw new Error("the sender's job is not due")
      while ((yield* wallets.queued(network, 1)).length > 0) yield* chains.send(network, job)
    })
    const context = yield* Effect.context<never>()
    const round = yield* Effect.promise(() => timed(count, () => Effect.runPromiseWith(context)(send)))
    yield* Effect.promise(() => assertPooled(node, count))
    const signed = (yield* wallets.open(network)).flatMap(({ forms }) => forms.map(({ bytes }) => bytes))
    return { ...round, signed }
  })
  try {
    return await Effect.runPromise(Effect.scoped(Effect.provide(run, layer)))
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The node takes bytes that were signed before, this many at once. */
export const measureBare = async (signed: ReadonlyArray<string>, atOnce: number): Promise<PayoutRound> => {
  const { node } = await startNetwork()
  try {
    const round = await timed(signed.length, async () => {
      const left = signed.values()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const bytes of left) await node.rpc("eth_sendRawTransaction", [bytes])
        })
      )
    })
    await assertPooled(node, signed.length)
    return round
  } finally {
    await node.stop()
  }
}
