import { Clock, Effect, Option, Stream } from "effect"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { accountOf } from "../network/Address.ts"
import { chainSetup } from "./ChainCursor.ts"
import { chainWallet } from "./ChainWallet.ts"

/**
 * What an address is to this store, as in "its recipient is …"; undefined if it is neither a wallet nor a factory of
 * it.
 */
export type OwnAccounts = (address: string) => string | undefined

/**
 * The wallets of this store and the contracts that create its deposit addresses, of all networks, also of those that
 * are not configured any more. A key has the same account on every network, in the network's spelling. There are few of
 * them, so all are read.
 */
export const makeOwnAccounts = Effect.map(
  StateReader,
  (states): Effect.Effect<OwnAccounts, StoreUnavailable> => {
    const wallets = Stream.map(
      states.all(chainWallet),
      ({ address, partnerId }) => [accountOf(address), `a wallet of ${partnerId}`] as const
    )
    const factories = Stream.flatMap(states.all(chainSetup), ({ factory, partnerId }) =>
      Stream.fromIterable(
        Option.toArray(factory).map((address) => [accountOf(address), `the factory of ${partnerId}`] as const)
      )
    )
    return Effect.map(
      Effect.all([Stream.runCollect(factories), Stream.runCollect(wallets)], { concurrency: "unbounded" }),
      (found) => {
        const own = new Map(found.flat())
        // Most stores have none, and reading an address costs microseconds.
        return (address) => (own.size === 0 ? undefined : own.get(accountOf(address)))
      }
    )
  }
)

/** How long what was read is used where a payout is requested: it is read anew before one is signed. */
const keptMillis = 1_000

/** The same as of the last second, and how to forget it when this process adds one. */
export const makeRecentAccounts = (read: Effect.Effect<OwnAccounts, StoreUnavailable>) => {
  let kept: { readonly own: OwnAccounts; readonly at: number } | undefined
  const recent = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (kept !== undefined && Math.abs(now - kept.at) < keptMillis) return kept.own
    const own = yield* read
    kept = { own, at: now }
    return own
  })
  const forget = Effect.sync(() => {
    kept = undefined
  })
  return { recent, forget }
}
