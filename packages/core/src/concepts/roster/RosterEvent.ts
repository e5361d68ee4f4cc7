import type { Instant } from "../../kernel/time/Instant.ts"
import type { RosterChange } from "./RosterChange.ts"

/** Why a change that waited will not hold: a later one is about the same, or who stood for it has less say now. */
export const droppingCauses = ["superseded", "person_left"] as const
export type DroppingCause = (typeof droppingCauses)[number]

/** `by` are actors. */
export type RosterEvent =
  /** It holds at once. */
  | {
      readonly _tag: "RosterChanged"
      readonly change: RosterChange
      readonly by: string
      readonly at: Instant
    }
  | {
      readonly _tag: "RosterChangeProposed"
      readonly id: string
      readonly change: RosterChange
      readonly by: string
      readonly at: Instant
    }
  | {
      readonly _tag: "RosterChangeAgreed"
      readonly id: string
      readonly change: RosterChange
      readonly by: string
      readonly holdsFrom: Instant
      readonly at: Instant
    }
  | {
      readonly _tag: "RosterChangeWithdrawn"
      readonly id: string
      readonly change: RosterChange
      readonly at: Instant
    }
  | {
      readonly _tag: "RosterChangeDropped"
      readonly id: string
      readonly change: RosterChange
      readonly cause: DroppingCause
      readonly at: Instant
    }
