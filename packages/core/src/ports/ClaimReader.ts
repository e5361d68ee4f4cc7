import { Context, type Effect, type Option } from "effect"
import type { Claim, ClaimScope } from "../idempotency/Claim.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { StoreUnavailable } from "./Store.ts"

/** Port. Who holds a unique key. `partnerId` is not looked at for scopes that are global. */
export class ClaimReader extends Context.Service<
  ClaimReader,
  {
    readonly find: (
      scope: ClaimScope,
      partnerId: PartnerId,
      key: string
    ) => Effect.Effect<Option.Option<Claim>, StoreUnavailable>
  }
>()("@quittance/core/ports/ClaimReader") {}
