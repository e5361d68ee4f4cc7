import { type ChainSending, ChainWallets, type LeasedJob } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { WaitNotes } from "../waitNotes.ts"

/** How soon the nodes are asked again. */
const awayMillis = 5_000

/** How many that wait for a wallet are looked at: payouts are behind some sweeps at most. */
const lookedMax = 100

/** Ends a turn that the network's nodes did not let end. What payouts lacked before is not known better now. */
export const interrupted = Effect.fnUntraced(function* (
  network: string,
  notes: WaitNotes,
  job: LeasedJob,
  reason: string
) {
  yield* Effect.logWarning(`payouts on ${network} wait: ${reason}`)
  const wallets = yield* ChainWallets
  const unsettled = [...(yield* wallets.open(network)), ...(yield* wallets.queued(network, lookedMax))]
  yield* notes.begin
  if (unsettled.some(({ order }) => order.purpose === "payout")) {
    yield* notes.stay
    yield* notes.note(network, "node")
  }
  yield* notes.keep(job)
  return { changed: [], againMillis: awayMillis } satisfies ChainSending
})
