import type { StoreUnavailable } from "@quittance/core"
import {
  ChainJournal,
  type ChainStatus,
  ChainWallets,
  coin,
  LedgerReader,
  type NodeStatus,
  WallClock
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { minorOf, tokenBalance } from "../tokenCalls.ts"
import { aheadOf } from "../watch/networkHealth.ts"
import { orRefused } from "./orRefused.ts"

const countedMax = 1_000

interface StatedNetwork extends LiveNetwork {
  readonly chainId: number
  /** Whether the recorded factory sends money to the configured treasury. */
  readonly isOfTreasury: (factory: string) => Effect.Effect<boolean, RpcUnavailable | StoreUnavailable>
}

export const status = Effect.fnUntraced(function* (network: StatedNetwork) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const ledger = yield* LedgerReader
  const { chainId, coinOf, isOfTreasury, minedBy, name, rpc, spelling, token, treasury } = network
  const contract = spelling.hexOfAddress(token.address)
  return yield* orRefused(
    Effect.gen(function* () {
      const setup = Option.getOrUndefined(yield* journal.setup(name))
      const cursor = Option.getOrUndefined(yield* journal.cursor(name))
      const own = yield* Effect.forEach(
        yield* wallets.wallets(name),
        Effect.fnUntraced(function* (wallet) {
          const { address } = wallet
          const value = yield* tokenBalance(rpc, contract, spelling.hexOfAddress(address))
          return {
            address,
            coinWei: String(yield* coinOf(address)),
            tokenMinor: minorOf(value, token.decimals),
            minedCount: yield* minedBy(wallet),
            signedCount: wallet.nextNonce
          }
        })
      )
      const recorded = setup === undefined ? null : Option.getOrNull(setup.factory)
      const isCurrent = recorded !== null && (yield* isOfTreasury(recorded))
      return {
        network: name,
        chainId,
        head: (yield* rpc.head("latest")).number,
        nodes: yield* nodesOf(name, rpc),
        readTo: cursor?.blockNumber ?? null,
        isPaused: setup?.isPaused ?? false,
        factory: isCurrent ? recorded : null,
        earlierFactory: isCurrent ? null : recorded,
        treasury,
        wallets: own,
        spentMinor: (yield* ledger.balances(name, coin)).onChain,
        queued: (yield* wallets.queued(name, countedMax)).length,
        open: (yield* wallets.open(name)).length
      } satisfies ChainStatus
    })
  )
})

/** Each node alone: together, a node that answers hides those that do not. */
const nodesOf = (name: string, rpc: Rpc["Service"]) =>
  Effect.forEach(
    rpc.nodes,
    Effect.fnUntraced(function* (node): Effect.fn.Return<NodeStatus> {
      const { now } = yield* WallClock
      const wall = yield* now
      return yield* Effect.match(node.head("latest"), {
        onFailure: ({ reason }) => ({ host: node.host, head: null, fault: reason }),
        onSuccess: (head) => ({
          host: node.host,
          head: head.number,
          fault: aheadOf(name, head, wall) ?? null
        })
      })
    }),
    { concurrency: "unbounded" }
  )
