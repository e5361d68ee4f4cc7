import { Context, type Effect, type Option } from "effect"
import type { ClaimScope } from "../concept/ClaimScope.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Claim } from "../ports/Claim.ts"
import type { StoreUnavailable } from "../ports/Store.ts"

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
>()("@quittance/core/kernel/idempotency/ClaimReader") {}
