import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "./Store.ts"

/**
 * Port. The base of payment and verification links (`publicUrl`) of the server that started last on this store, so that
 * commands of operators write the links that it serves, whatever their own environment says.
 */
export class LinkBase extends Context.Service<
  LinkBase,
  {
    /** None before a server has started. */
    readonly current: Effect.Effect<Option.Option<string>, StoreUnavailable>
    /** Replaces the earlier one. */
    readonly note: (publicUrl: string) => Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/LinkBase") {}
