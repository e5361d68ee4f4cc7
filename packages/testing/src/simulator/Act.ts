import type { Quittance } from "@quittance/core"
import type { Effect } from "effect"
import type { ClientRequest, Correction } from "./Clients.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** One thing that somebody has a process do. */
export interface Act {
  readonly process: SimulatedProcess
  /** Who does what, for the trace. */
  readonly name: string
  /** Succeeds with a few words for the trace. */
  readonly effect: Effect.Effect<string, unknown, Quittance.Quittance>
  /** The tags of the failures that are right answers; `StoreUnavailable` always is. Any other is a fault. */
  readonly refusals: ReadonlyArray<string>
  /** The request that it carries, or the correction, so that its answer can be held against the store. */
  readonly request?: ClientRequest<object>
  readonly correction?: Correction
}
