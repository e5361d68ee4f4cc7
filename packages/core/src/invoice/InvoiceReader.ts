import { Context, type Effect, type Option } from "effect"
import type { InvoiceId, IssuedInvoice } from "./Invoice.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

type Found = Effect.Effect<Option.Option<Versioned<IssuedInvoice>>, StoreUnavailable>

/** Port. Fiat invoices, as last committed: one that is due may still be told as pending. */
export class InvoiceReader extends Context.Service<
  InvoiceReader,
  {
    readonly byId: (partnerId: PartnerId, id: InvoiceId) => Found
    /** By the unguessable end of its payment URL; the one read that no partner scopes. */
    readonly byToken: (token: string) => Found
    /** Ids of invoices that ended before an instant and are not redacted, the earliest first, then by id. */
    readonly unredacted: (
      partnerId: PartnerId,
      endedBefore: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<InvoiceId>, StoreUnavailable>
    /** The partner of an invoice, for operators, who know only its id. */
    readonly partnerOf: (id: InvoiceId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /** Pending invoices whose expiry is at `now` or earlier, the earliest first. */
    readonly due: (
      partnerId: PartnerId,
      now: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Versioned<IssuedInvoice>>, StoreUnavailable>
  }
>()("@quittance/core/invoice/InvoiceReader") {}
