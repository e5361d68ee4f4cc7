import type { Quittance } from "@quittance/core"
import type { Commit } from "@quittance/core/adapter"
import type { Effect } from "effect"

/** One thing that somebody has a process do. */
export interface Act {
  /** What is done, for the trace. */
  readonly name: string
  /** Succeeds with a few words for the trace. */
  readonly effect: Effect.Effect<string, unknown, Quittance.Quittance>
  /** The tags of the failures that are right answers; `StoreUnavailable` always is. Any other is a fault. */
  readonly refusals?: ReadonlyArray<string>
  /** Holds what its caller was told against the store: `ok`, `killed`, or the tag of the failure. */
  readonly ended?: (outcome: string) => void | Promise<void>
  /** Whether a second act of its kind in the same step could not be told from it. */
  readonly isAlone?: boolean
}

/** What may be done, as often as its weight; nothing while there is nothing of that sort. */
export type Choice = readonly [weight: number, draw: () => Drawn | Promise<Drawn>]
type Drawn = Act | ReadonlyArray<Act> | undefined

/**
 * Something that a simulation is about. The one loop of `Simulation.ts` knows parts only by this: it draws from their
 * acts, watches their laws, brings them to their end and has their books compared. A part is made for one run.
 */
export interface Part {
  readonly name: string
  /** How often a step begins with it, beside the others. */
  readonly weight: number
  /** How often the next step goes on about it. */
  readonly continues?: number
  /** What happens outside before a step, whatever the step is about. */
  readonly happens?: () => void | Promise<void>
  /** What somebody may do in one step, all of it about the same few things. */
  readonly acts: () => ReadonlyArray<Choice>
  /** A sentence for each law that this commit, which landed, breaks at that moment. */
  readonly brokenBy?: (commit: Commit) => ReadonlyArray<string>
  /** Looks at what must hold after every step. */
  readonly afterStep?: () => Promise<void>
  /** Makes clients forget what the store does not have any more. */
  readonly storeWasPutBack?: () => void
  /** Brings it to its end, once all is calm. */
  readonly settle?: { readonly [moment in Moment]?: () => void | Promise<void> }
  /** Compares its books with what happened outside, when all is settled. */
  readonly closeBooks?: () => void | Promise<void>
}

/**
 * The moments at which parts are brought to their end, in this order: before anything is worked off; when every retry
 * was made; when nothing is watched any more; and when everybody outside tells whatever there is to tell.
 */
export type Moment = "calm" | "retried" | "watched" | "reported"
