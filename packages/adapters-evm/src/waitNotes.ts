import { ChainJournal, type ChainWait, type LeasedJob, millisPerSecond, waitsOf } from "@quittance/core"
import { Clock, Effect } from "effect"

/** What waits for a shorter time is not stored: it would cost two commits. */
const storedMillisMin = 5 * millisPerSecond

/** Notes what the payouts or deposits of a network wait for, turn by turn. */
export interface WaitNotes {
  /** A turn begins. */
  readonly begin: Effect.Effect<void>
  /** Something waits for this. */
  readonly note: (code: ChainWait["code"]) => Effect.Effect<void>
  /** A turn has looked at everything: stores what changed, for the other processes. */
  readonly keep: (
    job: LeasedJob
  ) => Effect.Effect<void, Effect.Error<ReturnType<ChainJournal["Service"]["noteWaits"]>>, ChainJournal>
}

export const makeWaitNotes = (network: string, work: ChainWait["work"]): WaitNotes => {
  let found = new Set<ChainWait["code"]>()
  let known: ReadonlyMap<ChainWait["code"], number> = new Map()
  return {
    begin: Effect.sync(() => {
      found = new Set()
    }),
    note: (code) => Effect.sync(() => void found.add(code)),
    keep: Effect.fnUntraced(function* (job) {
      const journal = yield* ChainJournal
      const stored = waitsOf(yield* journal.setup(network), work)
      const now = yield* Clock.currentTimeMillis
      known = new Map([...found].map((code) => [code, stored.get(code) ?? known.get(code) ?? now]))
      const kept = new Map(
        [...known].filter(([code, since]) => stored.has(code) || now - since >= storedMillisMin)
      )
      const isSame = kept.size === stored.size && [...kept.keys()].every((code) => stored.has(code))
      if (!isSame) yield* journal.noteWaits(network, work, kept, job)
    })
  }
}
