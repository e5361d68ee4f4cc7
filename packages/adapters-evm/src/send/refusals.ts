import { type ChainTransactionOrder, ChainWallets, type RecordedTransaction } from "@quittance/core"
import { Clock, Effect, Option } from "effect"
import { refusedMillisMax } from "./SenderOptions.ts"

/** The network refused what is queued. It waits, and the sender decides for how long. */
export type Refused = (order: ChainTransactionOrder, reason: string) => Effect.Effect<void>

/** What the network refuses to carry out. The process keeps it: after a restart the time starts again. */
export const makeRefusals = Effect.fnUntraced(function* (network: string) {
  const wallets = yield* ChainWallets
  /** Since when, by the id of the order. */
  const since = new Map<string, number>()

  const refused: Refused = ({ id }) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      if (!since.has(id)) since.set(id, now)
    })

  /** What the network has refused for long, as a transfer to an address that the token blocks, is given up. */
  const giveUp = Effect.fnUntraced(function* () {
    const now = yield* Clock.currentTimeMillis
    const given: Array<RecordedTransaction> = []
    for (const [id, at] of since) {
      if (now - at < refusedMillisMax) continue
      since.delete(id)
      const found = yield* wallets.transaction(network, id)
      if (Option.isSome(found)) given.push(yield* wallets.abandon(found.value.order))
    }
    return given satisfies ReadonlyArray<RecordedTransaction>
  })

  return { refused, giveUp, forget: ({ id }: ChainTransactionOrder) => since.delete(id) }
})
