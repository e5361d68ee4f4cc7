import { Context, type Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"

/** A picture that a session of the partner showed, and whose it was. */
export interface ShownPicture {
  readonly sessionId: KycSessionId
  readonly person: string
  readonly fingerprint: string
  readonly submittedAt: Instant
}

/** Port. What KYC asks about sessions beside their states, as last committed. */
export class KycReader extends Context.Service<
  KycReader,
  {
    /**
     * Pictures among the documents that the partner's sessions have now, which share one of `searchBands` with the
     * fingerprint.
     */
    readonly picturesLike: (
      partnerId: PartnerId,
      fingerprint: string
    ) => Effect.Effect<ReadonlyArray<ShownPicture>, StoreUnavailable>
  }
>()("@quittance/core/concepts/kyc/KycReader") {}
