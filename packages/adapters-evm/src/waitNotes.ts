import {
  ChainJournal,
  type ChainWait,
  type Instant,
  type LeasedJob,
  millisPerSecond,
  waitsOf
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"

type Code = ChainWait["code"]

/** What waits for a shorter time is not stored: it would cost two commits. */
const storedMillisMin = 5 * millisPerSecond

/** After so long it is read again what is stored: another process may have had the turns meanwhile. */
const rememberedMillisMax = 15 * millisPerSecond

type Failure = Effect.Error<ReturnType<ChainJournal["Service"]["noteWaits"]>>

/** Notes what the payouts or deposits of a network wait for, turn by turn. */
export interface WaitNotes {
  /** A turn begins. */
  readonly begin: Effect.Effect<void>
  /** A wallet lacks this for an order, or all do. */
  readonly note: (order: string, code: Code) => Effect.Effect<void>
  /** The order lacks nothing: a wallet signs it now, or after what it has signed before. */
  readonly noteAble: (order: string) => Effect.Effect<void>
  /** What was known after the last turn is still so. */
  readonly stay: Effect.Effect<void>
  /** A turn has looked at everything: stores what changed, for the other processes. */
  readonly keep: (job: LeasedJob) => Effect.Effect<void, Failure, ChainJournal>
}

export const makeWaitNotes = (network: string, work: ChainWait["work"]): WaitNotes => {
  const lacking = new Map<string, Set<Code>>()
  /** Another wallet that lacks something for them does not matter. */
  const able = new Set<string>()
  let known: ReadonlyMap<Code, Instant> = new Map()
  let stored: { readonly waits: ReadonlyMap<Code, Instant>; readonly readAt: Instant } | undefined

  const storedBy = Effect.fnUntraced(function* (now: Instant, found: ReadonlySet<Code>) {
    const isKnown =
      stored !== undefined && now - stored.readAt < rememberedMillisMax && isSame(stored.waits, found)
    if (stored === undefined || !isKnown) {
      const journal = yield* ChainJournal
      stored = { waits: waitsOf(yield* journal.setup(network), work), readAt: now }
    }
    return stored
  })

  return {
    begin: Effect.sync(() => {
      lacking.clear()
      able.clear()
    }),
    note: (order, code) =>
      Effect.sync(() => void lacking.set(order, new Set([...(lacking.get(order) ?? []), code]))),
    noteAble: (order) => Effect.sync(() => void able.add(order)),
    stay: Effect.sync(() => void lacking.set(network, new Set(known.keys()))),
    keep: Effect.fnUntraced(function* (job) {
      const found = new Set([...lacking].flatMap(([order, codes]) => (able.has(order) ? [] : [...codes])))
      const now = yield* Clock.currentTimeMillis
      const before = yield* storedBy(now, found)
      known = new Map([...found].map((code) => [code, before.waits.get(code) ?? known.get(code) ?? now]))
      const waits = new Map(
        [...known].filter(([code, since]) => before.waits.has(code) || now - since >= storedMillisMin)
      )
      if (isSame(before.waits, waits)) return
      stored = undefined
      yield* (yield* ChainJournal).noteWaits(network, work, waits, job)
      stored = { waits, readAt: now }
    })
  }
}

const isSame = (
  one: { readonly size: number; has(code: Code): boolean },
  other: Map<Code, Instant> | ReadonlySet<Code>
): boolean => one.size === other.size && [...other.keys()].every((code) => one.has(code))
