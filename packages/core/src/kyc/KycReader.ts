import { Context, type Effect, type Option } from "effect"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

type Found = Effect.Effect<Option.Option<Versioned<OpenedKycSession>>, StoreUnavailable>

/** A picture that a session of the partner showed, and whose it was. */
export interface ShownPicture {
  readonly sessionId: KycSessionId
  readonly person: string
  readonly fingerprint: string
  readonly submittedAt: Instant
}

/** Port. KYC sessions, as last committed: one that is due may still be told as pending or collecting. */
export class KycReader extends Context.Service<
  KycReader,
  {
    readonly byId: (partnerId: PartnerId, id: KycSessionId) => Found
    /** By the unguessable end of its verification URL; no partner scopes it. */
    readonly byToken: (token: string) => Found
    /** The partner of a session, for checkers and operators, who know only its id. */
    readonly partnerOf: (id: KycSessionId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /** Sessions of all partners whose check awaits its answer, the longest waiting first, then by id. For operators. */
    readonly inCheck: (limit: number) => Effect.Effect<ReadonlyArray<OpenedKycSession>, StoreUnavailable>
    /** Pictures among the documents that the partner's sessions have now, which share one of `searchBands` with the fingerprint. */
    readonly picturesLike: (
      partnerId: PartnerId,
      fingerprint: string
    ) => Effect.Effect<ReadonlyArray<ShownPicture>, StoreUnavailable>
    /** Sessions of the partner that ended before an instant and are not redacted, the earliest ended first, then by id. */
    readonly unredacted: (
      partnerId: PartnerId,
      endedBefore: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<KycSessionId>, StoreUnavailable>
  }
>()("@quittance/core/kyc/KycReader") {}
