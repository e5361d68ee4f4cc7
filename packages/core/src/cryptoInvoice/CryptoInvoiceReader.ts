import { Context, type Effect, type Option } from "effect"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import type { CryptoInvoiceId } from "./CryptoInvoiceRecord.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

type Found = Effect.Effect<Option.Option<Versioned<IssuedCryptoInvoice>>, StoreUnavailable>

/** Port. Crypto invoices with their transfers, as last committed. */
export class CryptoInvoiceReader extends Context.Service<
  CryptoInvoiceReader,
  {
    readonly byId: (partnerId: PartnerId, id: CryptoInvoiceId) => Found
    readonly byExternalId: (partnerId: PartnerId, externalId: string) => Found
    /** By the unguessable end of its payment link; the one read that no partner scopes. */
    readonly byToken: (token: string) => Found
    /**
     * Ids of invoices that ended before an instant and are not redacted, the earliest first, then by id. What still awaits money
     * has not ended.
     */
    readonly unredacted: (
      partnerId: PartnerId,
      endedBefore: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CryptoInvoiceId>, StoreUnavailable>
    /** The partner of an invoice, for operators, who know only its id. */
    readonly partnerOf: (id: CryptoInvoiceId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /** Every deposit address given out on a network, in order of issue: what a rescan walks. `after` is exclusive, empty at first. */
    readonly addresses: (
      network: string,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()("@quittance/core/cryptoInvoice/CryptoInvoiceReader") {}
