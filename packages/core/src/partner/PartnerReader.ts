import { Context, type Effect, type Option } from "effect"
import type { ApiKey } from "./ApiKey.ts"
import type { Partner } from "./Partner.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

/** Port. Partners and their API keys, as last committed. */
export class PartnerReader extends Context.Service<
  PartnerReader,
  {
    readonly byId: (id: PartnerId) => Effect.Effect<Option.Option<Versioned<Partner>>, StoreUnavailable>
    readonly byName: (name: string) => Effect.Effect<Option.Option<Versioned<Partner>>, StoreUnavailable>
    /** All partners, in order of creation. */
    readonly all: Effect.Effect<ReadonlyArray<Partner>, StoreUnavailable>
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
>()("@quittance/core/partner/PartnerReader") {}
