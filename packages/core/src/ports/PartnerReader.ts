import { Context, type Effect, type Option } from "effect"
import type { ApiKey } from "../partner/ApiKey.ts"
import type { Partner, PartnerId } from "../partner/Partner.ts"
import type { StoreUnavailable } from "./Store.ts"
import type { Versioned } from "./Versioned.ts"

/** Port. Partners and their API keys, as last committed. */
export class PartnerReader extends Context.Service<
  PartnerReader,
  {
    readonly byId: (id: PartnerId) => Effect.Effect<Option.Option<Versioned<Partner>>, StoreUnavailable>
    readonly byName: (name: string) => Effect.Effect<Option.Option<Versioned<Partner>>, StoreUnavailable>
    readonly keyById: (id: string) => Effect.Effect<Option.Option<Versioned<ApiKey>>, StoreUnavailable>
    readonly keyByPublicKey: (
      publicKey: string
    ) => Effect.Effect<Option.Option<Versioned<ApiKey>>, StoreUnavailable>
    readonly keyBySecretHash: (
      hash: string
    ) => Effect.Effect<Option.Option<Versioned<ApiKey>>, StoreUnavailable>
    /** All keys of all partners, in order of creation. */
    readonly keys: Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>
  }
>()("@quittance/core/ports/PartnerReader") {}
