import { Context, type Effect, type Option, type Stream } from "effect"
import type { InvoiceId, InvoiceStatus, IssuedInvoice } from "../invoice/Invoice.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { Instant } from "../time/Instant.ts"
import type { Page, PageRequest } from "./Page.ts"
import type { StoreUnavailable } from "./Store.ts"
import type { Versioned } from "./Versioned.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface InvoiceFilter {
  readonly status?: InvoiceStatus
  readonly currency?: FiatCurrency
  readonly from?: Instant
  readonly to?: Instant
}

type Found = Effect.Effect<Option.Option<Versioned<IssuedInvoice>>, StoreUnavailable>

/**
 * Port. Fiat invoices, as last committed. Whatever asks for a status takes `now`: an invoice that was pending and is due
 * counts as expired, whether or not its expiry was recorded; the states that are answered are as recorded.
 */
export class InvoiceReader extends Context.Service<
  InvoiceReader,
  {
    readonly byId: (partnerId: PartnerId, id: InvoiceId) => Found
    /** By the unguessable end of its payment URL; the one read that no partner scopes. */
    readonly byToken: (token: string) => Found
    /** Newest first (creation instant, then id). */
    readonly list: (
      partnerId: PartnerId,
      filter: InvoiceFilter,
      page: PageRequest,
      now: Instant
    ) => Effect.Effect<Page<IssuedInvoice>, StoreUnavailable>
    /** The whole list, newest first, without holding it: for exports. What changes meanwhile may be told old or new. */
    readonly stream: (
      partnerId: PartnerId,
      filter: InvoiceFilter,
      now: Instant
    ) => Stream.Stream<IssuedInvoice, StoreUnavailable>
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
>()("@quittance/core/ports/InvoiceReader") {}
