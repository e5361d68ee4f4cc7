import type { Quittance } from "@quittance/core"
import type { Commit } from "@quittance/core/adapter"
import type { Effect } from "effect"

/** One thing that somebody makes a process do. */
export interface Act {
  /** What is done, for the trace. */
  readonly name: string
  /** Succeeds with a few words for the trace. */
  readonly effect: Effect.Effect<string, unknown, Quittance.Quittance>
  /** The tags of failures that are right answers. `StoreUnavailable` always is one. Any other failure is a fault. */
  readonly refusals?: ReadonlyArray<string>
  /** Compares what its caller was told with the store: `ok`, `killed`, or the tag of the failure. */
  readonly ended?: (outcome: string) => void | Promise<void>
  /** Whether it cannot be distinguished from a second act of its kind in the same step. */
  readonly isAlone?: boolean
}

/** What may be done, chosen by weight; nothing if there is nothing of that sort. */
export type Choice = readonly [weight: number, draw: () => Drawn | Promise<Drawn>]
type Drawn = Act | ReadonlyArray<Act> | undefined

/**
 * Something that a simulation is about. The loop of `Simulation.ts` knows parts only by this interface: it draws from
 * their acts, watches their laws, brings them to their end and has their books compared. A part is made for one run.
 */
export interface Part {
  readonly name: string
  /** How often a step begins with it, relative to the others. */
  readonly weight: number
  /** How often the next step continues with it. */
  readonly continues?: number
  /** What happens outside before each step. */
  readonly happens?: () => void | Promise<void>
  /** What somebody may do in one step, all about the same few things. */
  readonly acts: () => ReadonlyArray<Choice>
  /** A sentence for each law that this commit, which landed, breaks at that moment. */
  readonly brokenBy?: (commit: Commit) => ReadonlyArray<string>
  /** Checks what must hold after every step. */
  readonly afterStep?: () => Promise<void>
  /** Makes clients forget what the store no longer has. */
  readonly storeWasPutBack?: () => void
  /** Brings it to its end once all is calm. */
  readonly settle?: { readonly [moment in Moment]?: () => void | Promise<void> }
  /** Compares its books with what happened outside, when all is settled. */
  readonly closeBooks?: () => void | Promise<void>
}

/**
 * The moments at which parts are brought to their end, in this order: before any due work is done; when every retry was
 * made; when nothing is watched any more; and when everybody outside reports what there is to report.
 */
export type Moment = "calm" | "retried" | "watched" | "reported"
