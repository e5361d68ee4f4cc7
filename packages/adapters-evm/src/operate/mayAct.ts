import { ChainJournal, ChainWallets, StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { ChainRefused } from "../ChainOperators.ts"

/** What would not be signed is not queued: a network that is paused, or a store on hold, signs nothing. */
export const mayAct = Effect.fnUntraced(function* (name: string) {
  const setup = yield* (yield* ChainJournal).setup(name)
  if (Option.exists(setup, ({ isPaused }) => isPaused))
    return yield* new ChainRefused({
      reason: `${name} is paused: quittance chain resume --network ${name} continues`
    })
  const held = yield* (yield* StoreHold).current
  if (Option.isSome(held)) return yield* new ChainRefused({ reason: held.value.reason })
})

/** The wallets of a network, of which there must be one to sign anything. */
export const walletsToSign = Effect.fnUntraced(function* (name: string) {
  const own = yield* (yield* ChainWallets).wallets(name)
  if (own.length > 0) return own
  return yield* new ChainRefused({
    reason: `${name} has no wallet that could sign: quittance wallet create --network ${name} makes one, wallet import adds yours`
  })
})
