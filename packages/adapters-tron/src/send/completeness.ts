import type { LiveNetwork } from "@quittance/adapters-evm/parts"
import { ChainUnavailable, ChainWallets, StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { TronApi } from "../node/TronApi.ts"
import { makeOutgoingLook, type OutgoingLook, unknownText } from "./outgoing.ts"
import { lifetimeMillis, proofMarginMillis } from "./TronSenderOptions.ts"

/**
 * Checks that the journal knows everything that the wallets of a network paid. Fails as long as it does not, or as
 * long as this cannot be decided: a transaction that another server signed is in no block at first, and may be in one
 * until it expires. So nothing is complete until a solid block is later than everything that was signed before the
 * store was put on hold.
 */
export const makeCompleteness = Effect.fnUntraced(function* (
  api: TronApi,
  network: Pick<LiveNetwork, "name" | "rpc" | "spelling" | "token">
) {
  const { name } = network
  const wallets = yield* ChainWallets
  const look = yield* makeOutgoingLook(network)
  const hold = yield* StoreHold

  const unavailable = (reason: string) => Effect.fail(new ChainUnavailable({ reason }))

  return Effect.gen(function* () {
    const own = yield* wallets.wallets(name)
    if (own.length === 0) return
    const solid = yield* api.solidHead
    const head = yield* api.head
    const held = yield* hold.current
    const since = Option.match(held, { onNone: () => 0, onSome: (each) => each.since })
    let seen: OutgoingLook
    do seen = yield* look(own, { head, solid })
    while (!seen.isWhole)
    const [unknown] = seen.unknown
    if (unknown !== undefined)
      return yield* unavailable(
        `${unknownText(name, unknown)}: quittance chain reconcile --network ${name} --import reads it back`
      )
    const end = since + lifetimeMillis + proofMarginMillis
    if (solid.timestamp < end)
      return yield* unavailable(
        `a transaction that another server signed may be carried out on ${name} until ${new Date(end).toISOString()}: ask again when a block after that is solid`
      )
  }).pipe(
    Effect.catchTags({
      RpcUnavailable: ({ host, reason }) => unavailable(`${host}: ${reason}`),
      TooMuch: ({ host, reason }) => unavailable(`${host}: ${reason}`),
      BlockUnknown: ({ block }) => unavailable(`no node has block ${block}`)
    })
  )
})
