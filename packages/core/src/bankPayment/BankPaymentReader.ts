import { Context, type Effect, type Option } from "effect"
import type { BankPaymentId, RecordedBankPayment } from "./BankPayment.ts"
import type { InvoiceId } from "../invoice/Invoice.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

/** Port. Bank payments, as last committed. */
export class BankPaymentReader extends Context.Service<
  BankPaymentReader,
  {
    readonly byId: (
      partnerId: PartnerId,
      id: BankPaymentId
    ) => Effect.Effect<Option.Option<Versioned<RecordedBankPayment>>, StoreUnavailable>
    /** All payments of an invoice, in the order they were requested (creation instant, then id). */
    readonly ofInvoice: (
      partnerId: PartnerId,
      invoiceId: InvoiceId
    ) => Effect.Effect<ReadonlyArray<RecordedBankPayment>, StoreUnavailable>
    /** Money that an operator has to return, of all partners, the oldest first. */
    readonly unresolved: Effect.Effect<ReadonlyArray<RecordedBankPayment>, StoreUnavailable>
    /** The partner of a payment, for operators and rails that know only its id. */
    readonly partnerOf: (id: BankPaymentId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
  }
>()("@quittance/core/bankPayment/BankPaymentReader") {}
