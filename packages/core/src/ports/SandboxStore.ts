import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "./Store.ts"

/** Which simulated provider a record belongs to. */
export type SandboxCollection = "transfer" | "execution" | "chain" | "clock" | "bank" | "mail" | "kyc"

/**
 * Port. Where simulated providers keep what happened "outside", so that it outlives the process like the real outside
 * does. Written apart from domain commits on purpose. Values are JSON text.
 */
export class SandboxStore extends Context.Service<
  SandboxStore,
  {
    /** Whether the record is new; an existing one is left as it is. */
    readonly insert: (
      collection: SandboxCollection,
      id: string,
      value: string
    ) => Effect.Effect<boolean, StoreUnavailable>
    readonly put: (
      collection: SandboxCollection,
      id: string,
      value: string
    ) => Effect.Effect<void, StoreUnavailable>
    /** Nothing happens where it is not there; what it held is in no file of the store soon after. */
    readonly remove: (collection: SandboxCollection, id: string) => Effect.Effect<void, StoreUnavailable>
    readonly get: (
      collection: SandboxCollection,
      id: string
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>
    /** Records whose id starts with `prefix`, by id. */
    readonly list: (
      collection: SandboxCollection,
      prefix: string
    ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly value: string }>, StoreUnavailable>
  }
>()("@quittance/core/ports/SandboxStore") {}
